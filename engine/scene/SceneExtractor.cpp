// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/SceneExtractor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>

#include "engine/base/Parallel.h"
#include "engine/base/ResponsiveThread.h"
#include "engine/image/ReadImage.h"
#include "engine/scene/Cameras.h"
#include "engine/scene/IesProfile.h"
#include "engine/scene/Lights.h"
#include "engine/scene/Materials.h"
#include "engine/scene/PlayedRange.h"
#include "engine/scene/detail/SceneBones.h"
#include "engine/scene/detail/SceneItems.h"
#include "engine/schema/Primvars.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

// Drawables that are updated together; between two such groups the extraction can be stopped.
constexpr std::size_t kUpdatedAtOnce = 64;
constexpr std::size_t kMostItemsTogether = 64;
// Each skinned prim has a matrix for each joint of its skeleton. This many matrices are allowed,
// and some more for each joint and for each prim.
constexpr std::size_t kAlwaysAllowedMatrices = 2'000'000;
constexpr std::size_t kAllowedForEachJoint = 64;
constexpr std::size_t kAllowedForEachSkin = 128;

bool isVarying(const SkinnedBy& by, const SceneContents& contents) {
  const SkeletonQuery& skeleton = *contents.skeletons[by.skeleton].query;
  return by.areInfluencesVarying || by.isBindVarying || skeleton.mightBeTimeVarying() ||
         (skeleton.animation() && skeleton.animation().blendShapeWeightsMightBeTimeVarying());
}

bool isVarying(const Prim& prim) {
  return std::ranges::any_of(prim.authoredPropertyNames(), [&](Token name) {
    const Attribute attribute = prim.attribute(name);
    return attribute && attribute.mightBeTimeVarying();
  });
}

std::size_t volumeCountOf(const SceneContents& contents) {
  return static_cast<std::size_t>(std::ranges::count_if(
      contents.drawables, [](const auto& drawable) { return drawable->isVolume(); }));
}

// The images share the environment, but do not keep the stage alive.
std::shared_ptr<const ImageSource> texturesOf(const Stage& stage) {
  const auto environment = std::make_shared<const Environment>(stage.environment());
  return std::make_shared<const ImageSource>(
      imagesOf(std::shared_ptr<AssetResolver>(environment, &environment->resolver())));
}

}  // namespace

/// Collects the drawn prims when they are first needed: the window shows a stage before that.
struct SceneExtractor::State {
  struct Collected;

  explicit State(std::shared_ptr<const Stage> s);
  ~State();
  Collected& collected();

  const std::shared_ptr<const Stage> stage;
  std::once_flag isMade;
  std::unique_ptr<Collected> made;
};

struct SceneExtractor::State::Collected {
  std::shared_ptr<const Stage> stage;
  std::mutex mutex;         // Drawables keep their last results, so one scene is made at a time.
  Diagnostics diagnostics;  // Before the contents, which are collected while it is there.
  SceneContents contents;
  EqualGeometry equalGeometry;
  ShapeCache shapes;
  FieldCache grids;
  Array<Material> materials;
  std::vector<std::size_t> varyingMaterials;
  std::map<std::string, IesResult> profiles;  // By file.
  // A light that does not vary, as it was read last. Its matrix is relative to its prim.
  struct KeptLight {
    std::optional<SceneLight> light;
    Diagnostics problems;
    bool isAtDefault = false;  // The default time may have other values than all samples.
  };
  std::vector<std::optional<KeptLight>> keptLights;  // By light; empty if nothing is animated.
  std::vector<bool> isLightVarying;
  bool isAnimated = false;
  // The last scene of a stage in which nothing varies.
  std::shared_ptr<const Scene> lastScene;
  ExtractOptions lastOptions;
  const std::shared_ptr<const void> source = std::make_shared<char>();
  const std::shared_ptr<const ImageSource> images;

