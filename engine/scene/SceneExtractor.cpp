// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/SceneExtractor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "engine/scene/Cameras.h"
#include "engine/scene/Materials.h"
#include "engine/scene/MeshReader.h"
#include "engine/scene/SkinReader.h"
#include "engine/scene/detail/Reach.h"
#include "engine/scene/detail/SceneBones.h"
#include "engine/scene/detail/SceneCollector.h"
#include "engine/schema/PointInstancer.h"

namespace usdscope {
namespace {

/// The colours that a point instancer gives its instances, by their place before masking.
class InstanceColors {
 public:
  InstanceColors(const Prim& instancer, TimeCode time) {
    MeshInput shared;
    readSharedPrimvars(instancer, {}, time, shared);
    colors_ = shared.colors.values;
    opacities_ = shared.opacities.values;
  }

  std::optional<glm::vec4> of(std::size_t id) const {
    if (colors_.empty()) return std::nullopt;
    const auto at = [id](const auto& values) -> const auto& {
      return values[values.size() == 1 ? 0 : id];
    };
    if (colors_.size() > 1 && id >= colors_.size()) return std::nullopt;
    const bool hasOpacity =
        !opacities_.empty() && (opacities_.size() == 1 || id < opacities_.size());
    return glm::vec4(at(colors_), hasOpacity ? at(opacities_) : 1.0f);
  }

 private:
  Array<glm::vec3> colors_;
  Array<float> opacities_;
};

}  // namespace

struct SceneExtractor::State {
  std::shared_ptr<const Stage> stage;
  std::mutex mutex;         // Drawables keep what they have built, so one scene is made at a time.
  Diagnostics diagnostics;  // Before the contents, which are collected while it is there.
  SceneContents contents;
  EqualGeometry equalGeometry;
  Array<Material> materials;
  std::vector<std::size_t> varyingMaterials;
  bool isAnimated = false;
  const std::shared_ptr<const void> source = std::make_shared<char>();

  explicit State(std::shared_ptr<const Stage> s)
      : stage(std::move(s)), contents(collectScene(*stage, diagnostics)) {
    std::vector<Material> read;
    for (std::size_t i = 0; i < contents.materials.size(); ++i) {
      read.push_back(readMaterial(contents.materials[i], TimeCode::earliest(), diagnostics));
      if (mightBeTimeVarying(contents.materials[i])) varyingMaterials.push_back(i);
    }
    materials = Array<Material>(std::move(read));
    isAnimated = contents.nodes.isAnimated() || !varyingMaterials.empty();
    for (const auto& drawable : contents.drawables) {
      isAnimated |= drawable->isGeometryVarying();
      if (drawable->skinnedBy) isAnimated |= isVarying(*drawable->skinnedBy);
    }
    for (const RigidUse& use : contents.rigid) isAnimated |= isVarying(use.by);
    for (const InstancerUse& instancer : contents.instancers) {
      for (const Token name : instancer.prim.authoredPropertyNames()) {
        const Attribute attribute = instancer.prim.attribute(name);
        isAnimated |= attribute && attribute.mightBeTimeVarying();
      }
    }
  }

  static bool isVarying(const SkinnedBy& by) {
    const SkeletonQuery& skeleton = by.skeleton();
    return by.areInfluencesVarying || by.isBindVarying || skeleton.mightBeTimeVarying() ||
           (skeleton.animation() && skeleton.animation().blendShapeWeightsMightBeTimeVarying());
  }

  /// Nodes as they are authored, and with those that joints move as a whole.
  struct Poses {
    const SceneNodes::Pose& authored;
    const SceneNodes::Pose& drawn;
  };

