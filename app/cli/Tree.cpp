// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/Tree.h"

#include <memory>
#include <ostream>

#include "app/cli/LayerInput.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"
#include "engine/author/FlattenLayerStack.h"
#include "engine/base/Json.h"
#include "engine/base/Utf8.h"

namespace usdscope {

RunVerb declareTree(VerbOptions& command) {
  struct Options {
    StageOptions stage;
    TreeOptions tree;
    bool unloaded = false;
    bool hasNoMarks = false;
    bool isComposed = true;
    bool showsLayerStack = false;
    bool showsLayer = false;
    bool isJson = false;
  };
  auto options = std::make_shared<Options>();
  addStageOptions(command, options->stage);
  command.flag("-u,--unloaded", options->unloaded, "Do not load payloads");
  command.flag("-a,--attributes", options->tree.attributes, "Also show authored properties");
  command.flag("-m,--metadata", options->tree.metadata, "Also show the names of authored metadata");
  command.flag("-s,--simple", options->tree.simple, "Show only names");
  VerbOption stageOptions[] = {
      command.flag("-c,--counts", options->tree.counts,
                   "Show how many attributes are animated, and how many by clips"),
      command.flag("--models", options->tree.models, "Show only the model hierarchy"),
      command.flag("-f,--flatten", options->isComposed,
                   "Show the composed stage, which is the default"),
      command.flag("--noMarks", options->hasNoMarks,
                   "Do not mark instances and prims that are not loaded, as usdtree"),
      addMaskOption(command, options->stage.mask)};
  VerbOption layerStackOption =
      command.flag("--flattenLayerStack", options->showsLayerStack,
                   "Show the root layer and its sublayers merged into one; arcs stay arcs");
  VerbOption layerOption =
      command.flag("--layer", options->showsLayer, "Show the specs of the layer alone, as usdtree")
          .excludes(layerStackOption);
  command.flag("--json", options->isJson, "Print a list of the prims as JSON");
  for (VerbOption option : stageOptions) {
    layerStackOption.excludes(option);
    layerOption.excludes(option);
  }
  return [options](VerbContext context) {
    options->tree.marks = !options->hasNoMarks;
    // The layer stack is the same with and without payloads.
    if (options->unloaded || options->showsLayerStack) options->stage.load = "none";
    const auto print = [&](const auto& from) {
      if (options->isJson) {
        context.out << toLine(treeToJson(from, options->tree)) << '\n';
        return;
      }
      treeLines(from, options->tree,
                [&](std::string_view line) { context.out << printableLines(line) << '\n'; });
    };
    if (options->showsLayer) {
      bool hasErrors = false;
      const auto layer = openLayerOrInput(options->stage.file, context, hasErrors);
      if (layer) print(*layer);
      return hasErrors ? kFailure : kSuccess;
    }
    const std::shared_ptr<const Stage> stage = openStage(options->stage, context);
    if (!stage) return kFailure;
    if (options->showsLayerStack) {
      const auto layer = flattenLayerStack(*stage->rootLayerStack(), stage->resolver());
      print(*layer);
    } else {
      print(*stage);
    }
    return kSuccess;
  };
}

}  // namespace usdscope
