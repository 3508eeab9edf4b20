// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <memory>
#include <ostream>

#include "app/cli/Recorder.h"
#include "app/cli/Verbs.h"

namespace usdscope {
namespace {

struct RecordOptions {
  StageOptions stage;
  std::string frames;
  std::string camera;
  std::string size = "1280x720";
  std::string out;
  std::string skinning = "auto";
  std::string bones = "off";
  std::string purposes = "default,proxy";
  std::string background;
  bool hasGrid = false;
  bool follows = false;
  bool showsTimes = false;
};

// Prints the problem of an option. The caller returns the status.
int refuse(std::ostream& err, const std::string& message) {
  err << "error: " << message << "\n";
  return kWrongUsage;
}

bool parseSize(std::string_view text, int& width, int& height) {
  const std::size_t x = std::min(text.find('x'), text.size());
  const auto parse = [](std::string_view number, int& value) {
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    return error == std::errc() && end == number.data() + number.size() && value > 0 &&
           value <= 16384;
  };
  return x < text.size() && parse(text.substr(0, x), width) && parse(text.substr(x + 1), height);
}

bool parseColor(std::string_view text, glm::vec3& color) {
  std::uint32_t value = 0;
  if (text.size() != 7 || text[0] != '#') return false;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 7, value, 16);
  if (error != std::errc() || end != text.data() + 7) return false;
  color = glm::vec3(value >> 16 & 255u, value >> 8 & 255u, value & 255u) / 255.0f;
  return true;
}

bool parsePurposes(std::string_view text, RenderSettings& settings) {
  settings.showRender = settings.showProxy = settings.showGuides = false;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view name = text.substr(0, comma);
    if (name == "render") {
      settings.showRender = true;
    } else if (name == "proxy") {
      settings.showProxy = true;
    } else if (name == "guide") {
      settings.showGuides = true;
    } else if (name != "default") {
      return false;
    }
    if (comma == text.size()) return true;
    text.remove_prefix(comma + 1);
  }
}

int record(const RecordOptions& options, VerbContext context) {
  RecordJob job;
  job.stage = options.stage;
  job.camera = options.camera;
  job.out = options.out;
  job.follows = options.follows;
  job.showsTimes = options.showsTimes;
  if (options.out.empty() && !options.showsTimes) {
    return refuse(context.err, "--out: Expected a file: out.####.png");
  }
  if (!options.out.empty() && !options.out.ends_with(".png")) {
    return refuse(context.err, "--out: Only PNG files can be written: out.####.png");
  }
  if (!options.frames.empty()) {
    job.frames = parseFrames(options.frames);
    if (!job.frames.problem.empty()) return refuse(context.err, "--frames: " + job.frames.problem);
  }
  RenderSettings& settings = job.settings;
  settings.showGrid = options.hasGrid;
  if (!parseSize(options.size, settings.width, settings.height)) {
    return refuse(context.err, "--size: Expected WIDTHxHEIGHT, each from 1 to 16384.");
  }
  if (!parsePurposes(options.purposes, settings)) {
    return refuse(context.err, "--purposes: Expected a list of default, render, proxy, guide.");
  }
  if (!options.background.empty() && !parseColor(options.background, settings.background)) {
    return refuse(context.err, "--background: Expected #rrggbb.");
  }
  if (options.bones == "on") settings.bones = BonesDisplay::Shown;
  if (options.bones == "xray") settings.bones = BonesDisplay::XRay;
  if (options.skinning == "cpu") settings.skinning = SkinningDevice::Cpu;
  if (options.skinning == "gpu") settings.skinning = SkinningDevice::Gpu;
  settings.waitsForDevice = options.showsTimes;
  return Recorder(job, context).run();
}

}  // namespace

RunVerb declareRecord(VerbOptions& command) {
  auto options = std::make_shared<RecordOptions>();
  addStageOptions(command, options->stage);
  addInterpolationOption(command, options->stage);
  command.option("-f,--frames", options->frames,
                 "Frames: 101, 101:105, 105:101 (backwards), 101:105x2, and lists of these "
                 "with commas; otherwise the range of the scene");
  command.option("-c,--camera", options->camera,
                 "Path or name of a camera of the scene; otherwise one that frames everything");
  command.option("--size", options->size, "Width and height in pixels").showDefault();
  command.option("-o,--out", options->out,
                 "PNG files to write; #### becomes the frame: out.####.png");
  command.option("--skinning", options->skinning, "Device that skins characters")
      .oneOf({"auto", "cpu", "gpu"})
      .showDefault();
  command.option("--bones", options->bones, "Draw skeletons; xray: also through nearer surfaces")
      .oneOf({"off", "on", "xray"})
      .showDefault();
  command.option("--purposes", options->purposes, "Purposes to draw, separated by commas")
      .showDefault();
  command.option("--background", options->background, "Colour behind the scene, #rrggbb");
  command.flag("--grid", options->hasGrid, "Draw the grid on the ground");
  command.flag("--follow", options->follows,
               "Without --camera: frame each scene anew, not only the first");
  command.flag("--times", options->showsTimes,
               "Print the cost of each frame as a line of JSON; --out is optional");
  return [options](VerbContext context) { return record(*options, context); };
}

}  // namespace usdscope
