// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/Observable.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/scene/SkinCheck.h"

namespace usdscope {

class Session;

/// The results of a skinning check. `frame` and `extents` are null before they are known, and when
/// they are stale.
struct SkinningCheckState {
  bool isRunning = false;
  /// The prim that was checked: a skeleton, together with all prims that follow it, or a single
  /// skinned prim.
  Path prim;
  std::shared_ptr<const SkinCheck> frame;
  double time = 0.0;      ///< The time of `frame`.
  std::string skinnedOn;  ///< The device that skinned the picture: "GPU, llvmpipe (…)".
  std::shared_ptr<const std::vector<ExtentCheck>> extents;
  std::size_t timeCount = 0;  ///< Number of frames of the range that were checked for `extents`.
  bool operator==(const SkinningCheckState&) const = default;
};

/// Returns the extent that points leave the farthest, measured in its size; null if they leave
/// none. Valid as long as `extents`.
const ExtentCheck* farthestOutside(const std::vector<ExtentCheck>& extents);

/// Vertices of skinned prims that were read back from the GPU or the renderer.
struct DrawnFrame {
  std::vector<DrawnVertices> vertices;
  std::string skinnedOn;
};

/// Checks the selected rig in the background. It compares the drawn vertices with points skinned in
/// double precision, and the points over the range with the authored extents. The result for the
/// frame is dropped when another scene is shown; all results are dropped when the document or the
/// selection changes.
class SkinningCheck : public QObject {
  Q_OBJECT
 public:
  /// Reads the vertices of prims in the picture of a scene. Called on another thread.
  using ReadDrawn = std::function<DrawnFrame(const std::shared_ptr<const Scene>& scene,
                                             const std::vector<Path>& prims)>;

  explicit SkinningCheck(Session& session);

  Observable<SkinningCheckState> state;

  /// Sets the function that reads vertices back; empty if nothing is drawn.
  void setReader(ReadDrawn reader) { readDrawn_ = std::move(reader); }
  /// Starts a check. Returns a sentence that says why it is impossible; empty if it has started.
  /// Sets Session::note when the rig turns out to be unusable.
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