  explicit Collected(std::shared_ptr<const Stage> s)
      : stage(std::move(s)),
        contents(collectScene(*stage, diagnostics)),
        grids(volumeCountOf(contents)),
        images(texturesOf(*stage)) {
    std::vector<Material> read;
    for (std::size_t i = 0; i < contents.materials.size(); ++i) {
      const MaterialUse& use = contents.materials[i];
      if (use.card) {
        read.push_back(*use.card);
        continue;
      }
      read.push_back(readMaterial(use.prim, TimeCode::earliest(), diagnostics, use.values));
      if (mightBeTimeVarying(use.prim)) varyingMaterials.push_back(i);
    }
    materials = Array<Material>(std::move(read));
    parallelFor(contents.skeletons.size(), 4, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        SkeletonUse& use = contents.skeletons[i];
        use.isPosable = use.movesPrims &&
                        computeSkelPose(*use.query, TimeCode::earliest()).skelFromBind.has_value();
      }
    });
    limitPalettes();
    isAnimated = contents.nodes.isAnimated() || !varyingMaterials.empty();
    for (const auto& drawable : contents.drawables) {
      isAnimated = isAnimated || drawable->isGeometryVarying() ||
                   (drawable->skinnedBy && isVarying(*drawable->skinnedBy, contents));
    }
    for (const LightUse& use : contents.lights) isLightVarying.push_back(isVarying(use.prim));
    isAnimated = isAnimated || std::ranges::find(isLightVarying, true) != isLightVarying.end();
    for (const RigidUse& use : contents.rigid) isAnimated |= isVarying(use.by, contents);
    for (const InstancerUse& use : contents.instancers) {
      isAnimated |= isVarying(use.prim);
      for (const Token name : {geom::kDisplayColor, geom::kDisplayOpacity}) {
        isAnimated |= mightBeTimeVarying(findPrimvarWithInheritance(use.prim, name));
      }
    }
    // A scene that is not animated is kept as a whole.
    if (isAnimated) keptLights.resize(contents.lights.size());
  }

  void limitPalettes() {
    std::size_t left = kAlwaysAllowedMatrices;
    for (const SkeletonUse& use : contents.skeletons) {
      left += kAllowedForEachJoint * use.query->definition().joints.size();
    }
    for (const DrawnPrim& drawn : contents.drawn) {
      std::optional<SkinnedBy>& by = contents.drawables[drawn.drawable]->skinnedBy;
      if (!by) continue;
      const std::size_t joints = jointCountOf(*by).value_or(0);
      const std::size_t more = joints > kAllowedForEachSkin ? joints - kAllowedForEachSkin : 0;
      if (more > left) {
        by.reset();
        diagnostics.report(
            kTooManyJointMatrices, {.path = drawn.path.text()},
            fmt::format("Skinned prims multiply the joints of their skeletons too "
                        "often: this one, with {} joints, is drawn as it is at rest.",
                        joints));
      } else {
        left -= more;
      }
    }
  }

  std::vector<SkelPose> posesAt(TimeCode time, const ExtractOptions& options) const {
    std::vector<SkelPose> poses(contents.skeletons.size());
    parallelFor(poses.size(), 4, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const SkeletonUse& use = contents.skeletons[i];
        if (!use.movesPrims && !options.hasBones) continue;
        poses[i] = computeSkelPose(*use.query, time, options.pose);
      }
    });
    return poses;
  }

  // One matrix moves a rigid prim and its descendants. As in baking, a rigid prim whose influences
  // cannot be used loses its own transform.
  SceneNodes::Placement withRigidPrims(const SceneNodes::Placement& authored, TimeCode time,
                                       std::span<const SkelPose> poses,
                                       Diagnostics& problems) const {
    std::vector<SceneNodes::PlacedNode> placed;
    for (const auto& [by, node] : contents.rigid) {
      const SkeletonUse& skeleton = contents.skeletons[by.skeleton];
      if (const auto skelFromLocal = by.query().skinnedTransform(poses[by.skeleton], problems)) {
        placed.push_back({node, authored.worldFromLocal[skeleton.node] * *skelFromLocal});
      } else if (skeleton.query->hasAuthoredPose()) {
        placed.push_back({node, contents.nodes.worldFromParent(authored, node, time)});
      }
    }
    return contents.nodes.withNodesAt(authored, time, placed);
  }

  // Shared with the first scene while all materials are equal.
  Array<Material> materialsAt(TimeCode time) const {
    if (varyingMaterials.empty()) return materials;
    std::vector<Material> read(materials.begin(), materials.end());
    parallelFor(varyingMaterials.size(), 4, [&](std::size_t first, std::size_t last) {
      Diagnostics known;  // Reported when the extractor was made.
      for (std::size_t i = first; i < last; ++i) {
        const MaterialUse& use = contents.materials[varyingMaterials[i]];
        read[varyingMaterials[i]] = readMaterial(use.prim, time, known, use.values);
      }
    });
    const bool isSame = std::ranges::equal(read, materials);
    return isSame ? materials : Array<Material>(std::move(read));
  }

  // Brings geometry and skins to a time. Returns false when stopped.
  bool updateDrawables(TimeCode time, Complexity complexity, const std::stop_token& stop) {
    std::vector<Drawable*> stale;
    for (const auto& drawable : contents.drawables) {
      drawable->setComplexity(complexity);
      if (drawable->isStale()) stale.push_back(drawable.get());
    }
    for (std::size_t begin = 0; begin < stale.size(); begin += kUpdatedAtOnce) {
      if (stop.stop_requested()) return false;
      const std::size_t count = std::min(kUpdatedAtOnce, stale.size() - begin);
      const auto group = std::span(stale).subspan(begin, count);
      const auto inParallel = [&](const auto& step) {
        parallelFor(count, 1, [&](std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) step(*group[i]);
        });
      };
      inParallel([&](Drawable& drawable) { drawable.readGeometry(time, shapes, grids); });
      for (Drawable* drawable : group) drawable->findEqualGeometry(equalGeometry);
      inParallel([&](Drawable& drawable) { drawable.buildGeometry(); });
      for (Drawable* drawable : group) drawable->shareGeometry(equalGeometry);
      inParallel([&](Drawable& drawable) {
        if (drawable.skinnedBy) drawable.readSkin(time, jointCountOf(*drawable.skinnedBy));
      });
      for (Drawable* drawable : group) drawable->shareSkin(equalGeometry);
    }
    equalGeometry.forget();  // All geometry that does not vary has been built.
    return true;
  }

  std::optional<std::size_t> jointCountOf(const SkinnedBy& by) const {
    const SkeletonUse& skeleton = contents.skeletons[by.skeleton];
    if (!skeleton.isPosable) return std::nullopt;
    return by.query().jointCount(*skeleton.query);
  }

  // Returns false when stopped.
  bool addItems(const SceneFrame& frame, const std::stop_token& stop, Scene& scene) {
    const std::size_t count = contents.drawn.size();
    // Parts do not depend on the number of threads.
    const std::size_t size = std::clamp<std::size_t>(count / 256, 1, kMostItemsTogether);
    std::vector<SceneItems> parts((count + size - 1) / size);
    parallelFor(parts.size(), 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t part = first; part < last && !stop.stop_requested(); ++part) {
        const std::size_t end = std::min(count, (part + 1) * size);
        parts[part].items.reserve(end - part * size);
        for (std::size_t i = part * size; i < end; ++i) {
          addItem(frame, contents.drawn[i], parts[part]);
        }
      }
    });
    if (stop.stop_requested()) return false;
    std::size_t itemCount = 0;
    for (const SceneItems& part : parts) itemCount += part.items.size();
    scene.items.reserve(itemCount);
    for (SceneItems& part : parts) part.moveTo(scene);
    return true;
  }

  std::optional<SceneLight> lightAt(std::size_t index, TimeCode time, Diagnostics& problems) {
    const Prim& prim = contents.lights[index].prim;
    if (keptLights.empty() || isLightVarying[index]) return readLight(prim, time, problems);
    std::optional<KeptLight>& kept = keptLights[index];
    if (!kept || kept->isAtDefault != time.isDefault()) {
      kept.emplace();
      kept->isAtDefault = time.isDefault();
      kept->light = readLight(prim, time, kept->problems);
    }
    problems.append(kept->problems);
    return kept->light;
  }

  // The profile of a light's file, which is read once.
  std::shared_ptr<const IesProfile> profileOf(const SceneLight& light, Diagnostics& problems) {
    if (light.iesFile.empty()) return nullptr;
    const auto [place, isNew] = profiles.try_emplace(light.iesFile);
    if (isNew) {
      const FileBytesResult file = stage->resolver().open(light.iesFile);
      place->second =
          file.bytes ? readIesProfile(file.bytes->text()) : IesResult{nullptr, file.problem};
    }
    if (!place->second.profile) {
      problems.report(
          kBadProfile, {.path = light.path.text()},
          "The profile " + light.iesFile +
              " cannot be read, and the light shines without it: " + place->second.problem);
    }
    return place->second.profile;
  }

  // Whether a scene differs from the last one only in its time and the lenses of its cameras. The
  // default time may have other values than all samples. Skeletons that move nothing may vary, so
  // scenes with bones are always made.
  bool isSameAsLast(TimeCode time, const ExtractOptions& options) const {
    return lastScene && !isAnimated && !options.hasBones && lastOptions == options &&
           lastScene->time.isDefault() == time.isDefault();
  }

  std::shared_ptr<const Scene> extract(TimeCode time, const std::stop_token& stop,
                                       const ExtractOptions& options) {
    if (isSameAsLast(time, options)) {
      auto same = std::make_shared<Scene>(*lastScene);
      same->time = time;
      same->content.adopt(lastScene->content);
      for (std::size_t i = 0; i < contents.cameras.size(); ++i) {
        const glm::dmat4 worldFromView = same->cameras[i].worldFromView;
        same->cameras[i] = readCamera(contents.cameras[i].prim, time);
        same->cameras[i].worldFromView = worldFromView;
      }
      return same;
    }
    auto scene = std::make_shared<Scene>();
    scene->time = time;
    scene->content.renew();
    scene->source = source;
    scene->images = images;
    scene->isZUp = stage->upAxis() == geom::kZ;
    const double metersPerUnit = stage->metersPerUnit();
    if (metersPerUnit > 0.0 && std::isfinite(metersPerUnit)) scene->metersPerUnit = metersPerUnit;
    scene->materials = materialsAt(time);
    scene->primCount = contents.primCount;
    scene->diagnostics = diagnostics;

    const std::vector<SkelPose> poses = posesAt(time, options);
    const SceneNodes::Placement authored = contents.nodes.placementAt(time);
    std::optional<SceneNodes::Placement> withRigid;
    if (!contents.rigid.empty()) {
      withRigid = withRigidPrims(authored, time, poses, scene->diagnostics);
    }
    const SceneNodes::Placement& placed = withRigid ? *withRigid : authored;
    const InstanceTable instances = computeInstances(contents, time, placed, scene->diagnostics);
    const SceneFrame frame{time,  options,  contents, scene->materials.span(),
                           poses, authored, placed,   instances};
    if (!updateDrawables(time, options.complexity, stop) || !addItems(frame, stop, *scene))
      return nullptr;
    if (options.hasBones) {
      for (const BonesUse& use : contents.bones) {
        const SkeletonUse& skeleton = contents.skeletons[use.skeleton];
        addBones(use, skeleton, poses[use.skeleton], authored.worldFromLocal[skeleton.node],
                 *scene);
      }
    }
    for (const Item& item : scene->items) {
      const bool isFramed = item.purpose != Purpose::Guide && item.purpose != Purpose::Other;
      if (item.isVisible && isFramed) scene->bounds.add(item.worldBounds);
    }
    for (const CameraUse& use : contents.cameras) {
      SceneCamera camera = readCamera(use.prim, time);
      camera.worldFromView = placed.worldFromLocal[use.node];
      scene->cameras.push_back(camera);
    }
    for (std::size_t i = 0; i < contents.lights.size(); ++i) {
      const LightUse& use = contents.lights[i];
      if (!placed.isVisible[use.node]) continue;
      std::optional<SceneLight> light = lightAt(i, time, scene->diagnostics);
      if (!light) continue;
      light->worldFromLight = placed.worldFromLocal[use.node] * light->worldFromLight;
      light->ies = profileOf(*light, scene->diagnostics);
      light->link = use.link;
      light->shadowLink = use.shadowLink;
      scene->lights.push_back(*std::move(light));
    }
    if (!isAnimated) {
      lastScene = scene;
      lastOptions = options;
    }
    return scene;
  }
};

