// SPDX-License-Identifier: Apache-2.0
#include "app/window/WindowCapture.h"

#include <fmt/format.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QPixmap>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/capture/ContactSheet.h"
#include "app/capture/Playblast.h"
#include "app/session/document/ViewChoice.h"
#include "app/session/view/DisplayColors.h"
#include "app/session/view/HeatMap.h"
#include "app/viewport/ViewportWidget.h"
#include "engine/scene/FindCamera.h"

namespace usdscope {
namespace {

using Kind = CaptureRequest::Kind;

constexpr long long kMostPicturePixels = 1LL << 28;
constexpr double kMostFrames = 1e6;

// Keeps the picture for the clipboard.
class KeptPicture : public FrameWriter {
 public:
  std::string write(const Image& picture, double, const std::stop_token&) override {
    kept = std::make_shared<const Image>(picture);
    return {};
  }
  std::string finish(const std::stop_token&) override { return {}; }

  std::shared_ptr<const Image> kept;
};

QImage asQImage(const Image& image) {
  const bool hasAlpha = image.channelCount == 4;
  const QImage shared(reinterpret_cast<const uchar*>(image.pixels.data()), image.width,
                      image.height, int(image.rowByteSize()),
                      hasAlpha ? QImage::Format_RGBA8888 : QImage::Format_RGB888);
  return shared.copy();
}

bool hasManyFrames(Kind kind) {
  return kind == Kind::Playblast || kind == Kind::Turntable || kind == Kind::ContactSheet;
}
bool isOneFile(const CaptureRequest& request, PictureFormat format) {
  return format == PictureFormat::Mp4 || !hasManyFrames(request.kind) ||
         request.kind == Kind::ContactSheet;
}

// A single picture is of what the viewport shows, both frames of a comparison included.
bool isOfComparison(const Session& session, const CaptureRequest& request) {
  return !hasManyFrames(request.kind) &&
         session.viewChoice().arrangement.value().comparison.mode != CompareMode::Off;
}

// The scene at the playhead is there already.
bool isStill(Kind kind) { return kind != Kind::Playblast && kind != Kind::ContactSheet; }

std::string whyNoFormat(const CaptureRequest& request, PixelChoice& pixels) {
  pixels.isTransparent = request.isTransparent;
  if (request.kind == Kind::CopyImage) return {};
  const auto format = formatOfFile(request.file);
  const bool hasMovies = request.kind == Kind::Playblast || request.kind == Kind::Turntable;
  if (!format || (*format == PictureFormat::Mp4 && !hasMovies)) {
    return std::string("Expected a file that ends with .png") +
           (hasMovies ? ", .exr or .mp4." : " or .exr.");
  }
  pixels.format = *format;
  if (*format == PictureFormat::Mp4 && request.isTransparent) {
    return "Movies have no transparency. Write PNG or EXR files.";
  }
  return {};
}

}  // namespace

/// The inputs of a job.
struct WindowCapture::Work {
  CaptureRequest request;
  PlayblastJob job;
  FrameOutput output;
  std::optional<SheetLayout> sheet;
};

WindowCapture::WindowCapture(Session& session, ViewportWidget& viewport, QWidget& window)
    : QObject(&window),
      session_(session),
      viewport_(viewport),
      window_(window),
      task_(session.background()) {}

WindowCapture::~WindowCapture() { stop_.request_stop(); }

std::string WindowCapture::start(const CaptureRequest& request) {
  if (request.isWindow || isOfComparison(session_, request)) return takeWindow(request);
  auto work = std::make_shared<Work>();
  if (std::string problem = prepare(request, *work); !problem.empty()) return problem;
  stop_.request_stop();
  stop_ = std::stop_source();
  setState({true, 0, int(std::min<std::int64_t>(work->job.steps.count(), 1'000'000'000)),
            hasManyFrames(request.kind) ? tr("Starting to record …") : tr("Drawing …")});
  task_.start([this, work, stop = stop_](const TaskRun& run) mutable {
    const std::stop_callback dropped(run.stop, [&] { stop.request_stop(); });
    return make(*work, run, stop.get_token());
  });
  return {};
}

void WindowCapture::cancel() {
  if (!state_.isRunning) return;
  stop_.request_stop();
  setState({true, state_.done, state_.count, tr("Cancelling …")});
}

void WindowCapture::setState(CaptureState state) {
  state_ = std::move(state);
  Q_EMIT changed();
}

std::string WindowCapture::prepare(const CaptureRequest& request, Work& work) const {
  const Document& document = session_.document.value();
  const std::optional<PictureRequest> shown = viewport_.request();
  if (!document.isOpen() || !shown || !shown->subject.scene) return "There is no picture yet.";
  if (!session_.drawingProblem.value().empty()) return session_.drawingProblem.value();
  work.request = request;
  if (std::string problem = whyNoFormat(request, work.job.pixels); !problem.empty()) {
    return problem;
  }
  const Selection& selection = session_.selection.value();
  const Path attribute =
      selection.property ? selection.leading().property(selection.property) : Path();
  const bool isSheet = request.kind == Kind::ContactSheet;
  work.job.burnIn =
      parseBurnIn(isSheet && request.burnIn.empty() ? "frame" : request.burnIn, attribute);
  if (!work.job.burnIn.problem.empty()) return work.job.burnIn.problem;
  work.job.stage = document.stage;
  work.job.extractor = document.extractor;
  chooseLook(*shown, work);
  if (std::string problem = chooseSize(work); !problem.empty()) return problem;
  const bool isAnimated = session_.playback.value().isAnimated() || request.range;
  if (!isStill(request.kind) && !isAnimated) {
    return "Nothing in this scene is animated. Save an image or a turntable instead.";
  }
  if (std::string problem = chooseFrames(work); !problem.empty()) return problem;
  work.output = {.file = request.file,
                 .pixels = work.job.pixels,
                 .arrival = FrameOutput::Arrival::AtEnd,
                 .framesPerSecond = session_.playback.value().framesPerSecond,
                 .sourceFile = document.file,
                 .camera = work.job.camera.name};
  if (isOneFile(request, work.job.pixels.format)) return {};
  return whyNoNames(request.file, work.job.steps.numbers());
}

void WindowCapture::chooseLook(const PictureRequest& shown, Work& work) const {
  PlayblastJob& job = work.job;
  const CaptureRequest& request = work.request;
  job.settings = shown.subject.settings;
  job.settings.waitsForDevice = true;
  const auto& scene = shown.subject.scene;
  const bool isTurn = request.kind == Kind::Turntable;
  const Path camera = session_.view.value().camera;
  if (!isTurn && !camera.isEmpty() && findCamera(*scene, std::string(camera.text()))) {
    job.camera.name = camera.text();
  } else if (!isTurn) {
    job.camera.view = shown.subject.camera;
  }
  job.camera.goesAround = isTurn;
  const DisplaySettings& display = session_.view.value().display;
  job.camera.fitsAperture = display.marksAperture();
  job.pixels.encodesDisplay = display.colors != ColorManagement::Disabled;
  // Other inspection views show data.
  const bool showsColors =
      display.inspection == InspectionView::None || display.inspection == InspectionView::Albedo;
  if (showsColors) job.pixels.displayTransform = session_.displayColors().state.value().transform;
  if (isStill(request.kind)) {
    job.still = scene;
    if (shown.subject.painted) {
      job.paint = [heat = session_.heat.value()](const auto&) { return heat; };
    }
  } else {
    job.extraction = session_.wantedOptions();
    const HeatSubject subject = session_.wantedHeat();
    if (subject.kind != HeatSubject::Kind::None) {
      job.paint = [map = std::make_shared<HeatMap>(), stage = job.stage,
                   subject](const std::shared_ptr<const Scene>& of) {
        return map->paint(stage, subject, of);
      };
    }
  }
  if (!request.hasHud) {
    job.settings.outlines = {};
    job.settings.guides = {};
    job.settings.highlightedBones = {};
    return;
  }
  job.settings.outlines = shown.outlines;
  job.settings.outlines.pointed.clear();
  job.settings.outlines.pointedInstances.clear();
  auto hud = std::make_shared<HudContents>(shown.hud);
  hud->view.showHud = true;
  hud->atPointer = {};
  hud->box = {};
  hud->playedFps = 0.0;
  hud->colors = session_.displayColors().state.value().choice;
  if (!isStill(request.kind)) {
    // They belong to one time.
    hud->marked = nullptr;
    hud->guides = nullptr;
    job.settings.guides = {};
  }
  job.hud = std::move(hud);
}

std::string WindowCapture::chooseSize(Work& work) const {
  RenderSettings& settings = work.job.settings;
  const CaptureRequest& request = work.request;
  double width = request.width;
  double height = request.height;
  if (request.width == 0) {
    // Texts are as large as in the window.
    work.job.textScale = float(viewport_.devicePixelRatioF() * request.scale);
    width = std::max(std::round(settings.width * request.scale), 1.0);
    height = std::max(std::round(settings.height * request.scale), 1.0);
  }
  if (width > kMostPixels || height > kMostPixels || width * height > double(kMostPicturePixels)) {
    return fmt::format("A picture of {:.0f} by {:.0f} pixels is too large.", width, height);
  }
  settings.width = int(width);
  settings.height = int(height);
  if (work.job.pixels.format == PictureFormat::Mp4) {
    settings.width += settings.width % 2;
    settings.height += settings.height % 2;
  }
  if (request.kind != Kind::ContactSheet) return {};
  SheetLayout layout;
  layout.width = settings.width;
  layout.height = settings.height;
  if (!parseGrid(request.grid, layout.columns, layout.rows)) {
    return "Expected COLUMNSxROWS, each from 1 to 100.";
  }
  if (!layout.isPossible()) return "The frames of this contact sheet would be too small.";
  settings.width = layout.cellWidth();
  settings.height = layout.cellHeight();
  work.sheet = layout;
  return {};
}

std::string WindowCapture::chooseFrames(Work& work) const {
  const PlaybackState& playback = session_.playback.value();
  const CaptureRequest& request = work.request;
  if (isStill(request.kind)) {
    const TimeCode time = playback.timeCode();
    work.job.steps = request.kind == Kind::Turntable ? FrameSteps::ofTurn(time, request.turnCount)
                                                     : FrameSteps::ofTime(time);
    return {};
  }
  const auto [from, to] = request.range.value_or(std::pair(playback.playStart, playback.playEnd));
  const double stride = playback.timeCodesPerFrame();
  const double steps = (to - from) / stride;
  if (!(steps < kMostFrames)) return "These are more than a million frames.";
  FrameRange frames = framesFrom(0.0, steps);
  frames.first = from;
  frames.stride = stride;
  const FrameRanges all{{frames}, {}};
  work.job.steps = work.sheet ? FrameSteps::spreadOver(all, work.sheet->columns * work.sheet->rows)
                              : FrameSteps::ofFrames(all);
  return {};
}

// The window, or the viewport alone with both frames of a comparison, as they are on the screen.
std::string WindowCapture::takeWindow(const CaptureRequest& request) {
  const bool isCopy = request.kind == Kind::CopyImage;
  if (!isCopy && request.kind != Kind::SaveImage) return "Only single pictures show the window.";
  const std::string what = request.isWindow ? "the window" : "a comparison";
  if (request.isTransparent) return "Pictures of " + what + " have no transparent background.";
  if (!isCopy && formatOfFile(request.file) != PictureFormat::Png) {
    return "Pictures of " + what + " are written to .png files.";
  }
  QWidget& shown = request.isWindow ? window_ : viewport_;
  // The picture has the shape of the widget, so that nothing of it is cut off.
  const double ratio = request.width > 0 ? std::min(double(request.width) / shown.width(),
                                                    double(request.height) / shown.height())
                                         : shown.devicePixelRatioF() * request.scale;
  const QSize size(std::max(int(std::lround(shown.width() * ratio)), 1),
                   std::max(int(std::lround(shown.height() * ratio)), 1));
  if (size.width() > kMostPixels || size.height() > kMostPixels) return "The picture is too large.";
  QPixmap pixels(size);
  pixels.setDevicePixelRatio(ratio);
  pixels.fill(window_.palette().color(QPalette::Window));
  shown.render(&pixels);
  QImage image = pixels.toImage();
  image.setDevicePixelRatio(1.0);
  if (isCopy) {
    QGuiApplication::clipboard()->setImage(image);
    setState({false, 1, 1,
              request.isWindow ? tr("The picture of the window is on the clipboard.")
                               : tr("The picture of the comparison is on the clipboard.")});
    return {};
  }
  stop_.request_stop();
  setState({true, 0, 1, tr("Saving …")});
  const QString file = QString::fromStdString(request.file);
  task_.start([this, image, file](const TaskRun&) -> LatestTask::Show {
    const bool isSaved = image.save(file, "PNG");
    return [this, isSaved, file] {
      if (!isSaved) session_.showNote(file.toStdString() + ": The file cannot be written.");
      setState({false, 1, 1, isSaved ? tr("Saved %1.").arg(file) : QString()});
    };
  });
  return {};
}

// Runs on the thread of the task.
LatestTask::Show WindowCapture::make(const Work& work, const TaskRun& run,
                                     const std::stop_token& stop) {
  Diagnostics diagnostics;
  std::string problem;
  KeptPicture* kept = nullptr;
  std::unique_ptr<FrameWriter> writer;
  if (work.request.kind == Kind::CopyImage) {
    auto keeping = std::make_unique<KeptPicture>();
    kept = keeping.get();
    writer = std::move(keeping);
  } else {
    writer = makeFrameWriter(work.output, problem);
  }
  if (writer && work.sheet) writer = std::make_unique<ContactSheet>(*work.sheet, std::move(writer));
  if (writer) {
    const std::unique_ptr<FrameDrawing> drawing = FrameDrawing::make(diagnostics);
    PlayblastEvents events;
    events.onWritten = [this, &run](const FrameReport& report) {
      run.post([this, done = int(report.index + 1)] {
        if (stop_.stop_requested()) return;
        const QString text = state_.count > 1
                                 ? tr("Recorded %1 of %2 frames").arg(done).arg(state_.count)
                                 : state_.text;
        setState({true, done, state_.count, text});
      });
    };
    problem = drawing ? Playblast(work.job, *drawing, writer.get(), events).run(stop)
                      : diagnostics.entries().front().message;
  }
  const std::shared_ptr<const Image> copied = kept ? kept->kept : nullptr;
  writer.reset();  // Removes the files of what was stopped.
  return [this, work, problem, isStopped = stop.stop_requested(), copied] {
    finish(work, problem, isStopped, copied);
  };
}

void WindowCapture::finish(const Work& work, const std::string& problem, bool isStopped,
                           const std::shared_ptr<const Image>& copied) {
  CaptureState state{false, state_.done, state_.count, {}};
  const QString file = QString::fromStdString(work.request.file);
  if (isStopped) {
    state.text = tr("Cancelled. No files were written.");
  } else if (!problem.empty()) {
    session_.showNote(problem);
    // A long job fails when nobody looks at the status line.
    if (hasManyFrames(work.request.kind)) session_.notify(problem);
  } else if (copied) {
    QGuiApplication::clipboard()->setImage(asQImage(*copied));
    state.text = tr("The picture is on the clipboard.");
  } else {
    state.text = isOneFile(work.request, work.job.pixels.format)
                     ? tr("Saved %1.").arg(file)
                     : tr("Saved %1 frames: %2").arg(state_.count).arg(file);
  }
  setState(std::move(state));
}

}  // namespace usdscope
