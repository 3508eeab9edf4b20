// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/report/supply/SupplierPaint.h"
#include "engine/scene/ScenePaint.h"

namespace usdscope {

/// The fact that colours show in place of materials: the weights of a joint, the offsets of a blend
/// shape, the layers and clips that supply a value, or the numbers of a primvar.
struct HeatSubject {
  enum class Kind { None, JointWeights, ShapeOffsets, Supplier, Primvar };
  Kind kind = Kind::None;
  Path skeleton;
  Token name;  ///< The joint, the blend shape, the property or the primvar.
  PaintedValue value = PaintedValue::Shape;
  /// See Session::legendColors(); null for a picture alone.
  std::shared_ptr<LegendColors> legendColors = nullptr;
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
  std::unique_ptr<ScenePaint> paint_;
  std::shared_ptr<const HeatPicture> last_;
};

}  // namespace usdscope
