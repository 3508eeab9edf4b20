// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/LatestJob.h"
#include "app/session/Observable.h"
#include "engine/scene/SkinCheck.h"

namespace usdscope {

class Session;

/// What a truth check has found; parts are null where nothing has been found, or not any more.
struct SkinningCheckState {
  bool isRunning = false;
  Path prim;  ///< What was looked at: a skeleton with all that follows it, or one prim.
  std::shared_ptr<const SkinCheck> frame;
  double time = 0.0;      ///< Of that frame.
  std::string skinnedOn;  ///< "GPU, llvmpipe (…)".
  std::shared_ptr<const std::vector<ExtentCheck>> extents;
  std::size_t timeCount = 0;  ///< Frames of the range that were looked at for those.
  bool operator==(const SkinningCheckState&) const = default;
};

/// What the picture shows of skinned prims.
struct DrawnFrame {
  std::vector<DrawnVertices> vertices;
  std::string skinnedOn;
};

/// Holds what is drawn of the rig that is selected against double precision, and its points over
/// the range against its extent; on a thread of its own. The finding about the frame goes when
/// another scene is shown, all of it with another document or selection.
class SkinningCheck : public QObject {
  Q_OBJECT
 public:
  using ReadDrawn = std::function<DrawnFrame(const std::vector<Path>& prims)>;

  explicit SkinningCheck(Session& session);

  Observable<SkinningCheckState> state;

  /// Where what is drawn is read; none: nothing draws.
  void setReader(ReadDrawn reader) { readDrawn_ = std::move(reader); }
  /// Says why that is impossible, else nothing.
  std::string start();
  void cancel();

 private:
  void forget();

  Session& session_;
  ReadDrawn readDrawn_;
  LatestJob job_;  ///< The last member: it ends before the others.
};

}  // namespace usdscope
