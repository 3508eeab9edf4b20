// SPDX-License-Identifier: Apache-2.0
#include "engine/render/DrawTable.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "engine/base/Hash.h"
#include "engine/render/IdColor.h"
#include "engine/render/ReducedDetail.h"
#include "engine/render/Shown.h"
#include "engine/render/passes/SurfacePass.h"
#include "engine/scene/Bones.h"

namespace usdscope {
namespace {

// The colour of highlighted bones.
constexpr glm::vec4 kHighlightColor(1.0f, 0.86f, 0.25f, 1.0f);

// Batches of fewer triangles are drawn faster than their objects are compared.
constexpr std::size_t kFewTriangles = 1'000'000;

// Each of the instances of a volume has a place in the order of depths, up to this number.
constexpr std::uint32_t kMostSortedVolumes = 4096;

bool isAffine(const glm::dmat4& m) {
  return m[0].w == 0.0 && m[1].w == 0.0 && m[2].w == 0.0 && m[3].w == 1.0;
}

bool isFinite(const glm::dmat4& matrix) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      if (!std::isfinite(matrix[c][r])) return false;
    }
  }
  return true;
}

// Whether a skinned item has the matrices and weights that its skin requires.
bool hasPose(const Scene& scene, const Item& item) {
  const auto fits = [](std::size_t first, std::size_t count, std::size_t size) {
    return first <= size && count <= size - first;
  };
  const Skin& skin = *item.skin;
  return (skin.influencesPerVertex == 0 ||
          fits(item.firstPaletteMatrix, skin.jointCount, scene.palette.size())) &&
         fits(item.firstBlendWeight, skin.blendShapes.size(), scene.blendWeights.size());
}

class Builder {
 public:
  Builder(const Scene& scene, const CameraFrustum& frustum, const RenderSettings& settings,
          const GpuMaterials& materials, GpuCache& cache, Diagnostics& diagnostics)
      : scene_(scene),
        frustum_(frustum),
        settings_(settings),
        materials_(materials),
        cache_(cache),
        diagnostics_(diagnostics) {}

  DrawTable run() {
    const bool isReduced = settings_.triangleBudget > 0;
    if (isReduced) reduced_ = reduceDetail(scene_, frustum_, settings_);
    reserve();
    for (std::size_t i = 0; i < scene_.items.size(); ++i) {
      const Item& item = scene_.items[i];
      if (!item.geometry || !item.isVisible || !isShown(item.purpose, settings_)) continue;
      if (item.geometry->vertexCount() == 0 || item.geometry->indices.empty()) continue;
      if (isReduced && !frustum_.mightSee(item.worldBounds)) {
        cache_.touch(item);
      } else if (isReduced && reduced_.items[i] == ReducedDetail::Kind::Box) {
        cache_.touch(item);
        addBoxes(item);
      } else {
        addItem(item, i);
      }
    }
    isBones_ = true;
    for (std::size_t i = 0; i < scene_.bones.size(); ++i) {
      const Path path = scene_.bones[i].path;
      if (hasBones(path) || path == settings_.highlightedBones.skeleton) {
        addItem(scene_.bones[i], i);
      }
    }
    fillBatches();
    return std::move(table_);
  }

 private:
  void reserve() {
    std::size_t objectCount = 0;
    for (const Item& item : scene_.items) {
      objectCount += std::max<std::size_t>(item.instances.size(), 1);
    }
    table_.objects.reserve(objectCount);
    table_.sources.reserve(objectCount);
    table_.bounds.reserve(objectCount);
    table_.items.reserve(scene_.items.size());
    runs_.reserve(scene_.items.size());
  }

  bool hasBones(Path skeleton) const {
    if (settings_.bones == BonesDisplay::Off) return false;
    return !settings_.bonesOf ||
           std::ranges::find(*settings_.bonesOf, skeleton) != settings_.bonesOf->end();
  }

  struct StateHash {
    std::size_t operator()(const DrawState& state) const {
      std::size_t hash = std::hash<const void*>()(state.geometry);
      hash = hashCombine(hash, state.firstIndex);
      hash = hashCombine(hash, state.material);
      hash = hashCombine(hash, static_cast<std::size_t>(state.pass));
      return hashCombine(hash, (state.isMirrored ? 2u : 0u) + (state.isDoubleSided ? 1u : 0u));
    }
  };

  /// The objects of an item to which a draw call applies.
  struct Call {
    DrawState state;
    std::uint32_t skinned = DrawBatch::kNotSkinned;
    std::uint32_t firstObject = 0;
    std::uint32_t objectCount = 0;
  };
  /// Objects that follow each other, and their batch.
  struct Run {
    std::uint32_t batch = 0;
    std::uint32_t firstObject = 0;
    std::uint32_t objectCount = 0;
  };

