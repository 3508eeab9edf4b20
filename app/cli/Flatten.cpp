// SPDX-License-Identifier: Apache-2.0
#include "engine/author/FlattenStage.h"

#include <memory>
#include <ostream>

#include "app/cli/Messages.h"
#include "app/cli/Output.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"
#include "engine/author/FlattenLayerStack.h"

namespace usdscope {

RunVerb declareFlatten(VerbOptions& command) {
  struct Options {
    StageOptions stage;
    bool skipSourceFileComment = false;
    bool layerStackOnly = false;
    LayerOutput output;
  };
  auto options = std::make_shared<Options>();
  addStageOptions(command, options->stage);
  command.flag("--skipSourceFileComment", options->skipSourceFileComment,
               "Do not name the scene in the documentation of the layer");
  command.flag("--layerStack", options->layerStackOnly,
               "Only merge the root layer and its sublayers into one layer; arcs stay");
  addLayerOutput(command, options->output);
  return [options](VerbContext context) {
    const std::shared_ptr<const Stage> stage = openStage(options->stage, context);
    if (!stage || !mayWrite(stage, options->output.out, context)) return kFailure;
    Diagnostics diagnostics;
    checkUsedValues(*stage, diagnostics);
    if (options->layerStackOnly) {
      printDiagnostics(diagnostics, context.err);
      const auto layer = flattenLayerStack(*stage->rootLayerStack(), stage->resolver());
      return writeResult(*layer, options->output, context);
    }
    const auto layer =
        flattenStage(*stage, {.hasSourceComment = !options->skipSourceFileComment}, diagnostics);
    printDiagnostics(diagnostics, context.err);
    printDiagnostics(stage->clipDiagnostics(), context.err);
    return writeResult(*layer, options->output, context);
  };
}

}  // namespace usdscope