SceneExtractor::State::State(std::shared_ptr<const Stage> s) : stage(std::move(s)) {}

SceneExtractor::State::~State() = default;

SceneExtractor::State::Collected& SceneExtractor::State::collected() {
  // Other threads may be waiting for the first one, which must not run their parallel work.
  std::call_once(isMade,
                 [this] { runIsolated([this] { made = std::make_unique<Collected>(stage); }); });
  return *made;
}

SceneExtractor::SceneExtractor(std::shared_ptr<const Stage> stage)
    : state_(std::make_unique<State>(std::move(stage))) {}

SceneExtractor::~SceneExtractor() = default;

std::shared_ptr<const Scene> SceneExtractor::extract(TimeCode time, std::stop_token stop,
                                                     const ExtractOptions& options) {
  noteLongWork("extracts a scene");
  State::Collected& collected = state_->collected();
  const std::lock_guard lock(collected.mutex);
  std::shared_ptr<const Scene> scene;
  // Other threads may be waiting for the lock. While this thread waits for its own parallel loops,
  // it must therefore not run parallel work of others, which might need the lock.
  runIsolated([&] { scene = collected.extract(time, stop, options); });
  return scene;
}

bool SceneExtractor::isAnimated() const { return state_->collected().isAnimated; }

TimeCodeRange SceneExtractor::timeRange() const {
  const Stage& stage = *state_->stage;
  if (const auto playable = playableRange(stage)) return *playable;
  const TimeCodeRange authored = stage.timeCodeRange();
  const bool isFinite = std::isfinite(authored.start) && std::isfinite(authored.end);
  // Without an authored range, or if there is nothing to play in it: the range of all samples.
  return authored.isAuthored && isFinite && !isAnimated() ? authored : rangeOfSamples(stage);
}

}  // namespace usdscope
