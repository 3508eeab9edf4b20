// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/Session.h"
#include "app/session/scenes/SceneAtTime.h"
#include "app/session/view/ViewArrangement.h"
#include "app/viewport/PictureDrawing.h"

namespace usdscope {

class ViewportWidget;

/// Lies over the main picture and shows faint pictures of the frames before and after the playhead,
/// as ViewArrangement::onion says. Things that stand still look as usual. Hidden while playing, and
/// while no such frames are wanted.
class OnionSkin : public QWidget {
  Q_OBJECT
 public:
  /// Becomes a child of `viewport`, below its other children.
  OnionSkin(Session& session, ViewportWidget& viewport);
  ~OnionSkin() override;

  /// The times of the frames that are shown, as far as their pictures are ready: the farthest
  /// first.
  std::vector<TimeCode> shownTimes() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Skin;

  void follow();
  void followMainPicture();
  std::optional<PictureRequest> requestFor(const SceneAtTime& scene) const;
  std::vector<const Skin*> readySkins() const;

  Session& session_;
  ViewportWidget& viewport_;
  std::vector<std::unique_ptr<Skin>> skins_;  ///< The farthest frames first.
};

}  // namespace usdscope