  // One matrix moves a rigid prim and all below it. As in baking, one whose influences cannot be
  // used loses its own transform.
  SceneNodes::Pose withRigidPrims(const SceneNodes::Pose& pose, TimeCode time, PoseStep step,
                                  Diagnostics& problems) const {
    std::vector<SceneNodes::PlacedNode> placed;
    for (const auto& [by, node] : contents.rigid) {
      std::vector<glm::dmat4> skelFromBind;
      std::optional<glm::dmat4> skelFromLocal;
      if (computePoseSkinningTransforms(by.skeleton(), time, step, skelFromBind)) {
        skelFromLocal = by.query().skinnedTransform(skelFromBind, time, problems);
      }
      if (skelFromLocal) {
        placed.push_back({node, pose.worldFromLocal[by.skeletonNode] * *skelFromLocal});
      } else if (by.skeleton().saysPose()) {
        placed.push_back({node, contents.nodes.worldFromParent(pose, node, time)});
      }
    }
    return contents.nodes.withNodesAt(pose, time, placed);
  }

  struct Instance {
    glm::dmat4 worldFromPrototype{1.0};
    std::optional<glm::vec4> color;  // Of the innermost instancer that gives one.
  };
  /// The instances of each prototype of each instancer.
  using InstanceTable = std::vector<std::vector<std::vector<Instance>>>;
  InstanceTable instancesAt(TimeCode time, const SceneNodes::Pose& pose,
                            Diagnostics& problems) const {
    InstanceTable table(contents.instancers.size());
    for (std::size_t i = 0; i < contents.instancers.size(); ++i) {
      const InstancerUse& use = contents.instancers[i];
      const PointInstances own =
          computePointInstances(use.prim, time, problems, BadPrototypeIndex::LeftOut);
      table[i].resize(own.prototypes.size());
      std::vector<Instance> outer(1);
      // Instancers inside a prototype come after the one that holds it. That may have no instances.
      if (use.outer != InstancerUse::kNone) {
        const auto& holder = table[use.outer];
        outer = use.outerPrototype < holder.size() ? holder[use.outerPrototype]
                                                   : std::vector<Instance>();
      }
      if (!pose.isVisible[use.node]) continue;
      const InstanceColors colors(use.prim, time);
      for (const Instance& instance : outer) {
        const glm::dmat4 worldFromInstancer =
            instance.worldFromPrototype * pose.worldFromLocal[use.node];
        for (std::size_t k = 0; k < own.prototypeOf.size(); ++k) {
          auto color = colors.of(own.idOf[k]);
          if (!color) color = instance.color;
          table[i][own.prototypeOf[k]].push_back(
              {worldFromInstancer * own.instancerFromPrototype[k], color});
        }
      }
    }
    return table;
  }

  // Shared while nothing differs from the first time.
  Array<Material> materialsAt(TimeCode time) const {
    if (varyingMaterials.empty()) return materials;
    std::vector<Material> read(materials.begin(), materials.end());
    bool isSame = true;
    Diagnostics known;  // They do not depend on the time.
    for (const std::size_t i : varyingMaterials) {
      read[i] = readMaterial(contents.materials[i], time, known);
      isSame = isSame && read[i] == materials[i];
    }
    return isSame ? materials : Array<Material>(std::move(read));
  }

  void addItem(Drawable& drawable, TimeCode time, const ExtractOptions& options, const Poses& poses,
               const InstanceTable& instances, Scene& scene) {
    std::shared_ptr<const Geometry> geometry =
        drawable.geometryAt(time, equalGeometry, scene.diagnostics);
    if (!geometry) return;
    Item item;
    item.path = drawable.prim().path();
    item.geometry = std::move(geometry);
    item.parts = drawable.parts();
    item.purpose = drawable.purpose;
    item.isVisible = poses.drawn.isVisible[drawable.node()];
    item.isDoubleSided = drawable.isDoubleSided;
    item.worldFromLocal = poses.drawn.worldFromLocal[drawable.node()];
    Box bounds = item.geometry->bounds;
    if (drawable.skinnedBy) {
      const glm::dmat4& worldFromSkel =
          poses.authored.worldFromLocal[drawable.skinnedBy->skeletonNode];
      bounds = addSkinning(drawable, time, options, worldFromSkel, scene, item);
    }
    if (drawable.instancer != InstancerUse::kNone) {
      placeInstances(drawable, instances, bounds, scene.diagnostics, item);
      if (item.instances.empty()) return;
    } else {
      item.worldBounds = transformed(item.worldFromLocal, bounds);
      if (!isDrawable(item.worldBounds)) return reportOutOfReach(item, scene.diagnostics);
    }
    scene.items.push_back(std::move(item));
  }

