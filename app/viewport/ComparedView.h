// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>

#include "app/session/Session.h"
#include "app/session/scenes/SceneAtTime.h"
#include "app/session/view/ViewArrangement.h"
#include "app/viewport/PictureDrawing.h"
#include "app/widgets/DragCancel.h"

namespace usdscope {

class ViewportWidget;

/// Whether the main picture is compared with another version, which is open. It may have what the
/// open scene lacks, so that nothing is said about an empty picture.
bool isVersionCompared(const Session& session);

/// Lies over the main picture and shows the compared frame, of the scene or of its other version,
/// as Session::viewChoice() says: at the right of a line that can be dragged, at half strength, or
/// as a difference of colours. Hidden while nothing is compared.
class ComparedView : public QWidget {
  Q_OBJECT
 public:
  /// Becomes a child of `viewport`, below its other children.
  ComparedView(Session& session, ViewportWidget& viewport);

  /// The picture of the compared frame; empty before the first one.
  const std::optional<Picture>& picture() const { return drawing_.picture(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  std::optional<PictureRequest> request() const;
  void show(const ViewArrangement& all);
  bool hasSecond() const;
  void followMainPicture();
  void place();
  void paintLabels(QPainter& painter) const;
  void wipeTo(double share);
  int wipeX() const;

  Session& session_;
  ViewportWidget& viewport_;
  QWidget* handle_;  ///< The part of the line that the pointer takes.
  FrameComparison shown_;
  PictureSubject requested_;  ///< The subject of the last request.
  SceneAtTime second_;
  PictureDrawing drawing_;
  std::optional<double> wipedFrom_;  ///< The place of the line when its drag began.
  DragCancel cancelling_;
};

}  // namespace usdscope
