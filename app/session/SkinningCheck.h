// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/LatestTask.h"
#include "app/session/Observable.h"
#include "engine/scene/SkinCheck.h"

namespace usdscope {

class Session;

/// The results of a skinning check. Parts are null before they are known, and when they are stale.
struct SkinningCheckState {
  bool isRunning = false;
  Path prim;  ///< The prim that was checked: a skeleton with all that follows it, or one prim.
  std::shared_ptr<const SkinCheck> frame;
  double time = 0.0;      ///< The time of that frame.
  std::string skinnedOn;  ///< "GPU, llvmpipe (…)".
  std::shared_ptr<const std::vector<ExtentCheck>> extents;
  std::size_t timeCount = 0;  ///< The number of frames of the range that were checked for those.
  bool operator==(const SkinningCheckState&) const = default;
};

/// Vertices of skinned prims, read back from the picture.
struct DrawnFrame {
  std::vector<DrawnVertices> vertices;
  std::string skinnedOn;
};

/// Compares what is drawn of the selected rig with points that are skinned in double precision, and
/// its points over the range with its authored extent, in the background. The result for the frame
/// is dropped when another scene is shown, all results with another document or selection.
class SkinningCheck : public QObject {
  Q_OBJECT
 public:
  using ReadDrawn = std::function<DrawnFrame(const std::vector<Path>& prims)>;

  explicit SkinningCheck(Session& session);

  Observable<SkinningCheckState> state;

  /// Sets the function that reads vertices back; empty: nothing draws.
  void setReader(ReadDrawn reader) { readDrawn_ = std::move(reader); }
  /// Returns why a check is impossible, or nothing. There is a note in the session when the rig
  /// turns out to be unfit.
  std::string start();
  void cancel();

 private:
  void forget();
  void fail(const std::string& problem);
  void check(const SkinnedRig& rig, const std::shared_ptr<const Stage>& stage);

  Session& session_;
  ReadDrawn readDrawn_;
  LatestTask task_;
};

}  // namespace usdscope
