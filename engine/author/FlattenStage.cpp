// SPDX-License-Identifier: Apache-2.0
#include "engine/author/FlattenStage.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <vector>

#include "engine/author/detail/FlattenPrim.h"
#include "engine/base/Parallel.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/stage/resolve/FlattenedMetadata.h"

namespace usdscope {
namespace {

constexpr std::size_t kBatchSize = 1024;
constexpr std::size_t kGrain = 32;

constexpr PrimFilter kFilter = [] {
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = false;
  return filter;
}();

class Flattening {
 public:
  Flattening(const Stage& stage, const FlattenOptions& options, Diagnostics& diagnostics)
      : stage_(stage), options_(options), diagnostics_(diagnostics) {}

  std::shared_ptr<const Layer> run() {
    findPrototypes();
    for (const Prim& prototype : prototypes_) addTree(prototype);
    addPseudoRoot();
    addTree(stage_.pseudoRoot());
    if (options_.stop.stop_requested()) return nullptr;
    return builder_.build({.identifier = "anon:flattened.usda"});
  }

 private:
  // Finds prototypes in the order of their instances, first on the stage, then in other prototypes.
  void findPrototypes() {
    std::size_t number = 1;
    const auto findIn = [&](const Prim& root) {
      traverse(root, kFilter, [&](const Prim& prim) {
        if (!prim.isActive() || !prim.isInstance()) return prim.isActive();
        const Prim prototype = prim.prototype();
        if (!flattened_.contains(prototype.path())) {
          flattened_.emplace(prototype.path(), freeName(number));
          prototypes_.push_back(prototype);
        }
        return true;
      });
    };
    findIn(stage_.pseudoRoot());
    for (std::size_t i = 0; i < prototypes_.size(); ++i) findIn(prototypes_[i]);
  }

  // The next prototype name that no prim of the stage has.
  Path freeName(std::size_t& number) const {
    Path path;
    do {
      path = Path::root().child(Token(fmt::format("Flattened_Prototype_{}", number++)));
    } while (stage_.primAt(path));
    return path;
  }

  void addPseudoRoot() {
    const Prim root = stage_.pseudoRoot();
    for (auto& [field, value] : flattenedMetadata(root)) {
      builder_.setPrimField(LayerBuilder::kRoot, field, std::move(value));
    }
    if (!options_.hasSourceComment) return;
    const Value* present = builder_.primField(LayerBuilder::kRoot, fields::kDocumentation);
    std::string text = present ? present->valueOr(std::string()) : std::string();
    if (!text.empty()) text += "\n\n";
    std::error_code error;
    const std::string& identifier = stage_.rootLayer()->identifier();
    const auto real = std::filesystem::weakly_canonical(identifier, error);
    text += fmt::format("Generated from Composed Stage of root layer {}\n",
                        error ? identifier : real.string());
    builder_.setPrimField(LayerBuilder::kRoot, fields::kDocumentation, Value(std::move(text)));
  }

  // Flattens prims in parallel and adds them in traversal order.
  void addTree(const Prim& root) {
    std::vector<Prim> prims;
    traverse(root, kFilter, [&](const Prim& prim) {
      if (prim.isActive() && !prim.isPseudoRoot()) prims.push_back(prim);
      return prim.isActive();  // Inactive prims and their descendants are ignored.
    });
    const PrimFlattening flatten(stage_, flattened_, options_.time);
    std::vector<FlattenedPrim> batch(std::min(kBatchSize, prims.size()));
    for (std::size_t begin = 0; begin < prims.size(); begin += batch.size()) {
      if (options_.stop.stop_requested()) return;
      const std::size_t count = std::min(batch.size(), prims.size() - begin);
      parallelFor(count, kGrain, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) flatten(prims[begin + i], batch[i]);
      });
      for (std::size_t i = 0; i < count; ++i) addPrim(batch[i]);
      flattenedCount_ += count;
      if (options_.onProgress) {
        options_.onProgress(std::min(1.0, double(flattenedCount_) / double(stage_.rowCount())));
      }
    }
  }

  void addPrim(FlattenedPrim& prim) {
    diagnostics_.append(prim.problems);
    const LayerBuilder::PrimId parent = builder_.findPrim(prim.path.parent());
    const LayerBuilder::PrimId to = builder_.addPrim(parent, prim.path.name());
    std::size_t field = 0;
    for (; field < prim.fieldsEnd; ++field) {
      builder_.setPrimField(to, prim.fields[field].first, std::move(prim.fields[field].second));
    }
    for (const FlattenedProperty& property : prim.properties) {
      const auto at = builder_.addProperty(to, property.name, property.kind);
      for (; field < property.fieldsEnd; ++field) {
        builder_.setPropertyField(at, prim.fields[field].first,
                                  std::move(prim.fields[field].second));
      }
    }
  }

  const Stage& stage_;
  const FlattenOptions& options_;
  Diagnostics& diagnostics_;
  LayerBuilder builder_;
  std::deque<Prim> prototypes_;
  FlattenedPrototypes flattened_;
  std::size_t flattenedCount_ = 0;
};

}  // namespace

std::shared_ptr<const Layer> flattenStage(const Stage& stage, const FlattenOptions& options,
                                          Diagnostics& diagnostics) {
  return Flattening(stage, options, diagnostics).run();
}

}  // namespace usdscope
