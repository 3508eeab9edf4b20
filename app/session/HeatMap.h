// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/scene/RigPaint.h"

namespace usdscope {

/// The quantity that a heat map shows: the weights of a joint, or the offsets of a blend shape.
struct HeatSubject {
  enum class Kind { None, JointWeights, ShapeOffsets };
  Kind kind = Kind::None;
  Path skeleton;
  Token name;  ///< The joint or the blend shape.
  bool operator==(const HeatSubject&) const = default;
};

/// A heat map: a scene with colours in place of materials.
struct HeatPicture {
  std::shared_ptr<const Scene> scene;  ///< The scene without the heat map.
  std::shared_ptr<const Scene> painted;
  std::string title;
  std::vector<PaintSwatch> legend;
};

/// Paints heat maps. Keeps the data of the last subject, so that frames after the first cost
/// little. Not thread-safe.
class HeatMap {
 public:
  /// Returns null when the kind of the subject is None.
  std::shared_ptr<const HeatPicture> paint(const std::shared_ptr<const Stage>& stage,
                                           const HeatSubject& subject,
                                           const std::shared_ptr<const Scene>& scene);

 private:
  std::shared_ptr<const Stage> stage_;
  HeatSubject subject_;
  std::unique_ptr<RigPaint> paint_;
  std::shared_ptr<const HeatPicture> last_;
};

}  // namespace usdscope
