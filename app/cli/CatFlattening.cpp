// SPDX-License-Identifier: Apache-2.0
#include "app/cli/CatFlattening.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <ostream>
#include <sstream>
#include <vector>

#include "app/cli/SceneFile.h"
#include "app/cli/StageOptions.h"
#include "engine/author/FlattenLayerStack.h"
#include "engine/author/FlattenStage.h"

namespace usdscope {
namespace {

// "/A,/B /C". Empty after an error.
std::optional<PopulationMask> parseMask(std::string text, std::ostream& err) {
  if (text.empty()) return PopulationMask();
  std::vector<Path> paths;
  std::ranges::replace(text, ',', ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const Path path = Path::fromText(word);
    if (!path.isRootOrPrim() || path.hasVariants()) {
      err << "error: --mask " << word << ": Expected an absolute path of a prim.\n";
      return std::nullopt;
    }
    paths.push_back(path);
  }
  return PopulationMask(std::move(paths));
}

}  // namespace

void addCatFlattening(CLI::App& command, CatFlattening& flattening) {
  CLI::Option* stage = command.add_flag("-f,--flatten", flattening.isOfStage,
                                        "Compose the scene and write it as one layer without arcs");
  command
      .add_flag("--flattenLayerStack", flattening.isOfLayerStack,
                "Make one layer of the layer and its sublayers; arcs stay")
      ->excludes(stage);
  command.add_flag("--skipSourceFileComment", flattening.skipSourceFileComment,
                   "Do not name the scene in the documentation of what --flatten writes");
  command
      .add_option("--mask", flattening.mask,
                  "PRIMPATH,PRIMPATH: only these prims, those above and those below them")
      ->needs(stage);
}

std::shared_ptr<const Layer> flattenedForCat(const std::string& file,
                                             const CatFlattening& flattening, Streams streams,
                                             bool& hasErrors) {
  StageOptions options;
  options.file = file;
  // The layer stack is the same with and without payloads.
  if (flattening.isOfLayerStack) options.load = "none";
  const std::optional<PopulationMask> mask = parseMask(flattening.mask, streams.err);
  const std::shared_ptr<const Stage> stage = mask ? openStage(options, streams.err) : nullptr;
  if (!stage) {
    hasErrors = true;
    return nullptr;
  }
  Diagnostics diagnostics;
  checkUsedValues(*stage, diagnostics);
  if (flattening.isOfLayerStack) {
    hasErrors = printDiagnostics(diagnostics, streams.err) || hasErrors;
    return flattenLayerStack(*stage->rootLayerStack(), stage->layers().resolver());
  }
  auto layer = flattenStage(
      *stage, {.hasSourceComment = !flattening.skipSourceFileComment, .mask = *mask}, diagnostics);
  diagnostics.append(stage->clipDiagnostics());
  hasErrors = printDiagnostics(diagnostics, streams.err) || hasErrors;
  return layer;
}

}  // namespace usdscope
