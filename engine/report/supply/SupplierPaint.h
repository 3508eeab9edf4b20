// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>

#include "engine/report/skel/PoseSource.h"
#include "engine/report/supply/LegendColors.h"
#include "engine/report/supply/SupplierColors.h"
#include "engine/scene/ScenePaint.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The value of a prim whose supplier is its colour.
enum class PaintedValue : std::uint8_t {
  /// The points, or the sizes of a shape without points; the animation that poses a prim whose
  /// points do not vary.
  Shape,
  /// The ops of the prim, or else of the nearest ancestor that has some; for a prim that joints
  /// carry, those of the skeleton.
  Transform,
  Property,  ///< A property with a given name.
};

/// Paints each prim in the colour of the layer or clip that supplies one of its values at the time
/// of the scene. Clips are violet and pink, layers have all other hues; a clip keeps its colour
/// over time. Materials, display colours and colours of instances are replaced. Not thread-safe.
class SupplierPaint : public ScenePaint {
 public:
  /// `property` is used for PaintedValue::Property only. Paints of pictures that are seen together
  /// share `legendColors`; null for one that is alone.
  SupplierPaint(std::shared_ptr<const Stage> stage, PaintedValue value, Token property = {},
                std::shared_ptr<LegendColors> legendColors = nullptr);

  std::shared_ptr<const Scene> painted(const std::shared_ptr<const Scene>& scene) override;
  std::string title() const override;
  /// The suppliers with the number of prims each supplies, most prims first. At most twelve; the
  /// last entry counts the rest.
  std::vector<PaintSwatch> legend() const override;

 private:
  struct Supplier {
    std::string name;
    glm::vec3 color{0.0f};
    std::size_t primCount = 0;
  };
  /// An attribute of a prim.
  struct Decider {
    Prim prim;
    AttributeQuery query;
  };
  /// The attributes that decide the value of a prim, strongest first.
  struct Subject {
    std::vector<Decider> deciders;
    bool isVarying = false;
    Supplier* supplier = nullptr;  ///< The last one found.
  };
  struct Uncolored {
    std::shared_ptr<const Geometry> from;
    std::shared_ptr<const Geometry> geometry;
  };

  Subject subjectOf(Path path);
  Supplier& supplierOf(const Subject& subject, TimeCode time);
  Supplier& supplierWith(const std::string& id, std::string name, const glm::vec3& color);
  std::shared_ptr<const Geometry> uncolored(const std::shared_ptr<const Geometry>& geometry);

  std::shared_ptr<const Stage> stage_;
  PaintedValue value_;
  Token property_;
  SupplierColors colors_;
  std::shared_ptr<LegendColors> legendColors_;
  PoseSources poses_;
  std::map<std::string, Supplier> suppliers_;  ///< By file; their addresses are stable.
  std::unordered_map<Path, Subject> subjects_;
  std::unordered_map<const Geometry*, Uncolored> uncolored_;
};

}  // namespace usdscope
