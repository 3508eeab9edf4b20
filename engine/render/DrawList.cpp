// SPDX-License-Identifier: Apache-2.0
#include "engine/render/DrawList.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/render/ReducedDetail.h"
#include "engine/render/Shown.h"
#include "engine/scene/Bones.h"

namespace usdscope {
namespace {

// The colour of highlighted bones.
constexpr glm::vec4 kHighlightColor(1.0f, 0.86f, 0.25f, 1.0f);

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

  DrawList run() {
    const bool isReduced = settings_.triangleBudget > 0;
    if (isReduced) reduced_ = reduceDetail(scene_, frustum_, settings_);
    for (const Item& item : scene_.items) {
      if (!item.geometry || !item.isVisible || !isShown(item.purpose, settings_)) continue;
      if (item.geometry->vertexCount() == 0 || item.geometry->indices.empty()) continue;
      const auto index = static_cast<std::size_t>(&item - scene_.items.data());
      if (!frustum_.mightSee(item.worldBounds)) {
        cache_.touch(item);
      } else if (isReduced && reduced_.items[index] == ReducedDetail::Kind::Box) {
        cache_.touch(item);
        addBoxes(item);
      } else {
        addItem(item);
      }
    }
    isBones_ = true;
    for (const Item& item : scene_.bones) {
      const bool isWanted = hasBones(item.path) || item.path == settings_.highlightedBones.skeleton;
      if (isWanted && frustum_.mightSee(item.worldBounds)) addItem(item);
    }
    std::ranges::stable_sort(list_.translucent, std::ranges::greater{}, &DrawCall::depth);
    // Sorting by state saves changes of textures and buffers.
    const auto byState = [](const DrawCall& a, const DrawCall& b) {
      return a.material != b.material ? a.material < b.material : a.geometry < b.geometry;
    };
    std::ranges::stable_sort(list_.opaque, byState);
    std::ranges::stable_sort(list_.cutout, byState);
    return std::move(list_);
  }

 private:
  bool hasBones(Path skeleton) const {
    if (settings_.bones == BonesDisplay::Off) return false;
    return !settings_.bonesOf ||
           std::ranges::find(*settings_.bonesOf, skeleton) != settings_.bonesOf->end();
  }

  std::uint32_t itemIndex() const { return static_cast<std::uint32_t>(list_.items.size()) - 1; }

  // The objects that are added from now on belong to this item.
  void beginItem(const Item& item) {
    DrawnItem& begun = list_.items.emplace_back();
    begun.path = item.path;
    begun.firstObject = static_cast<std::uint32_t>(list_.objects.size());
    if (item.instancers.empty()) return;
    begun.instancing = static_cast<std::uint32_t>(list_.instancing.size());
    list_.instancing.push_back({item.instancers, item.instanceIds});
  }
  void endItem() {
    DrawnItem& ended = list_.items.back();
    ended.objectCount = static_cast<std::uint32_t>(list_.objects.size()) - ended.firstObject;
  }

  void addItem(const Item& item) {
    GpuGeometry& geometry = cache_.geometry(item.geometry);
    if (!geometry.problem.empty()) return report(item, geometry.problem);
    DrawCall call;
    call.geometry = &geometry;
    call.isDoubleSided = item.isDoubleSided;
    call.worldBounds = item.worldBounds;
    if (!item.worldBounds.isEmpty()) {
      const glm::dvec3 relative = item.worldBounds.center() - frustum_.position;
      call.depth = -(frustum_.viewFromRelative * glm::dvec4(relative, 1.0)).z;
    }
    if (item.skin && !addSkinning(item, call)) return;
    beginItem(item);
    // Mirrored objects have the opposite winding order, so they need draw calls of their own.
    for (const bool isMirrored : {false, true}) {
      call.isMirrored = isMirrored;
      call.firstObject = static_cast<std::uint32_t>(list_.objects.size());
      addObjects(item, geometry, call);
      call.objectCount = static_cast<std::uint32_t>(list_.objects.size()) - call.firstObject;
      if (call.objectCount > 0) addCalls(item, call);
    }
    endItem();
  }