  static void reportOutOfReach(const Item& item, Diagnostics& diagnostics) {
    diagnostics.report(kBadGeometry, {.path = item.path.text()},
                       "The transform is not finite or leads too far away; it is not drawn.");
  }

  // Instances that are out of reach are left out.
  static void placeInstances(const Drawable& drawable, const InstanceTable& instances,
                             const Box& bounds, Diagnostics& diagnostics, Item& item) {
    const auto& worlds = instances[drawable.instancer];
    if (drawable.prototype >= worlds.size()) return;
    std::vector<glm::dmat4> own;
    std::vector<glm::vec4> colors;
    bool hasColors = false;
    for (const Instance& instance : worlds[drawable.prototype]) {
      const glm::dmat4 worldFromLocal = instance.worldFromPrototype * item.worldFromLocal;
      const Box box = transformed(worldFromLocal, bounds);
      if (!isDrawable(box)) {
        reportOutOfReach(item, diagnostics);
        continue;
      }
      own.push_back(worldFromLocal);
      colors.push_back(instance.color.value_or(item.color));
      hasColors = hasColors || instance.color;
      item.worldBounds.add(box);
    }
    item.instances = Array<glm::dmat4>(std::move(own));
    if (hasColors) item.instanceColors = Array<glm::vec4>(std::move(colors));
  }

  static std::span<const float> weightsOf(const Scene& scene, const Item& item) {
    return std::span(scene.blendWeights)
        .subspan(item.firstBlendWeight, item.skin->blendShapes.size());
  }

