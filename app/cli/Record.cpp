// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <memory>
#include <ostream>

#include "app/cli/Recorder.h"
#include "app/cli/Shard.h"
#include "app/cli/Verbs.h"
#include "app/files/Capsule.h"
#include "engine/image/DisplayTransform.h"

namespace usdscope {
namespace {

constexpr int kMostTurns = 100'000;

constexpr std::pair<std::string_view, Complexity> kComplexities[] = {
    {"low", Complexity::Low},
    {"medium", Complexity::Medium},
    {"high", Complexity::High},
    {"veryhigh", Complexity::VeryHigh}};

constexpr std::pair<std::string_view, ShadingMode> kShadings[] = {
    {"smooth", ShadingMode::SmoothShaded},
    {"flat", ShadingMode::FlatShaded},
    {"wireframe", ShadingMode::Wireframe},
    {"wireframeOnSurface", ShadingMode::WireframeOnSurface},
    {"points", ShadingMode::Points},
    {"geomOnly", ShadingMode::GeomOnly},
    {"geomSmooth", ShadingMode::GeomSmooth},
    {"geomFlat", ShadingMode::GeomFlat},
    {"hiddenSurfaceWireframe", ShadingMode::HiddenSurfaceWireframe}};

struct RecordOptions {
  StageOptions stage;
  std::string frames;
  bool isAtDefaultTime = false;
  std::string camera;
  std::string size = "1280x720";
  int imageWidth = 0;
  std::string out;
  std::string outByPlace;  // As usdrecord takes it: after the scene.
  std::string skinning = "auto";
  std::string bones = "off";
  std::string purposes = "default,proxy";
  std::string background;
  std::string complexity = "low";
  std::string colorCorrection = "sRGB";
  DisplayTransformChoice ocio;
  std::string view = "none";
  std::string primvar;
  std::string shading = "smooth";
  bool outlinesCage = false;
  double exposure = 0.0;
  double gamma = 1.0;
  std::string burnIn;
  std::string contactSheet;
  double framesPerSecond = 0.0;
  int turntable = 0;
  bool hasGrid = false;
  bool lacksCameraLight = false;
  bool lacksDomeLight = false;
  bool hasDomeLight = false;
  bool lacksSceneLights = false;
  bool showsDome = false;
  bool hasShadows = false;
  std::string shadowEdges = "hard";
  bool hasAmbientOcclusion = false;
  bool hasHud = false;
  bool isTransparent = false;
  bool follows = false;
  bool showsTimes = false;
  bool isFirstFrameOnly = false;
  bool isAsUsdrecord = false;
  bool skipsExisting = false;
  bool printsJson = false;
  std::string shard;
};

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

// Each of these functions reads some options into the job. It returns a sentence that says what is
// wrong with them; empty if nothing is.

std::string readOutput(const RecordOptions& options, RecordJob& job) {
  job.output.file = options.out.empty() ? options.outByPlace : options.out;
  PixelChoice& pixels = job.output.pixels;
  pixels.isTransparent = options.isTransparent;
  pixels.encodesDisplay = options.colorCorrection == "sRGB";
  if (job.output.file.empty()) {
    return options.showsTimes ? "" : "--out: Expected a file: out.####.png";
  }
  const auto format = formatOfFile(job.output.file);
  if (!format) return "--out: Expected a file that ends with .png, .exr or .mp4: out.####.png";
  pixels.format = *format;
  if (pixels.format != PictureFormat::Mp4) return {};
  if (pixels.isTransparent) return "--transparent: Movies have no transparency.";
  return options.contactSheet.empty() ? "" : "--contactSheet: A contact sheet is a .png or .exr.";
}

std::string readFrames(const RecordOptions& options, RecordJob& job) {
  job.isAtDefaultTime = options.isAtDefaultTime;
  job.isFirstFrameOnly = options.isFirstFrameOnly;
  job.skipsExisting = options.skipsExisting;
  job.printsJson = options.printsJson;
  if (!options.shard.empty()) {
    const auto shard = parseShard(options.shard);
    if (!shard) return "--shard: Expected I/N with I from 1 to N: 2/4.";
    if (!options.contactSheet.empty()) return "--shard: A contact sheet is a single picture.";
    if (job.output.pixels.format == PictureFormat::Mp4) return "--shard: A movie is a single file.";
    job.shard = *shard;
  }
  job.turnCount = options.turntable;
  job.framesPerSecond = options.framesPerSecond;
  if (options.frames.empty()) return {};
  job.frames = parseFrames(options.frames);
  return job.frames.problem.empty() ? "" : "--frames: " + job.frames.problem;
}

// Sets the size of each frame in a contact sheet.
std::string readSheet(const RecordOptions& options, RecordJob& job) {
  SheetLayout layout;
  RenderSettings& settings = job.pictures.settings;
  layout.width = settings.width;
  layout.height = settings.height;
  if (!parseGrid(options.contactSheet, layout.columns, layout.rows)) {
    return "--contactSheet: Expected COLUMNSxROWS, each from 1 to 100.";
  }
  if (layout.height == 0) {
    const int cellHeight = int(std::lround(layout.cellWidth() / aspectOf(nullptr)));
    layout.height = layout.rows * (cellHeight + layout.gap) + layout.gap;
  }
  if (!layout.isPossible()) return "--contactSheet: The frames would have less than 8 pixels.";
  if (layout.height > kMostPixels) return "--contactSheet: The picture would be too high.";
  settings.width = layout.cellWidth();
  settings.height = layout.cellHeight();
  job.sheet = layout;
  return {};
}

std::string readSize(const RecordOptions& options, RecordJob& job) {
  RenderSettings& settings = job.pictures.settings;
  settings.width = options.imageWidth;
  if (options.imageWidth == 0 && !parseSize(options.size, settings.width, settings.height)) {
    return "--size: Expected WIDTHxHEIGHT, each from 1 to 16384.";
  }
  if (!options.contactSheet.empty()) return readSheet(options, job);
  if (job.output.pixels.format == PictureFormat::Mp4) {
    settings.width += settings.width % 2;
    settings.height += settings.height % 2;
  }
  return {};
}

std::string readLook(const RecordOptions& options, RecordJob& job) {
  RenderSettings& settings = job.pictures.settings;
  settings.showGrid = options.hasGrid;
  if (!parsePurposes(options.purposes, settings)) {
    return "--purposes: Expected a list of default, render, proxy, guide.";
  }
  if (!options.background.empty() && !parseColor(options.background, settings.background)) {
    return "--background: Expected #rrggbb.";
  }
  const auto view = inspectionViewNamed(options.view);
  if (!view) {
    std::string names = "none";
    for (const InspectionViewName& each : inspectionViews()) names += ", " + std::string(each.name);
    return "--view: Expected one of " + names + ".";
  }
  settings.inspection = *view;
  for (const auto& [name, shading] : kShadings) {
    if (options.shading == name) settings.shading = shading;
  }
  settings.outlinesCage = options.outlinesCage;
  settings.exposure = float(options.exposure);
  settings.gamma = float(options.gamma);
  if (options.bones == "on") settings.bones = BonesDisplay::Shown;
  if (options.bones == "xray") settings.bones = BonesDisplay::XRay;
  if (options.skinning == "cpu") settings.skinning = SkinningDevice::Cpu;
  if (options.skinning == "gpu") settings.skinning = SkinningDevice::Gpu;
  settings.waitsForDevice = options.showsTimes;
  settings.hasCameraLight = !options.lacksCameraLight;
  settings.hasSkyLight = options.hasDomeLight && !options.lacksDomeLight;
  settings.usesSceneLights = !options.lacksSceneLights;
  settings.showsDome = options.showsDome;
  settings.hasShadows = options.hasShadows;
  if (options.shadowEdges == "soft") settings.shadowEdges = ShadowEdges::Soft;
  if (options.shadowEdges == "fine") settings.shadowEdges = ShadowEdges::Fine;
  settings.hasAmbientOcclusion = options.hasAmbientOcclusion;
  job.pictures.extraction.hasBones = settings.bones != BonesDisplay::Off;
  for (const auto& [name, complexity] : kComplexities) {
    if (options.complexity == name) job.pictures.extraction.complexity = complexity;
  }
  return {};
}

// Requires: the look is read.
std::string readColors(const RecordOptions& options, RecordJob& job) {
  DisplayTransformChoice choice = options.ocio;
  if (options.colorCorrection != "openColorIO") {
    const bool hasNames = !choice.display.empty() || !choice.view.empty() ||
                          !choice.colorSpace.empty() || !choice.looks.empty();
    return hasNames ? "--ocioDisplay, --ocioView, --ocioColorSpace, --ocioLooks: Expected with "
                      "--colorCorrectionMode openColorIO."
                    : "";
  }
  choice.config = openColorIoConfig();
  // Other inspection views show data.
  const InspectionView view = job.pictures.settings.inspection;
  const bool showsColors = view == InspectionView::None || view == InspectionView::Albedo;
  if (choice.config.empty() || !showsColors) {
    job.output.pixels.encodesDisplay = true;
    return {};
  }
  DisplayTransformResult result = makeDisplayTransform(choice);
  job.output.pixels.displayTransform = std::move(result.transform);
  return result.problem.empty() ? "" : "--colorCorrectionMode openColorIO: " + result.problem;
}

std::string readTexts(const RecordOptions& options, RecordJob& job) {
  // The frames of a sheet have numbers wherever text can be drawn.
  const bool isNumbered = !options.contactSheet.empty() && FrameText::problem().empty();
  job.pictures.burnIn =
      parseBurnIn(options.burnIn.empty() && isNumbered ? "frame" : options.burnIn);
  if (options.hasHud) {
    if (std::string problem = FrameText::problem(); !problem.empty()) return "--hud: " + problem;
    job.pictures.hud = FrameText::plainHud(job.pictures.settings);
  }
  const std::string& problem = job.pictures.burnIn.problem;
  return problem.empty() ? "" : "--burnIn: " + problem;
}

// A capsule is drawn as its maker saw it, unless the options say something else.
RecordOptions withCapsule(RecordOptions options) {
  const auto capsule = readCapsuleView(options.stage.file);
  if (!capsule) return options;
  if (options.camera.empty()) options.camera = capsule->camera;
  if (options.frames.empty() && !options.isAtDefaultTime && !options.isFirstFrameOnly) {
    options.frames = fmt::format("{}:{}", capsule->from, capsule->to);
  }
  return options;
}

int record(const RecordOptions& given, const VerbContext& context) {
  RecordOptions options = withCapsule(given);
  RecordJob job;
  job.stage = options.stage;
  job.showsTimes = options.showsTimes;
  job.pictures.camera = {.name = options.camera,
                         .view = std::nullopt,
                         .follows = options.follows,
                         .goesAround = options.turntable > 0,
                         .isAsUsdrecord = options.isAsUsdrecord};
  for (const auto read : {readOutput, readFrames, readSize, readLook, readColors, readTexts}) {
    const std::string problem = read(options, job);
    if (problem.empty()) continue;
    context.err << "error: " << problem << "\n";
    return kWrongUsage;
  }
  if (options.colorCorrection == "openColorIO" && openColorIoConfig().empty()) {
    context.err << "warning: The variable OCIO names no configuration; colours are encoded as "
                   "sRGB.\n";
  }
  job.pictures.pixels = job.output.pixels;
  job.primvar = options.primvar;
  return Recorder(std::move(job), context).run();
}

void addFrameOptions(VerbOptions& command, RecordOptions& options) {
  const VerbOption frames =
      command.option("-f,--frames", options.frames,
                     "Frames: 101, 101:105, 105:101 (backwards), 101:105x2, and lists of these "
                     "with commas; otherwise the range of the scene");
  command.flag("-d,--defaultTime", options.isAtDefaultTime, "Draw the default time instead")
      .excludes(frames);
  command
      .flag("--firstFrame", options.isFirstFrameOnly,
            "Draw the first frame of the scene's range instead")
      .excludes(frames)
      .excludes(command.find("--defaultTime"));
  command.option("--shard", options.shard,
                 "I/N: only every Nth picture, from the Ith on. N processes with 1/N to N/N draw "
                 "all pictures, each once");
  command.flag("--skip-existing", options.skipsExisting,
               "Skip pictures whose files exist. Files are never half-written, so that a stopped "
               "run can go on. Pictures that lack clips or textures have a .status beside them and "
               "are drawn again");
  command
      .option("--fps", options.framesPerSecond,
              "Frames per second of a movie, instead of the "
              "scene's")
      .inRange(0.001, 1000.0);
  const VerbOption turntable =
      command.option("--turntable", options.turntable,
                     "N pictures of the first frame, while the camera goes once around the scene");
  VerbOption(turntable).inRange(1, kMostTurns);
  command
      .option("--contactSheet", options.contactSheet,
              "COLUMNSxROWS: one picture with frames that are spread over the range, each with its "
              "number; --size is for all of it")
      .excludes(turntable);
  for (const char* part : {"--shard", "--skip-existing"}) command.find(part).excludes(turntable);
}

void addPictureOptions(VerbOptions& command, RecordOptions& options) {
  const VerbOption size =
      command.option("--size", options.size, "Width and height in pixels").showDefault();
  command
      .option("-w,--imageWidth", options.imageWidth,
              "Width in pixels; the height follows from the shape of the camera")
      .inRange(1, kMostPixels)
      .excludes(size);
  command.option("--skinning", options.skinning, "Device that skins characters")
      .oneOf({"auto", "cpu", "gpu"})
      .showDefault();
  command.option("--bones", options.bones, "Draw skeletons; xray: also through nearer surfaces")
      .oneOf({"off", "on", "xray"})
      .showDefault();
  command.option("--purposes", options.purposes, "Purposes to draw, separated by commas")
      .showDefault();
  command
      .option("--complexity", options.complexity,
              "How finely subdivision surfaces, round shapes and curves are divided")
      .oneOf({"low", "medium", "high", "veryhigh"});
  command
      .option("--colorCorrectionMode", options.colorCorrection,
              "disabled: PNG and MP4 have linear colours, as EXR always has; openColorIO: they are "
              "encoded by the configuration that the variable OCIO names")
      .oneOf({"disabled", "sRGB", "openColorIO"})
      .showDefault();
  command.option("--ocioDisplay", options.ocio.display,
                 "Display of the OpenColorIO configuration, in place of its default");
  command.option("--ocioView", options.ocio.view, "View of that display");
  command.option("--ocioColorSpace", options.ocio.colorSpace,
                 "Space of the scene's linear colours, in place of the role default or "
                 "scene_linear");
  command.option("--ocioLooks", options.ocio.looks,
                 "Looks in place of those of the view, separated by commas");
  command
      .option(
          "--view", options.view,
          "Show a property of surfaces in place of their shading: albedo, normals, tangents, "
          "uvChecker, prims, instances, subsets, points, joints, depth, facing, overdraw, matcap")
      .showDefault();
  command.option("--shading", options.shading, "Shading mode, as in the menu of the window")
      .oneOf({"smooth", "flat", "wireframe", "wireframeOnSurface", "points", "geomOnly",
              "geomSmooth", "geomFlat", "hiddenSurfaceWireframe"})
      .showDefault();
  command.flag("--cageWires", options.outlinesCage,
               "Wires outline the faces of subdivision surfaces before they are refined");
  command.option("--primvar", options.primvar,
                 "Show the numbers of a primvar as colours in place of materials, from dark violet "
                 "at the smallest to yellow at the largest; --hud adds their legend");
  command
      .option("--exposure", options.exposure,
              "Multiply linear colours by 2 to the power of this many stops")
      .inRange(-10.0, 10.0);
  command.option("--gamma", options.gamma, "Raise linear colours to the power of 1 / gamma")
      .inRange(0.1, 5.0);
  command.flag("--disableCameraLight", options.lacksCameraLight, "No light beside the camera");
  command.flag("--enableDefaultDomeLight", options.hasDomeLight, "Add the light of a sky");
  command.flag("--disableDefaultDomeLight", options.lacksDomeLight,
               "No light of a sky, as without --enableDefaultDomeLight");
  command.flag("--disableSceneLights", options.lacksSceneLights, "Leave the scene's lights off");
  command.flag("--enableDomeLightVisibility", options.showsDome,
               "Show the texture of a dome behind the scene");
  command.flag("--enableShadows", options.hasShadows, "Let the scene's lights cast shadows");
  command
      .option("--shadowEdges", options.shadowEdges,
              "The edges of shadows: hard, soft (as wide as the lights are large), or fine (soft, "
              "with more samples)")
      .oneOf({"hard", "soft", "fine"});
  command.flag("--ambientOcclusion", options.hasAmbientOcclusion,
               "Darken surfaces where others are near, as far as the picture shows them");
  command.option("--background", options.background, "Colour behind the scene, #rrggbb");
  command.flag("--transparent", options.isTransparent,
               "No background: PNG and EXR with an alpha channel");
  command.flag("--grid", options.hasGrid, "Draw the grid on the ground");
  command.flag("--hud", options.hasHud, "Draw the head-up display of the viewport");
  command.option("--burnIn", options.burnIn,
                 "Texts in a strip at the bottom, separated by commas: frame, time, file, camera, "
                 "layer=/Prim.attribute (the layer that supplies the value), clip");
}

}  // namespace

RunVerb declareRecord(VerbOptions& command) {
  auto options = std::make_shared<RecordOptions>();
  addStageOptions(command, options->stage);
  addMaskOption(command, options->stage.mask);
  addInterpolationOption(command, options->stage);
  command.option("--sessionLayer", options->stage.session, "Another name of --session")
      .excludes(command.find("--session"));
  command.option("OUT", options->outByPlace, "Another place for --out, as usdrecord has it");
  command
      .option("-o,--out", options->out,
              "Files to write, .png, .exr (half floats, linear) or .mp4 (needs ffmpeg); #### "
              "becomes the frame: out.####.png")
      .excludes(command.find("OUT"));
  command.option("-c,--camera", options->camera,
                 "Path or name of a camera of the scene; otherwise one that frames everything");
  addFrameOptions(command, *options);
  addPictureOptions(command, *options);
  command.flag("--follow", options->follows,
               "Without --camera: frame each scene anew, not only the first");
  VerbOption json = command.flag("--json", options->printsJson,
                                 "Print a line of JSON for each picture: frame, file, status, and "
                                 "whether it was skipped");
  json.excludes(command.flag("--times", options->showsTimes,
                             "Print the cost of each frame as a line of JSON; --out is optional"));
  VerbOption asUsdrecord = command.flag(
      "--asUsdrecord", options->isAsUsdrecord,
      "As usdrecord: print what it prints; look through the camera main_cam unless --camera finds "
      "another one; show a scene without it from the front, framed anew in each picture");
  for (const char* other : {"--follow", "--turntable", "--json", "--times"})
    asUsdrecord.excludes(command.find(other));
  return [options](VerbContext context) { return record(*options, context); };
}

}  // namespace usdscope
