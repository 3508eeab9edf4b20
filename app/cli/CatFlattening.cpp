// SPDX-License-Identifier: Apache-2.0
#include "app/cli/CatFlattening.h"

#include <ostream>
#include <vector>

#include "app/cli/Messages.h"
#include "app/cli/StageOptions.h"
#include "app/cli/TimeOption.h"
#include "engine/author/FlattenLayerStack.h"
#include "engine/author/FlattenStage.h"

namespace usdscope {
void addCatFlattening(VerbOptions& command, CatFlattening& flattening) {
  VerbOption stage = command.flag("-f,--flatten", flattening.flattensStage,
                                  "Compose the scene and write it as one layer without arcs");
  const VerbOption time =
      command.option("--at", flattening.time,
                     "Like --flatten, with the value of each attribute at this time alone: a time "
                     "code, default, earliest or pre:T");
  VerbOption(time).check([](const std::string& text) -> std::string {
    if (parseTime(text)) return {};
    return "Expected a finite number, default, earliest or pre:NUMBER.";
  });
  VerbOption layerStack = command
                              .flag("--flattenLayerStack", flattening.flattensLayerStack,
                                    "Merge the layer and its sublayers into one layer; arcs stay")
                              .excludes(stage);
  layerStack.excludes(time);
  command.flag("--skipSourceFileComment", flattening.skipSourceFileComment,
               "Do not name the scene in the documentation of the flattened layer");
  addMaskOption(command, flattening.mask).excludes(layerStack);
}

std::shared_ptr<const Layer> flattenedForCat(const std::string& file,
                                             const CatFlattening& flattening, VerbContext context,
                                             bool& hasErrors) {
  StageOptions options;
  options.file = file;
  // The layer stack is the same with and without payloads.
  if (flattening.flattensLayerStack) options.load = "none";
  options.mask = flattening.mask;
  const std::shared_ptr<const Stage> stage = openStage(options, context);
  if (!stage) {
    hasErrors = true;
    return nullptr;
  }
  Diagnostics diagnostics;
  checkUsedValues(*stage, diagnostics);
  if (flattening.flattensLayerStack) {
    hasErrors = printDiagnostics(diagnostics, context.err) || hasErrors;
    return flattenLayerStack(*stage->rootLayerStack(), stage->resolver());
  }
  FlattenOptions how;
  how.hasSourceComment = !flattening.skipSourceFileComment;
  if (!flattening.time.empty()) how.time = parseTime(flattening.time);
  auto layer = flattenStage(*stage, how, diagnostics);
  diagnostics.append(stage->clipDiagnostics());
  hasErrors = printDiagnostics(diagnostics, context.err) || hasErrors;
  return layer;
}

}  // namespace usdscope