  // Gives the item its matrices and weights; returns its bounds in the item's space.
  static Box addSkinning(const Drawable& drawable, TimeCode time, const ExtractOptions& options,
                         const glm::dmat4& worldFromSkel, Scene& scene, Item& item) {
    const PoseStep step = options.pose;
    const SkinnedBy& by = *drawable.skinnedBy;
    const SkinningQuery& query = by.query();
    Box bounds = item.geometry->bounds;
    if (drawable.skin && !drawable.skin->blendShapes.empty()) {
      item.firstBlendWeight = static_cast<std::uint32_t>(scene.blendWeights.size());
      const auto share = static_cast<float>(animatedShare(step));
      std::vector<float> weights =
          blendWeightsAt(query, by.skeleton(), time, share, options.shapes, scene.diagnostics);
      dropWeightsOfMisfits(*drawable.skin, weights);
      scene.blendWeights.insert(scene.blendWeights.end(), weights.begin(), weights.end());
      bounds = drawable.reach.shaped(bounds, weights);
    }
    if (!drawable.skin) return bounds;
    item.skin = drawable.skin;
    if (item.skin->influencesPerVertex > 0) {
      std::vector<glm::dmat4> palette;
      if (!computePoseSkinningTransforms(by.skeleton(), time, step, palette)) {
        item.skin = nullptr;
        return bounds;
      }
      palette = query.inPrimOrder(palette);
      const double skelScale = glm::length(glm::dvec3(worldFromSkel[0]));
      const double ownScale = glm::length(glm::dvec3(item.worldFromLocal[0]));
      if (skelScale > 0.0 && std::isfinite(ownScale / skelScale)) {
        item.widthScale = static_cast<float>(ownScale / skelScale);
      }
      item.worldFromLocal = worldFromSkel;
      item.firstPaletteMatrix = static_cast<std::uint32_t>(scene.palette.size());
      bounds = Box();
      for (std::size_t i = 0; i < palette.size(); ++i) {
        const Box rest = drawable.reach.shaped(drawable.reach.joints[i], weightsOf(scene, item));
        Box moved = transformed(palette[i] * item.skin->skelFromRest, rest);
        if (!isFinite(palette[i]) || !isDrawable(moved)) {
          scene.diagnostics.report(
              kSkelBadInfluences, {.path = item.path.text()},
              fmt::format("The matrix of joint {} is not finite or leads too far away; what it "
                          "moves stays as it was bound.",
                          i));
          palette[i] = glm::dmat4(1.0);
          moved = transformed(item.skin->skelFromRest, rest);
        }
        scene.palette.emplace_back(palette[i]);
        bounds.add(moved);
      }
    }
    return bounds;
  }
};

SceneExtractor::SceneExtractor(std::shared_ptr<const Stage> stage)
    : state_(std::make_unique<State>(std::move(stage))) {}

SceneExtractor::~SceneExtractor() = default;

std::shared_ptr<const Scene> SceneExtractor::extract(TimeCode time, std::stop_token stop,
                                                     const ExtractOptions& options) {
  const std::lock_guard lock(state_->mutex);
  const SceneContents& contents = state_->contents;
  auto scene = std::make_shared<Scene>();
  scene->time = time;
  scene->source = state_->source;
  scene->isZUp = state_->stage->upAxis() == "Z";
  scene->materials = state_->materialsAt(time);
  scene->primCount = contents.primCount;
  scene->diagnostics = state_->diagnostics;

  const SceneNodes::Pose authored = contents.nodes.poseAt(time);
  std::optional<SceneNodes::Pose> withRigid;
  if (!contents.rigid.empty()) {
    withRigid = state_->withRigidPrims(authored, time, options.pose, scene->diagnostics);
  }
  const SceneNodes::Pose& pose = withRigid ? *withRigid : authored;
  const State::InstanceTable instances = state_->instancesAt(time, pose, scene->diagnostics);
  for (const auto& drawable : contents.drawables) {
    if (stop.stop_requested()) return nullptr;
    state_->addItem(*drawable, time, options, {authored, pose}, instances, *scene);
  }
  state_->equalGeometry.forget();  // From here on all that does not vary is there.
  if (options.hasBones) {
    for (const SkeletonUse& use : contents.skeletons) {
      addBones(use, time, options.pose, authored.worldFromLocal[use.node], *scene);
    }
  }
  for (const Item& item : scene->items) {
    const bool counts = item.purpose != Purpose::Guide && item.purpose != Purpose::Other;
    if (item.isVisible && counts) scene->bounds.add(item.worldBounds);
  }
  for (const CameraUse& use : contents.cameras) {
    SceneCamera camera = readCamera(use.prim, time);
    camera.worldFromView = pose.worldFromLocal[use.node];
    scene->cameras.push_back(camera);
  }
  return scene;
}

bool SceneExtractor::isAnimated() const { return state_->isAnimated; }

TimeCodeRange SceneExtractor::timeRange() const {
  const TimeCodeRange authored = state_->stage->timeCodeRange();
  const bool isFinite = std::isfinite(authored.start) && std::isfinite(authored.end);
  if (authored.isAuthored && isFinite && (authored.end > authored.start || !isAnimated())) {
    return authored;
  }
  // Where no range is authored, or one that leaves nothing to play, that of all samples.
  TimeCodeRange range;
  bool hasSamples = false;
  traverse(state_->stage->pseudoRoot(), PrimFilter::drawn(), [&](const Prim& prim) {
    for (const Token name : prim.authoredPropertyNames()) {
      const Attribute attribute = prim.attribute(name);
      if (!attribute) continue;
      const std::vector<double> times = attribute.timeSamples();
      if (times.empty()) continue;
      range.start = hasSamples ? std::min(range.start, times.front()) : times.front();
      range.end = hasSamples ? std::max(range.end, times.back()) : times.back();
      hasSamples = true;
    }
    return true;
  });
  return range;
}

}  // namespace usdscope