  // Adds the bounds of an item, or of its instances, as boxes: every boxStride-th of all boxes.
  void addBoxes(const Item& item) {
    DrawCall call;
    call.geometry = &cache_.geometry(boxGeometry());
    call.worldBounds = item.worldBounds;
    call.isDoubleSided = true;
    call.indexCount = static_cast<std::uint32_t>(boxGeometry()->indices.size());
    call.firstObject = static_cast<std::uint32_t>(list_.objects.size());
    beginItem(item);
    ObjectRecord record;
    record.color = item.color;
    record.flags.x = kObjectHasNormals;
    const auto add = [&](const glm::dmat4& worldFromBox, std::int32_t instance) {
      if (boxCount_++ % reduced_.boxStride != 0 || !isFinite(worldFromBox)) return;
      glm::dmat4 relative = worldFromBox;
      relative[3] -= glm::dvec4(frustum_.position, 0.0);
      record.relativeFromLocal = glm::mat4(relative);
      list_.objects.push_back(record);
      list_.sources.push_back({itemIndex(), instance});
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
    call.objectCount = list_.items.back().objectCount;
    if (call.objectCount == 0) return;
    list_.triangleCount += std::size_t{call.indexCount} / 3 * call.objectCount;
    list_.opaque.push_back(call);
  }

  bool addSkinning(const Item& item, DrawCall& call) {
    GpuSkin& skin = cache_.skin(item);
    std::string problem = skin.problem;
    if (problem.empty() && !hasPose(scene_, item)) {
      problem = "The scene lacks joint matrices or blend weights of the skin.";
    }
    if (!problem.empty()) {
      report(item, problem);
      return false;
    }
    call.firstSkinnedVertex = list_.skinnedVertexCount;
    list_.skinned.push_back({&item, &skin, list_.skinnedVertexCount});
    list_.skinnedVertexCount += static_cast<std::uint32_t>(item.geometry->vertexCount());
    return true;
  }

  void addObjects(const Item& item, const GpuGeometry& geometry, const DrawCall& call) {
    const Geometry& g = *geometry.geometry;
    ObjectRecord record;
    record.color = item.color;
    record.flags.y = std::bit_cast<std::uint32_t>(item.widthScale);
    if (!g.colors.empty()) record.flags.x |= kObjectHasColors;
    if (!g.texCoords.empty()) record.flags.x |= kObjectHasTexCoords;
    if (!g.widths.empty()) record.flags.x |= kObjectHasWidths;
    if (!g.normals.empty()) record.flags.x |= kObjectHasNormals;
    if (call.isMirrored) record.flags.x |= kObjectIsMirrored;
    const auto add = [&](const glm::dmat4& worldFromLocal, std::int32_t instance) {
      const bool isMirrored = glm::determinant(glm::dmat3(worldFromLocal)) < 0.0;
      if (isMirrored != call.isMirrored || !isFinite(worldFromLocal)) return;
      glm::dmat4 relative = worldFromLocal;
      relative[3] -= glm::dvec4(frustum_.position, 0.0);
      record.relativeFromLocal = glm::mat4(relative);
      if (instance >= 0 && std::size_t(instance) < item.instanceColors.size()) {
        record.color = item.instanceColors[static_cast<std::size_t>(instance)];
      }
      list_.objects.push_back(record);
      list_.sources.push_back({itemIndex(), instance});
    };
    if (item.instances.empty()) return add(item.worldFromLocal, -1);
    for (std::size_t i = 0; i < item.instances.size(); ++i) {
      add(item.instances[i], static_cast<std::int32_t>(i));
    }
  }

  void addCalls(const Item& item, DrawCall call) {
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

  void addCall(const Item& item, DrawCall& call, const GeometryPart& part) {
    if (part.indexCount == 0) return;
    call.firstIndex = part.firstIndex;
    call.indexCount = part.indexCount;
    if (isBones_) return addBones(item, call);
    const bool isGeometryOnly = settings_.shading == ShadingMode::GeomOnly ||
                                settings_.shading == ShadingMode::GeomSmooth ||
                                settings_.shading == ShadingMode::GeomFlat;
    const bool usesMaterials = settings_.usesSceneMaterials && !isGeometryOnly;
    call.material =
        usesMaterials ? GpuMaterials::blockOf(part.material, materials_.materialCount()) : 0;
    switch (item.geometry->primitive) {
      case Primitive::Lines:
        return list_.lines.push_back(call);
      case Primitive::Points:
        return list_.dots.push_back(call);
      case Primitive::Triangles:
        break;
    }
    list_.triangleCount += std::size_t{part.indexCount} / 3 * call.objectCount;
    const GpuMaterial& material = materials_.material(call.material);
    Coverage coverage = material.coverage;
    const auto isSheer = [](const glm::vec4& color) { return color.w < 0.999f; };
    const bool isTranslucent =
        !item.geometry->colors.empty()
            ? call.geometry->hasTranslucentColors
            : isSheer(item.color) || std::ranges::any_of(item.instanceColors, isSheer);
    if (material.usesDisplayOpacity && isTranslucent) coverage = Coverage::Translucent;
    switch (coverage) {
      case Coverage::Opaque:
        return list_.opaque.push_back(call);
      case Coverage::Cutout:
        return list_.cutout.push_back(call);
      case Coverage::Translucent:
        return list_.translucent.push_back(call);
      case Coverage::Invisible:
        return;
    }
  }

  void addBones(const Item& item, DrawCall call) {
    if (hasBones(item.path)) list_.bones.push_back(call);
    if (item.path != settings_.highlightedBones.skeleton || call.objectCount != 1) return;
    ObjectRecord record = list_.objects[call.firstObject];
    record.color = kHighlightColor;
    record.flags.x &= ~kObjectHasColors;
    call.firstObject = static_cast<std::uint32_t>(list_.objects.size());
    list_.objects.push_back(record);
    list_.sources.push_back({itemIndex(), -1});
    for (const std::uint32_t bone : settings_.highlightedBones.bones) {
      call.indexCount = kIndicesPerBone;
      if (bone >= item.geometry->indices.size() / kIndicesPerBone) continue;
      call.firstIndex = bone * kIndicesPerBone;
      list_.highlightedBones.push_back(call);
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
  DrawList list_;
  ReducedDetail reduced_;     // Used with a triangle budget.
  std::size_t boxCount_ = 0;  // Number of boxes, drawn or not.
  bool isBones_ = false;      // True while the bones of the scene are added.
};

}  // namespace

const DrawnInstancing& DrawList::instancingOf(const DrawnItem& item) const {
  static const DrawnInstancing kNothing;
  return item.instancing == DrawnItem::kNone ? kNothing : instancing[item.instancing];
}

DrawList buildDrawList(const Scene& scene, const CameraFrustum& frustum,
                       const RenderSettings& settings, const GpuMaterials& materials,
                       GpuCache& cache, Diagnostics& diagnostics) {
  return Builder(scene, frustum, settings, materials, cache, diagnostics).run();
}

}  // namespace usdscope
