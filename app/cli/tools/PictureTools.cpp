// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "app/capture/FramePixels.h"
#include "app/capture/FrameRange.h"
#include "app/cli/Verbs.h"
#include "app/cli/tools/ToolRun.h"
#include "app/cli/tools/Tools.h"

namespace usdscope {
namespace {

struct UsdRecordOptions {
  std::string file;
  std::string out;
  std::string mask;
  std::string purposes = "proxy";
  std::string sessionLayer;
  std::string camera;
  std::string frames;
  std::string complexity = "low";
  std::string colorCorrection = "sRGB";
  std::string renderer;
  std::string renderPass;
  std::string renderSettings;
  std::string resolver = "root";
  std::string traceFile;
  std::string traceFormat;
  int imageWidth = 960;
  bool disableGpu = false;
  bool disableDrawMode = false;
  bool memoryStatistics = false;
  bool disableCameraLight = false;
  bool defaultTime = false;
  bool domeLightVisibility = false;
};

int runUsdRecord(const UsdRecordOptions& options, const VerbContext& context) {
  const std::pair<const char*, bool> unknown[] = {
      {"--disableDrawMode", options.disableDrawMode},
      {"--renderPassPrimPath", !options.renderPass.empty()},
      {"--renderSettingsPrimPath", !options.renderSettings.empty()}};
  for (const auto& [name, isGiven] : unknown) {
    if (isGiven) return toolError(context, std::string(name) + ": This is not supported.");
  }
  if (!formatOfFile(options.out)) {
    return toolError(context, "outputImagePath must end in .png, .exr or .mp4.", kWrongUsage);
  }
  if (!options.traceFile.empty()) {
    context.err << "note: --traceToFile " << options.traceFile
                << " is ignored, and the file is not written: `usdscope bench` measures.\n";
  }
  // The tool refuses command lines with status 2, as Python does.
  if (options.frames.empty() && hasFramePlaceholder(options.out)) {
    return toolError(context,
                     "outputImagePath cannot contain a frame number placeholder when not operating "
                     "on a frame range.",
                     kWrongUsage);
  }
  if (!options.frames.empty()) {
    const FrameRanges frames = parseFrames(options.frames);
    std::string problem = frames.problem;
    const bool hasOther = frameFileName(options.out, 1.0).find('#') != std::string::npos;
    if (problem.empty() && (hasOther || !hasFramePlaceholder(options.out))) {
      problem = "outputImagePath must contain one frame number placeholder: ###, or ###.###.";
    }
    if (problem.empty()) problem = whyNoNames(options.out, frames);
    if (!problem.empty()) return toolError(context, problem, kWrongUsage);
  }
  std::string purposes = "default";
  std::istringstream words(options.purposes);
  for (std::string word; std::getline(words, word, ' ');) {
    std::istringstream parts(word);
    for (std::string purpose; std::getline(parts, purpose, ',');) {
      if (!purpose.empty() && purpose != "default") purposes += ',' + purpose;
    }
  }
  std::vector<std::string> line = {
      "record",
      "--asUsdrecord",
      "--purposes=" + purposes,
      "--complexity=" + options.complexity,
      "--colorCorrectionMode=" + options.colorCorrection,
      "--imageWidth=" + std::to_string(std::max(options.imageWidth, 1))};
  if (!options.mask.empty()) line.push_back("--mask=" + options.mask);
  if (!options.sessionLayer.empty()) line.push_back("--sessionLayer=" + options.sessionLayer);
  if (!options.camera.empty()) line.push_back("--camera=" + options.camera);
  if (options.disableCameraLight) line.emplace_back("--disableCameraLight");
  if (options.domeLightVisibility) {
    // Transparent pictures have no dome.
    line.insert(line.end(), {"--enableDomeLightVisibility", "--background=#000000"});
  } else {
    line.emplace_back("--transparent");
  }
  if (options.defaultTime) {
    line.emplace_back("--defaultTime");
  } else if (options.frames.empty()) {
    line.emplace_back("--firstFrame");
  } else {
    line.push_back("--frames=" + options.frames);
  }
  line.insert(line.end(), {"--", options.file, options.out});
  return runVerbForTool(std::move(line), context);
}

}  // namespace

RunVerb declareUsdRecord(VerbOptions& command) {
  auto options = std::make_shared<UsdRecordOptions>();
  command.option("usdFilePath", options->file, "USD file to record").required();
  command.option("outputImagePath", options->out, "Output image path").required();
  command.option("--mask", options->mask, "PRIMPATH[,PRIMPATH...]");
  command.option("--purposes", options->purposes, "Purposes besides default").showDefault();
  command.option("--sessionLayer", options->sessionLayer, "File of the session layer");
  command.flag("--disableGpu", options->disableGpu, "Accepted, but without effect");
  command.flag("--disableCameraLight", options->disableCameraLight, "No light beside the camera");
  command.option("--camera", options->camera, "Path or name of a camera");
  const VerbOption time =
      command.flag("-d,--defaultTime", options->defaultTime, "Draw the default time");
  command.option("-f,--frames", options->frames, "FRAMESPEC[,FRAMESPEC...]").excludes(time);
  command.option("-c,--complexity", options->complexity, "Level of refinement")
      .oneOf({"low", "medium", "high", "veryhigh"})
      .showDefault();
  command.option("--colorCorrectionMode", options->colorCorrection, "Colours of the display")
      .oneOf({"disabled", "sRGB", "openColorIO"})
      .showDefault();
  command.option("-r,--renderer", options->renderer, "Accepted, but without effect");
  command.option("-w,--imageWidth", options->imageWidth, "Width of the image").showDefault();
  command.flag("--enableDomeLightVisibility", options->domeLightVisibility,
               "Draw dome lights behind the scene");
  command.flag("--disableDrawMode", options->disableDrawMode, "Not supported");
  command.option("--resolver", options->resolver, "Accepted, but without effect")
      .oneOf({"root", "inherit"});
  command.flag("--memstats", options->memoryStatistics, "Accepted, but without effect");
  command.option("--traceToFile", options->traceFile, "Accepted, but without effect");
  command.option("--traceFormat", options->traceFormat, "Accepted, but without effect")
      .oneOf({"chrome", "trace"});
  command.option("--renderPassPrimPath", options->renderPass, "Not supported");
  command.option("--renderSettingsPrimPath", options->renderSettings, "Not supported");
  return [options](VerbContext context) { return runUsdRecord(*options, context); };
}

}  // namespace usdscope
