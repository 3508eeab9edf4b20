// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/SceneItems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>

#include "engine/scene/FollowedJoints.h"
#include "engine/scene/SkinReader.h"
#include "engine/scene/detail/Reach.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

void reportOutOfReach(const Item& item, Diagnostics& diagnostics) {
  diagnostics.report(kBadGeometry, {.path = item.path.text()},
                     "The transform is not finite or leads too far away; it is not drawn.");
}

/// The colours of the instances of a drawable. Its material may name another primvar than
/// displayColor: then the innermost instancer that has it gives the colour.
class ColorsOfInstances {
 public:
  ColorsOfInstances(const SceneFrame& frame, const Drawable& drawable) {
    const DrawnPrimvars& names = drawable.primvars();
    isOfMaterial_ = names.colors != geom::kDisplayColor || names.opacities != geom::kDisplayOpacity;
    if (!isOfMaterial_) return;
    const auto& instancers = frame.contents.instancers;
    for (std::uint32_t i = drawable.instancer; i != InstancerUse::kNone; i = instancers[i].outer) {
      const InstancerUse& use = instancers[i];
      Level& level = levels_.emplace_back();
      level.colors = InstanceColors(use.prim, names, frame.time);
      if (use.outer != InstancerUse::kNone) {
        level.holders = frame.instances[use.outer][use.outerPrototype];
      }
    }
  }

  std::optional<glm::vec4> of(const SceneInstance& instance) const {
    if (!isOfMaterial_) return instance.color;
    const SceneInstance* at = &instance;
    for (const Level& level : levels_) {
      if (const auto color = level.colors.of(at->id.inner)) return color;
      if (level.holders.empty()) break;
      at = &level.holders[at->outer];
    }
    return std::nullopt;
  }

 private:
  struct Level {
    InstanceColors colors;
    /// The instances that hold the instancer; empty for the outermost one.
    std::span<const SceneInstance> holders;
  };

  bool isOfMaterial_ = false;
  std::vector<Level> levels_;  ///< The innermost instancer comes first.
};

// Returns the bounds of a box after a map that may be projective; not a number if it has none,
// because a part of the box lies behind the centre of the projection.
Box boundsAfter(const glm::dmat4& worldFromLocal, const Box& bounds) {
  const glm::dvec4 weights = glm::transpose(worldFromLocal)[3];
  if (bounds.isEmpty() || weights == glm::dvec4(0.0, 0.0, 0.0, 1.0) || !isFinite(worldFromLocal)) {
    return transformed(worldFromLocal, bounds);
  }
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Box world;
  for (int corner = 0; corner < 8; ++corner) {
    const glm::dvec4 local(corner & 1 ? bounds.max.x : bounds.min.x,
                           corner & 2 ? bounds.max.y : bounds.min.y,
                           corner & 4 ? bounds.max.z : bounds.min.z, 1.0);
    const glm::dvec4 point = worldFromLocal * local;
    if (!(point.w > 0.0)) return {glm::dvec3(kNone), glm::dvec3(kNone)};
    world.add(glm::dvec3(point) / point.w);
  }
  return world;
}

// The greatest displacement of a surface, if images have values from 0 to 1.
float displacementOf(const SceneFrame& frame, const Item& item) {
  float most = 0.0f;
  if (item.geometry->primitive != Primitive::Triangles) return most;
  for (const GeometryPart& part : item.parts) {
    if (part.material < 0 || std::size_t(part.material) >= frame.materials.size()) continue;
    const Material& material = frame.materials[std::size_t(part.material)];
    most = std::max(most, std::abs(material.displacement));
    if (!material.displacementTexture.isUsed) continue;
    const TextureUse& use = material.displacementTexture;
    const int channel = std::clamp(use.channel, 0, 3);
    for (const float value :
         {use.bias[channel], use.scale[channel] + use.bias[channel], use.fallback[channel]}) {
      if (std::isfinite(value)) most = std::max(most, std::abs(value));
    }
  }
  return most;
}

