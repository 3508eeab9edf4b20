// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "app/session/Observable.h"
#include "app/session/scenes/SceneProducer.h"

namespace usdscope {

class Session;

/// The scene of the open document, or of another stage, at a time of its own, for a picture beside
/// the main one. It is made in the background like the scene at the playhead, and is that scene if
/// the stages and the times are equal. GUI thread only.
class SceneAtTime : public QObject {
  Q_OBJECT
 public:
  explicit SceneAtTime(Session& session);

  /// The newest scene that is ready; null if none is wanted.
  Observable<std::shared_ptr<const Scene>> scene;
  /// The scene as the heat map of the main picture paints it, with the values of its own time; null
  /// without a heat map, and unless showHeat() is set.
  Observable<std::shared_ptr<const HeatPicture>> heat;

  /// Sets the time. Without one, no scene is made.
  void setTime(std::optional<TimeCode> time);
  /// Sets another stage whose scenes are wanted; null for that of the open document.
  void setStage(std::shared_ptr<const Stage> stage);
  void showHeat(bool isShown);

 private:
  void update();

  Session& session_;
  std::optional<TimeCode> time_;
  std::shared_ptr<const Stage> stage_;             ///< Null for that of the open document.
  std::shared_ptr<SceneExtractor> extractor_;      ///< Makes the scenes of `stage_`.
  std::shared_ptr<SceneExtractor> requestedFrom_;  ///< Null if nothing has been requested.
  TimeCode requestedTime_;
  ExtractOptions requestedOptions_;
  HeatSubject requestedHeat_;
  bool showsHeat_ = false;
  std::unique_ptr<SceneProducer> producer_;
};

}  // namespace usdscope
