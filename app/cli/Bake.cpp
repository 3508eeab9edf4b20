// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <ostream>

#include "app/capture/FrameRange.h"
#include "app/cli/BakedLayer.h"
#include "app/cli/Messages.h"
#include "app/cli/Output.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"

namespace usdscope {
namespace {

struct BakeArguments {
  StageOptions stage;
  LayerOutput output;
  std::string frames;
  std::vector<std::string> leaveOut;

  bool leavesOut(std::string_view what) const {
    return std::ranges::find(leaveOut, what) != leaveOut.end();
  }
};

// Reads the interval of `--frames`. Returns false, after an error, when it is not a single range.
bool readInterval(const std::string& text, BakeOptions& bake, std::ostream& err) {
  if (text.empty()) return true;
  const FrameRanges frames = parseFrames(text);
  std::string problem = frames.problem;
  if (problem.empty() && (frames.ranges.size() != 1 || frames.ranges[0].stride != 1.0)) {
    problem = "Expected one interval FIRST:LAST.";
  }
  if (!problem.empty()) {
    err << "error: --frames " << text << ": " << problem << '\n';
    return false;
  }
  // The written end is used: it need not be a whole number of frames away.
  const std::size_t colon = text.find(':');
  bake.first = frames.ranges[0].first;
  bake.last = colon == std::string::npos ? bake.first : std::stod(text.substr(colon + 1));
  return true;
}

int bake(const BakeArguments& options, VerbContext context) {
  BakeOptions bake;
  if (!readInterval(options.frames, bake, context.err)) return kWrongUsage;
  const std::string& out = options.output.out;
  Diagnostics diagnostics;
  if (!layerFormatOf(options.output, diagnostics)) {
    printDiagnostics(diagnostics, context.err);
    return kWrongUsage;
  }
  bake.parts = {.joints = !options.leavesOut("joints"),
                .blendShapes = !options.leavesOut("blendShapes"),
                .normals = !options.leavesOut("normals")};
  const std::shared_ptr<const Stage> stage = openStage(options.stage, context);
  if (!stage) return kFailure;
  if (!mayWrite(stage, out, context)) return kFailure;
  const BakedSkinning baked = bakeSkinning(*stage, bake, diagnostics);
  const auto layer = makeBakedLayer(stage, baked, out,
                                    {.extents = !options.leavesOut("extents"),
                                     .extentsHints = !options.leavesOut("extentsHints")});
  const bool hasErrors = printDiagnostics(diagnostics, context.err);
  const int written = writeResult(*layer, options.output, context);
  return hasErrors ? kFailure : written;
}

}  // namespace

RunVerb declareBake(VerbOptions& command) {
  auto options = std::make_shared<BakeArguments>();
  addStageOptions(command, options->stage);
  addLayerOutput(command, options->output);
  command.find("--out").required().description(
      "Layer to write: .usda is text, .usdc a crate, .usd either; the scene is its sublayer");
  command.option("--frames", options->frames, "FIRST:LAST; samples outside are not written");
  command
      .option("--without", options->leaveOut,
              "joints, blendShapes, normals: not baked; extents, extentsHints: not written")
      .delimiter(',')
      .oneOf({"joints", "blendShapes", "normals", "extents", "extentsHints"});
  return [options](VerbContext context) { return bake(*options, context); };
}

}  // namespace usdscope