// Instances that are out of reach are not drawn.
void placeInstances(const SceneFrame& frame, const Drawable& drawable, const Box& bounds,
                    Diagnostics& diagnostics, Item& item) {
  const auto& worlds = frame.instances[drawable.instancer];
  if (drawable.prototype >= worlds.size()) return;
  std::vector<glm::dmat4> own;
  std::vector<glm::vec4> colors;
  std::vector<InstanceId> ids;
  bool hasColors = false;
  const ColorsOfInstances instanceColors(frame, drawable);
  const std::vector<SceneInstance>& placed = worlds[drawable.prototype];
  own.reserve(placed.size());
  colors.reserve(placed.size());
  ids.reserve(placed.size());
  for (const SceneInstance& instance : placed) {
    const glm::dmat4 worldFromLocal = instance.worldFromPrototype * item.worldFromLocal;
    const Box box = grown(boundsAfter(worldFromLocal, bounds), double(item.displacement));
    if (!isDrawable(box)) {
      reportOutOfReach(item, diagnostics);
      continue;
    }
    own.push_back(worldFromLocal);
    const std::optional<glm::vec4> instanceColor = instanceColors.of(instance);
    glm::vec4& color = colors.emplace_back(instanceColor.value_or(item.color));
    if (color.w == kPrototypeOpacity) color.w = item.color.w;
    ids.push_back(instance.id);
    hasColors = hasColors || instanceColor;
    item.worldBounds.add(box);
  }
  item.instances = Array<glm::dmat4>(std::move(own));
  item.instanceIds = Array<InstanceId>(std::move(ids));
  if (hasColors) item.instanceColors = Array<glm::vec4>(std::move(colors));
}

// The instancer and those that hold it, outermost first.
std::vector<Path> instancersOf(const SceneContents& contents, std::uint32_t innermost) {
  std::vector<Path> paths;
  for (std::uint32_t i = innermost; i != InstancerUse::kNone; i = contents.instancers[i].outer) {
    paths.insert(paths.begin(), contents.instancers[i].prim.path());
  }
  return paths;
}

// Gives the item its joint matrices and returns its bounds in skeleton space.
Box addPalette(const Drawable& drawable, const SkelPose& pose, const glm::dmat4& worldFromSkel,
               std::span<const float> weights, SceneItems& result, Item& item) {
  const double skelScale = glm::length(glm::dvec3(worldFromSkel[0]));
  const double ownScale = glm::length(glm::dvec3(item.worldFromLocal[0]));
  if (skelScale > 0.0 && std::isfinite(ownScale / skelScale)) {
    item.widthScale = static_cast<float>(ownScale / skelScale);
  }
  item.worldFromLocal = worldFromSkel;
  item.firstPaletteMatrix = static_cast<std::uint32_t>(result.palette.size());
  const SkinReach& reach = drawable.reach();
  std::vector<glm::dmat4> palette = drawable.skinnedBy->query().inPrimOrder(*pose.skelFromBind);
  Box bounds;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const Box rest = reach.shaped(reach.joints[i], weights);
    Box moved = transformed(palette[i] * item.skin->skelFromRest, rest);
    if (!isFinite(palette[i]) || !isDrawable(moved)) {
      result.diagnostics.report(
          kSkelBadInfluences, {.path = item.path.text()},
          fmt::format(
              "The matrix of joint {} is not finite or leads too far away; its points stay as they "
              "were bound.",
              i));
      palette[i] = glm::dmat4(1.0);
      moved = transformed(item.skin->skelFromRest, rest);
    }
    result.palette.emplace_back(palette[i]);
    bounds.add(moved);
  }
  return bounds;
}

