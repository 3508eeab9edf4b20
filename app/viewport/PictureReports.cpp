// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PictureReports.h"

#include <utility>

namespace usdscope {

PictureReports::PictureReports(Session& session, PictureDrawing& drawing,
                               std::shared_ptr<PictureMaker> maker)
    : session_(session),
      drawing_(drawing),
      maker_(std::move(maker)),
      fontTask_(session.background()) {
  connect(&drawing_, &PictureDrawing::changed, this, &PictureReports::noteShown);
  connect(&drawing_, &PictureDrawing::skipped, this,
          [this] { session_.noteDrawn(session_.scene.value()); });
  connect(&drawing_, &PictureDrawing::failed, this, &PictureReports::noteFailed);
  connect(&drawing_, &PictureDrawing::restarted, this, [this] {
    start();
    session_.noteDrawingProblem({});
  });
  // A device that was lost may have come back. Edits do not try, since a start takes time.
  session_.document.observe(
      this, [this, read = std::shared_ptr<const void>()](const Document& document) mutable {
        const bool isRead = document.history != std::exchange(read, document.history);
        if (isRead && !session_.drawingProblem.value().empty()) drawing_.restart();
      });
  readFont();
  start();
}

void PictureReports::start() {
  session_.setDrawing(true);
  session_.skinningCheck().setReader(
      [maker = maker_](const std::shared_ptr<const Scene>& scene, const std::vector<Path>& prims) {
        return maker->read(scene, prims);
      });
}

void PictureReports::readFont() {
  fontTask_.start([this](const TaskRun&) -> LatestTask::Show {
    maker_->setHudFont(readHudFont());
    return [this] { drawing_.redraw(); };
  });
}

void PictureReports::noteShown() {
  const Picture& picture = *drawing_.picture();
  const auto& scene = picture.scene;
  const std::size_t problemCount = picture.problems ? picture.problems->entries().size() : 0;
  const auto& source = scene ? scene->source : nullptr;
  if (problemCount != reportedProblems_ || source != reportedSource_) {
    reportedProblems_ = problemCount;
    reportedSource_ = source;
    session_.noteDrawingDiagnostics(picture.problems);
  }
  // The rest of the window shows the time of this picture in the same turn of the event loop.
  if (scene && scene != drawnScene_) {
    drawnScene_ = scene;
    session_.noteDrawn(scene);
  }
}

void PictureReports::noteFailed() {
  session_.setDrawing(false);
  session_.skinningCheck().setReader({});
  session_.noteDrawingProblem(maker_->problem());
  session_.noteDrawn(session_.scene.value());
}

}  // namespace usdscope