  // Replaces the colours of an object by those of its id.
  void showId(const Item& item, std::int32_t instance, ObjectRecord& record) const {
    const InspectionView view = settings_.inspection;
    if (view == InspectionView::Joints) return showJoints(item, record);
    if (view != InspectionView::Prims && view != InspectionView::Instances &&
        view != InspectionView::Subsets && view != InspectionView::Points) {
      return;
    }
    record.flags.x &= ~kObjectHasColors;
    record.color = idColor(item.path.text(), view == InspectionView::Instances ? instance : -1);
  }

  // Gives an object the colour of its skeleton, and the number of its joint if it is rigid. Other
  // objects that joints move have these numbers in place of colours.
  void showJoints(const Item& item, ObjectRecord& record) const {
    if (isBones_ || !hasVertexJoints(item)) record.flags.x &= ~kObjectHasColors;
    record.color = idColor(item.joints ? item.joints->skeleton.text() : item.path.text());
    record.translationLow.w = float(rigidJointNumber(item));
  }

  std::uint32_t itemIndex() const { return static_cast<std::uint32_t>(table_.items.size()) - 1; }
  std::uint32_t nextObject() const { return static_cast<std::uint32_t>(table_.objects.size()); }

  void addObject(const ObjectRecord& record, std::int32_t instance, const Box& world,
                 bool isSurface) {
    table_.objects.push_back(record);
    table_.sources.push_back({itemIndex(), instance});
    table_.bounds.push_back({world, isSurface});
  }

  void addRun(const Call& call) {
    const DrawState& state = call.state;
    const bool isAlone = call.skinned != DrawBatch::kNotSkinned ||
                         state.pass == DrawPass::Translucent || state.pass == DrawPass::Volumes ||
                         state.pass == DrawPass::HighlightedBones;
    std::uint32_t batch = lastBatch_;
    if (isAlone || batch == DrawnItem::kNone || table_.batches[batch].state != state) {
      batch = static_cast<std::uint32_t>(table_.batches.size());
      bool isNew = true;
      if (!isAlone) {
        const auto [known, isAdded] = batchOfState_.try_emplace(state, batch);
        batch = known->second;
        isNew = isAdded;
      }
      if (isNew) {
        DrawBatch& added = table_.batches.emplace_back();
        added.state = state;
        added.skinned = call.skinned;
      }
      lastBatch_ = isAlone ? DrawnItem::kNone : batch;
    }
    runs_.push_back({batch, call.firstObject, call.objectCount});
    table_.batches[batch].memberCount += call.objectCount;
  }