// Gives the item its joint matrices and weights; returns its bounds in the item's space.
Box addSkinning(const SceneFrame& frame, const Drawable& drawable, SceneItems& result, Item& item) {
  const SkinnedBy& by = *drawable.skinnedBy;
  const SkeletonUse& skeleton = frame.contents.skeletons[by.skeleton];
  const SkelPose& pose = frame.poses[by.skeleton];
  Box bounds = item.geometry->bounds;
  if (!drawable.skin()) return bounds;
  item.skin = drawable.skin();
  std::vector<float> weights;
  if (!item.skin->blendShapes.empty()) {
    item.firstBlendWeight = static_cast<std::uint32_t>(result.blendWeights.size());
    const auto share = static_cast<float>(animatedShare(frame.options.pose));
    weights = skinBlendWeights(by.query(), skeleton.query->prim().path(), pose, share,
                               frame.options.shapes, result.diagnostics);
    dropUnfitShapes(*item.skin, weights);
    result.blendWeights.insert(result.blendWeights.end(), weights.begin(), weights.end());
    bounds = drawable.reach().shaped(bounds, weights);
  }
  if (item.skin->influencesPerVertex == 0) return bounds;
  if (!pose.skelFromBind) {
    item.skin = nullptr;
    return bounds;
  }
  const glm::dmat4& worldFromSkel = frame.authored.worldFromLocal[skeleton.node];
  return addPalette(drawable, pose, worldFromSkel, weights, result, item);
}

// Returns the joints that move an item; null if it is drawn at rest.
std::shared_ptr<const FollowedJoints> jointsMoving(const SceneFrame& frame, const SkinnedBy& by,
                                                   const Item& item) {
  if (item.skin && item.skin->influencesPerVertex > 0) return by.joints;
  const SkinningQuery& query = by.query();
  const bool isPosed = frame.poses[by.skeleton].skelFromBind.has_value();
  if (!isPosed || !query.hasInfluences() || !query.isRigid()) return nullptr;
  if (!by.areInfluencesVarying) return by.joints;
  return readFollowedJoints(query, *by.binding->skeleton, frame.time);
}

}  // namespace

void SceneItems::moveTo(Scene& scene) {
  for (Item& item : items) {
    if (item.skin && item.skin->influencesPerVertex > 0) {
      item.firstPaletteMatrix += static_cast<std::uint32_t>(scene.palette.size());
    }
    if (item.skin && !item.skin->blendShapes.empty()) {
      item.firstBlendWeight += static_cast<std::uint32_t>(scene.blendWeights.size());
    }
  }
  std::ranges::move(items, std::back_inserter(scene.items.own()));
  scene.palette.insert(scene.palette.end(), palette.begin(), palette.end());
  scene.blendWeights.insert(scene.blendWeights.end(), blendWeights.begin(), blendWeights.end());
  scene.diagnostics.append(diagnostics);
}

void addItem(const SceneFrame& frame, const DrawnPrim& drawn, SceneItems& result) {
  // Only drawables without a skin are shared, and binding changes only drawables with one.
  Drawable& drawable = *frame.contents.drawables[drawn.drawable];
  if (drawable.skinnedBy) drawable.bindSkin(frame.time);
  drawable.appendProblems(drawn.path, result.diagnostics);
  if (!drawable.geometry()) return;
  Item item;
  item.path = drawn.path;
  item.geometry = drawable.geometry();
  item.parts = drawable.parts();
  item.volume = drawable.volume();
  item.purpose = drawable.purpose;
  item.isVisible = frame.placed.isVisible[drawn.node] != 0;
  item.isDoubleSided = drawable.isDoubleSided;
  item.lights = drawn.lights;
  item.color.w = drawable.opacity();
  item.shadows = drawn.shadows;
  item.displacement = displacementOf(frame, item);
  item.worldFromLocal = frame.placed.worldFromLocal[drawn.node];
  Box bounds = item.geometry->bounds;
  if (drawable.skinnedBy) {
    bounds = addSkinning(frame, drawable, result, item);
    item.joints = jointsMoving(frame, *drawable.skinnedBy, item);
  }
  if (drawable.instancer != InstancerUse::kNone) {
    placeInstances(frame, drawable, bounds, result.diagnostics, item);
    if (item.instances.empty()) return;
    item.instancers = instancersOf(frame.contents, drawable.instancer);
  } else {
    item.worldBounds = grown(boundsAfter(item.worldFromLocal, bounds), double(item.displacement));
    if (!isDrawable(item.worldBounds)) return reportOutOfReach(item, result.diagnostics);
  }
  result.items.push_back(std::move(item));
}

}  // namespace usdscope
