// SPDX-License-Identifier: Apache-2.0
#include "app/cli/BakedLayer.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>

#include "engine/format/LayerCache.h"
#include "engine/layer/Fields.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/scene/Bounds.h"
#include "engine/schema/Extent.h"
#include "engine/schema/SchemaNames.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {
namespace {

using Extent = Array<glm::vec3>;

// The extent of an empty box has its corners swapped.
Extent extentOf(const Box& box) {
  constexpr float kMost = std::numeric_limits<float>::max();
  if (box.isEmpty()) return {glm::vec3(kMost), glm::vec3(-kMost)};
  return {glm::vec3(box.min), glm::vec3(box.max)};
}

Extent extentOf(const Array<glm::vec3>& points) {
  Box box;
  for (const glm::vec3& point : points) box.add(glm::dvec3(point));
  return extentOf(box);
}

// The default and the samples of one attribute.
struct Samples {
  Value atDefault;
  std::vector<double> times;
  std::vector<Value> values;

  void add(TimeCode time, Value value) {
    if (time.isDefault()) {
      atDefault = std::move(value);
    } else {
      times.push_back(time.time());
      values.push_back(std::move(value));
    }
  }
};

class BakedLayerBuilder {
 public:
  explicit BakedLayerBuilder(std::string identifier) : identifier_(std::move(identifier)) {}

  // Adds the scene as sublayer, and copies the fields that apply only in a root layer.
  void addScene(const Layer& scene) {
    const PrimSpec root = scene.pseudoRoot();
    for (const Token name : root.fieldNames()) {
      if (name != fields::kSubLayers && name != fields::kSubLayerOffsets &&
          name != fields::kPrimOrder && name != fields::kLayerRelocates) {
        builder_.setPrimField(LayerBuilder::kRoot, name, root.field(name));
      }
    }
    const std::filesystem::path folder = std::filesystem::path(identifier_).parent_path();
    std::filesystem::path path =
        std::filesystem::path(scene.identifier()).lexically_relative(folder);
    std::string text = path.empty() ? scene.identifier() : path.generic_string();
    if (!text.starts_with("../") && !text.starts_with('/')) text.insert(0, "./");
    builder_.setPrimField(LayerBuilder::kRoot, fields::kSubLayers,
                          Value(std::vector<std::string>{text}));
    // The reference requires one offset for each sublayer of a crate.
    builder_.setPrimField(LayerBuilder::kRoot, fields::kSubLayerOffsets,
                          Value(std::vector<LayerOffset>(1)));
  }

  void endSkelRoot(const Prim& root) {
    const auto prim = builder_.addPath(root.path());
    builder_.setPrimField(prim, fields::kSpecifier, Value(Specifier::Def));
    builder_.setPrimField(prim, fields::kTypeName, Value(types::kXform));
  }

  void add(const Prim& on, Token name, const char* typeName, Samples samples) {
    const auto attribute =
        builder_.addProperty(builder_.addPath(on.path()), name, PropertyKind::Attribute);
    builder_.setPropertyField(attribute, fields::kTypeName, Value(Token(typeName)));
    if (!samples.atDefault.isEmpty()) {
      builder_.setPropertyField(attribute, fields::kDefault, std::move(samples.atDefault));
    }
    if (samples.times.empty()) return;
    builder_.setPropertyField(attribute, fields::kTimeSamples,
                              Value(TimeSamples(Array<double>(std::move(samples.times)),
                                                Array<Value>(std::move(samples.values)))));
  }

  void addTransform(const BakedPrim& baked) {
    Samples samples;
    for (std::size_t i = 0; i < baked.times.size(); ++i) {
      const auto& matrix = baked.deformed[i].parentFromLocal;
      if (matrix) samples.add(baked.times[i], Value(*matrix));
    }
    add(baked.prim, geom::kXformOpTransform, "matrix4d", std::move(samples));
    const auto order = builder_.addProperty(builder_.addPath(baked.prim.path()),
                                            geom::kXformOpOrder, PropertyKind::Attribute);
    builder_.setPropertyField(order, fields::kTypeName, Value(Token("token[]")));
    builder_.setPropertyField(order, fields::kVariability, Value(Variability::Uniform));
    // The reference drops the reset here, which moves the prim.
    std::vector<Token> ops;
    if (baked.resetsXformStack) ops.push_back(geom::kResetXformStack);
    ops.push_back(geom::kXformOpTransform);
    builder_.setPropertyField(order, fields::kDefault, Value(Array<Token>(std::move(ops))));
  }

  using Vectors = std::optional<Array<glm::vec3>> Deformed::*;

  void addVectors(const BakedPrim& baked, Token name, const char* typeName, Vectors which) {
    Samples samples;
    for (std::size_t i = 0; i < baked.times.size(); ++i) {
      const auto& values = baked.deformed[i].*which;
      if (values) samples.add(baked.times[i], Value(*values));
    }
    add(baked.prim, name, typeName, std::move(samples));
  }