  // Sorts the batches, and lists the members of each.
  void fillBatches() {
    std::vector<std::uint32_t> sorted(table_.batches.size());
    for (std::uint32_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
    // Sorting by material saves changes of textures.
    std::ranges::stable_sort(sorted, [&](std::uint32_t a, std::uint32_t b) {
      const DrawState& first = table_.batches[a].state;
      const DrawState& second = table_.batches[b].state;
      if (first.pass != second.pass) return first.pass < second.pass;
      return first.pass <= DrawPass::Cutout && first.material < second.material;
    });
    std::vector<DrawBatch> batches;
    batches.reserve(sorted.size());
    std::vector<std::uint32_t> places(sorted.size());
    std::uint32_t memberCount = 0;
    for (const std::uint32_t from : sorted) {
      places[from] = static_cast<std::uint32_t>(batches.size());
      DrawBatch& batch = batches.emplace_back(table_.batches[from]);
      batch.firstMember = memberCount;
      memberCount += batch.memberCount;
      batch.memberCount = 0;
    }
    table_.batches = std::move(batches);
    table_.members.resize(memberCount);
    for (const Run& run : runs_) {
      DrawBatch& batch = table_.batches[places[run.batch]];
      for (std::uint32_t i = 0; i < run.objectCount; ++i) {
        const std::uint32_t object = run.firstObject + i;
        table_.members[batch.firstMember + batch.memberCount++] = object;
        batch.worldBounds.add(table_.bounds[object].world);
      }
    }
    if (hidesSamePlaces()) {
      for (const DrawBatch& batch : table_.batches) findHiders(batch);
    }
  }

  // Whether of two opaque surfaces in the same place only the first is seen.
  bool hidesSamePlaces() const {
    return !isWireframe(settings_.shading) && settings_.shading != ShadingMode::Points &&
           settings_.inspection != InspectionView::Overdraw;
  }

  // Scenes that are copied into themselves, or nest instances without transforms, have thousands of
  // objects in one place.
  void findHiders(const DrawBatch& batch) {
    if (batch.state.pass != DrawPass::Opaque || batch.skinned != DrawBatch::kNotSkinned) return;
    if (std::size_t{batch.state.indexCount} / 3 * batch.memberCount < kFewTriangles) return;
    const std::span members =
        std::span(table_.members).subspan(batch.firstMember, batch.memberCount);
    const std::vector<std::uint32_t> firsts = firstInSamePlace(table_.objects, members);
    if (firsts.empty()) return;
    table_.hiders.resize(table_.members.size(), kAloneInPlace);
    std::ranges::copy(firsts, table_.hiders.begin() + batch.firstMember);
  }

  // The objects that are added from now on belong to this item.
  void beginItem(const Item& item) {
    DrawnItem& begun = table_.items.emplace_back();
    begun.path = item.path;
    begun.firstObject = nextObject();
    if (item.instancers.empty()) return;
    begun.instancing = static_cast<std::uint32_t>(table_.instancing.size());
    table_.instancing.push_back({item.instancers, item.instanceIds});
  }
  void endItem() {
    DrawnItem& ended = table_.items.back();
    ended.objectCount = static_cast<std::uint32_t>(table_.objects.size()) - ended.firstObject;
  }

  void addItem(const Item& item, std::size_t index) {
    GpuGeometry* geometry = &geometryOf(item);
    if (!geometry->problem.empty()) return report(item, geometry->problem);
    Call call;
    call.state.isDoubleSided = item.isDoubleSided;
    call.state.volume = item.volume;
    if (item.skin && !addSkinning(item, index, call)) return;
    if (settings_.inspection == InspectionView::Joints && !isBones_ && hasVertexJoints(item)) {
      geometry = &cache_.numberedByJoint(item);
    }
    call.state.geometry = geometry;
    beginItem(item);
    nameVertices(item);
    // Mirrored objects have the opposite winding order, so they need draw calls of their own.
    const std::size_t count = std::max<std::size_t>(item.instances.size(), 1);
    for (const bool isMirrored : {false, true}) {
      call.state.isMirrored = isMirrored;
      call.firstObject = nextObject();
      addObjects(item, *geometry, isMirrored);
      call.objectCount = nextObject() - call.firstObject;
      if (call.objectCount > 0) addCalls(item, call);
      if (call.objectCount == count) break;
    }
    endItem();
  }

  // Lets picks name the points and joints at the vertices of the item that has begun.
  void nameVertices(const Item& item) {
    DrawnItem& begun = table_.items.back();
    begun.isDots = item.geometry->primitive == Primitive::Points;
    if (begun.isDots) begun.points = item.geometry->vertexPoints;
    if (!item.joints) return;
    begun.joints = static_cast<std::uint32_t>(table_.joints.size());
    table_.joints.push_back({item.joints, item.geometry, item.skin});
  }

  // Items with equal geometry often follow each other.
  GpuGeometry& geometryOf(const Item& item) {
    if (!lastGeometry_ || lastGeometry_->geometry != item.geometry) {
      lastGeometry_ = &cache_.geometry(item.geometry);
    }
    return *lastGeometry_;
  }

  // Adds the bounds of an item, or of its instances, as boxes: every boxStride-th of all boxes.
  void addBoxes(const Item& item) {
    Call call;
    call.state.geometry = &cache_.geometry(boxGeometry());
    call.state.isDoubleSided = true;
    call.state.indexCount = static_cast<std::uint32_t>(boxGeometry()->indices.size());
    call.firstObject = nextObject();
    beginItem(item);
    ObjectRecord record;
    record.color = item.color;
    record.flags.x = kObjectHasNormals | kObjectIsDoubleSided;
    record.flags.z = item.lights;
    record.flags.w = item.shadows;
    const bool isSurface = settings_.shading != ShadingMode::Points;
    const auto add = [&](const glm::dmat4& worldFromBox, std::int32_t instance) {
      if (boxCount_++ % reduced_.boxStride != 0 || !isFinite(worldFromBox)) return;
      place(worldFromBox, record);
      showId(item, instance, record);
      addObject(record, instance,
                isAffine(worldFromBox) ? transformed(worldFromBox, boxGeometry()->bounds)
                                       : item.worldBounds,
                isSurface);
    };
    if (item.instances.empty()) {
      if (!item.worldBounds.isEmpty()) add(placeOfBox(item.worldBounds), -1);
    } else if (!item.geometry->bounds.isEmpty()) {
      const glm::dmat4 localFromBox = placeOfBox(item.geometry->bounds);
      for (std::size_t i = 0; i < item.instances.size(); ++i) {
        add(item.instances[i] * localFromBox, static_cast<std::int32_t>(i));
      }
    }
    endItem();
    call.objectCount = table_.items.back().objectCount;
    if (call.objectCount > 0) addRun(call);
  }

  bool addSkinning(const Item& item, std::size_t index, Call& call) {
    GpuSkin& skin = cache_.skin(item);
    std::string problem = skin.problem;
    if (problem.empty() && !hasPose(scene_, item)) {
      problem = "The scene lacks joint matrices or blend weights of the skin.";
    }
    if (!problem.empty()) {
      report(item, problem);
      return false;
    }
    call.skinned = static_cast<std::uint32_t>(table_.posed.size());
    table_.posed.push_back({isBones_, index, &skin,
                            static_cast<std::uint32_t>(item.geometry->vertexCount()),
                            item.worldBounds});
    return true;
  }

  static void place(const glm::dmat4& worldFromLocal, ObjectRecord& record) {
    const HighLow translation{glm::dvec3(worldFromLocal[3])};
    record.worldFromLocal = glm::mat4(worldFromLocal);
    record.translationLow = glm::vec4(translation.low, 0.0f);
  }

  void addObjects(const Item& item, const GpuGeometry& geometry, bool isMirrored) {
    const Geometry& g = *geometry.geometry;
    ObjectRecord record;
    record.color = item.color;
    record.flags.y = std::bit_cast<std::uint32_t>(item.widthScale);
    record.flags.z = item.lights;
    record.flags.w = item.shadows;
    if (!g.colors.empty()) record.flags.x |= kObjectHasColors;
    if (!g.texCoords.empty()) record.flags.x |= kObjectHasTexCoords;
    if (!g.widths.empty()) record.flags.x |= kObjectHasWidths;
    if (!g.normals.empty()) record.flags.x |= kObjectHasNormals;
    if (isMirrored) record.flags.x |= kObjectIsMirrored;
    if (item.isDoubleSided) record.flags.x |= kObjectIsDoubleSided;
    const bool isSurface =
        g.primitive == Primitive::Triangles && settings_.shading != ShadingMode::Points;
    const auto isWanted = [&](const glm::dmat4& worldFromLocal) {
      return (glm::determinant(worldFromLocal) < 0.0) == isMirrored && isFinite(worldFromLocal);
    };
    if (item.instances.empty()) {
      if (!isWanted(item.worldFromLocal)) return;
      place(item.worldFromLocal, record);
      showId(item, -1, record);
      return addObject(record, -1, item.worldBounds, isSurface);
    }
    // Instances of skinned items, and of lines with widths, reach beyond their geometry.
    const bool isRigid = !item.skin && g.primitive == Primitive::Triangles;
    for (std::size_t i = 0; i < item.instances.size(); ++i) {
      const glm::dmat4& worldFromLocal = item.instances[i];
      if (!isWanted(worldFromLocal)) continue;
      place(worldFromLocal, record);
      if (i < item.instanceColors.size()) record.color = item.instanceColors[i];
      showId(item, static_cast<std::int32_t>(i), record);
      addObject(record, static_cast<std::int32_t>(i),
                isRigid && isAffine(worldFromLocal)
                    ? grown(transformed(worldFromLocal, g.bounds), double(item.displacement))
                    : item.worldBounds,
                isSurface);
    }
  }

  void addCalls(const Item& item, Call call) {
    const std::size_t indexCount = item.geometry->indices.size();
    if (item.parts.empty()) {
      return addCall(item, call, {0, static_cast<std::uint32_t>(indexCount), -1});
    }
    for (const GeometryPart& part : item.parts) {
      if (part.firstIndex > indexCount || part.indexCount > indexCount - part.firstIndex) {
        report(item, "A part refers to more indices than the geometry has. The part is not drawn.");
        continue;
      }
      addCall(item, call, part);
    }
  }

  void addCall(const Item& item, Call& call, const GeometryPart& part) {
    if (part.indexCount == 0) return;
    call.state.firstIndex = part.firstIndex;
    call.state.indexCount = part.indexCount;
    if (isBones_) return addBones(item, call);
    const bool isGeometryOnly = settings_.shading == ShadingMode::GeomOnly ||
                                settings_.shading == ShadingMode::GeomSmooth ||
                                settings_.shading == ShadingMode::GeomFlat;
    const bool usesMaterials = settings_.usesSceneMaterials && !isGeometryOnly;
    call.state.material =
        usesMaterials ? GpuMaterials::blockOf(part.material, materials_.materialCount()) : 0;
    const std::optional<DrawPass> pass = passOf(item, call.state);
    if (!pass) return;
    call.state.pass = *pass;
    if (*pass != DrawPass::Volumes || call.objectCount > kMostSortedVolumes) return addRun(call);
    // Each has a place in the order of depths.
    for (std::uint32_t i = 0; i < call.objectCount; ++i) {
      Call one = call;
      one.firstObject += i;
      one.objectCount = 1;
      addRun(one);
    }
  }

  // Empty if the material is invisible.
  std::optional<DrawPass> passOf(const Item& item, const DrawState& state) const {
    const GpuMaterial& material = materials_.material(state.material);
    if (material.coverage == Coverage::Invisible) return std::nullopt;
    if (item.volume) return DrawPass::Volumes;
    if (item.geometry->primitive == Primitive::Lines) return DrawPass::Lines;
    if (item.geometry->primitive == Primitive::Points) return DrawPass::Dots;
    if (material.coverage == Coverage::Cutout) return DrawPass::Cutout;
    if (settings_.inspection != InspectionView::None) return DrawPass::Opaque;
    if (material.coverage == Coverage::Translucent) return DrawPass::Translucent;
    const auto isSheer = [](const glm::vec4& color) { return color.w < 0.999f; };
    const bool hasSheerColors =
        !item.geometry->colors.empty()
            ? state.geometry->hasTranslucentColors
            : isSheer(item.color) || std::ranges::any_of(item.instanceColors, isSheer);
    return material.usesDisplayOpacity && hasSheerColors ? DrawPass::Translucent : DrawPass::Opaque;
  }

  void addBones(const Item& item, Call call) {
    if (hasBones(item.path)) {
      call.state.pass = DrawPass::Bones;
      addRun(call);
    }
    if (item.path != settings_.highlightedBones.skeleton || call.objectCount != 1) return;
    ObjectRecord record = table_.objects[call.firstObject];
    record.color = kHighlightColor;
    record.flags.x &= ~kObjectHasColors;
    call.firstObject = nextObject();
    addObject(record, -1, item.worldBounds, true);
    call.state.pass = DrawPass::HighlightedBones;
    for (const std::uint32_t bone : settings_.highlightedBones.bones) {
      call.state.indexCount = kIndicesPerBone;
      if (bone >= item.geometry->indices.size() / kIndicesPerBone) continue;
      call.state.firstIndex = bone * kIndicesPerBone;
      addRun(call);
    }
  }

  void report(const Item& item, const std::string& problem) {
    diagnostics_.report(kBadItem, {.path = item.path.text()}, problem);
  }

  const Scene& scene_;
  const CameraFrustum& frustum_;
  const RenderSettings& settings_;
  const GpuMaterials& materials_;
  GpuCache& cache_;
  Diagnostics& diagnostics_;
  DrawTable table_;
  std::vector<Run> runs_;
  std::unordered_map<DrawState, std::uint32_t, StateHash> batchOfState_;
  std::uint32_t lastBatch_ = DrawnItem::kNone;
  GpuGeometry* lastGeometry_ = nullptr;
  ReducedDetail reduced_;     // Used with a triangle budget.
  std::size_t boxCount_ = 0;  // Number of boxes, drawn or not.
  bool isBones_ = false;      // True while the bones of the scene are added.
};

}  // namespace

std::optional<std::uint32_t> DrawnItem::pointOf(std::uint32_t vertex) const {
  if (!isDots) return std::nullopt;
  if (points.empty()) return vertex;
  return vertex < points.size() ? std::optional(points[vertex]) : std::nullopt;
}

const DrawnInstancing& DrawTable::instancingOf(const DrawnItem& item) const {
  static const DrawnInstancing kNothing;
  return item.instancing == DrawnItem::kNone ? kNothing : instancing[item.instancing];
}

void DrawTable::touch(GpuCache& cache) const {
  for (const DrawBatch& batch : batches) cache.touch(*batch.state.geometry);
  for (const PosedItem& item : posed) cache.touch(*item.skin);
}

DrawTable buildDrawTable(const Scene& scene, const CameraFrustum& frustum,
                         const RenderSettings& settings, const GpuMaterials& materials,
                         GpuCache& cache, Diagnostics& diagnostics) {
  return Builder(scene, frustum, settings, materials, cache, diagnostics).run();
}

}  // namespace usdscope