  void addMeshExtent(const BakedPrim& baked) {
    Samples samples;
    for (std::size_t i = 0; i < baked.times.size(); ++i) {
      const auto& points = baked.deformed[i].points;
      if (points) samples.add(baked.times[i], Value(extentOf(*points)));
    }
    add(baked.prim, geom::kExtent, "float3[]", std::move(samples));
  }

  // Returns the layer built so far. The builder continues from it.
  std::shared_ptr<const Layer> snapshot() {
    const auto layer = builder_.build({identifier_});
    builder_ = LayerBuilder(*layer);
    return layer;
  }

 private:
  std::string identifier_;
  LayerBuilder builder_;
};

// Returns the ancestor models of baked prims that have a hint, each with the times of its baked
// prims.
std::map<std::string, std::pair<Prim, std::vector<TimeCode>>> modelsWithHints(
    const BakedSkinning& baked) {
  std::map<std::string, std::pair<Prim, std::vector<TimeCode>>> models;
  for (const BakedPrim& prim : baked.prims) {
    for (Prim at = prim.prim; at && !at.isPseudoRoot(); at = at.parent()) {
      if (!at.isModel() || !at.attribute(geom::kExtentsHint)) continue;
      auto& [model, times] = models[at.path().text()];
      model = at;
      times.insert(times.end(), prim.times.begin(), prim.times.end());
    }
  }
  for (auto& [path, model] : models) {
    std::vector<TimeCode>& times = model.second;
    std::ranges::sort(times, [](TimeCode a, TimeCode b) {
      if (a.isDefault() || b.isDefault()) return a.isDefault() && b.isNumeric();
      return a.time() < b.time();
    });
    times.erase(std::ranges::unique(times).begin(), times.end());
  }
  return models;
}

std::shared_ptr<const Stage> composeBaked(const std::shared_ptr<const Stage>& stage,
                                          std::shared_ptr<const Layer> layer) {
  StageRequest request = stage->request();
  request.rootLayer = layer->identifier();
  const std::shared_ptr<LayerCache> layers(stage, &stage->layers());
  layers->replace(std::move(layer));
  return composeStage(request, layers).stage;
}

}  // namespace

std::shared_ptr<const Layer> makeBakedLayer(const std::shared_ptr<const Stage>& stage,
                                            const BakedSkinning& baked, const std::string& file,
                                            const BakedLayerOptions& options) {
  std::error_code error;
  BakedLayerBuilder builder(std::filesystem::weakly_canonical(file, error).string());
  builder.addScene(*stage->rootLayer());
  for (const Prim& root : baked.skelRoots) builder.endSkelRoot(root);
  std::vector<const BakedPrim*> withoutExtent;
  for (const BakedPrim& prim : baked.prims) {
    if (prim.changesPoints) {
      builder.addVectors(prim, geom::kPoints, "point3f[]", &Deformed::points);
      if (options.extents && prim.prim.isA(types::kMesh)) {
        builder.addMeshExtent(prim);
      } else if (options.extents) {
        withoutExtent.push_back(&prim);
      }
    }
    if (prim.changesNormals) {
      builder.addVectors(prim, geom::kNormals, "normal3f[]", &Deformed::normals);
    }
    if (prim.changesTransform) builder.addTransform(prim);
  }

  // Extents and hints that are computed on the baked stage.
  if (!withoutExtent.empty()) {
    const auto bakedStage = composeBaked(stage, builder.snapshot());
    for (const BakedPrim* prim : bakedStage ? withoutExtent : std::vector<const BakedPrim*>()) {
      const Prim now = bakedStage->primAt(prim->prim.path());
      Samples samples;
      for (const TimeCode time : prim->times) {
        const std::optional<Box> extent = now ? extentFromGeometry(now, time) : std::nullopt;
        if (extent) samples.add(time, Value(extentOf(*extent)));
      }
      builder.add(prim->prim, geom::kExtent, "float3[]", std::move(samples));
    }
  }
  const auto models = modelsWithHints(baked);
  if (options.extentsHints && !models.empty()) {
    const auto bakedStage = composeBaked(stage, builder.snapshot());
    for (const auto& [path, model] : models) {
      const Prim now = bakedStage ? bakedStage->primAt(model.first.path()) : Prim();
      Samples samples;
      for (const TimeCode time : now ? model.second : std::vector<TimeCode>()) {
        std::vector<glm::vec3> hint;
        for (const Box& box : BoundsCache(time).extentsHint(now)) {
          const Extent extent = extentOf(box);
          hint.insert(hint.end(), extent.begin(), extent.end());
        }
        samples.add(time, Value(Array<glm::vec3>(std::move(hint))));
      }
      builder.add(model.first, geom::kExtentsHint, "float3[]", std::move(samples));
    }
  }
  return builder.snapshot();
}

}  // namespace usdscope
