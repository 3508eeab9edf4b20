// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/asset/DefaultResolver.h"
#include "engine/compose/Composer.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

/// A scene of the disk, composed prim by prim.
class ComposedScene {
 public:
  /// `session` may be empty. `change` may edit the request.
  ComposedScene(const std::filesystem::path& root, const std::filesystem::path& session,
                const std::function<void(ComposeRequest&)>& change = {})
      : folder_(std::filesystem::weakly_canonical(root).parent_path()),
        layers_(std::make_shared<DefaultResolver>(
            AssetSearch{.workingFolder = {}, .rootFolder = folder_.string(), .searchPaths = {}})) {
    ComposeRequest request;
    request.rootLayer = open(root);
    if (!session.empty()) request.sessionLayer = open(session);
    if (change) change(request);
    if (request.rootLayer) composer_ = std::make_unique<Composer>(std::move(request), layers_);
  }

  /// Null when the root layer cannot be read.
  const Composer* composer() const { return composer_.get(); }

  /// Relative to the folder of the root layer.
  std::string nameOf(const Layer& layer) const {
    return std::filesystem::path(layer.identifier()).lexically_relative(folder_).string();
  }

 private:
  std::shared_ptr<const Layer> open(const std::filesystem::path& file) {
    return layers_.findOrOpen(std::filesystem::weakly_canonical(file).string())->layer;
  }

  std::filesystem::path folder_;
  LayerCache layers_;
  std::unique_ptr<Composer> composer_;
};

/// Calls `visit(index, childNames)` for all prims but the pseudo-root, parents before children, in
/// composed order.
template <typename Visit>
void visitPrims(const Composer& composer, Visit&& visit) {
  struct Item {
    std::shared_ptr<const PrimIndex> parent;
    Token name;
  };
  const auto root = composer.computeRootIndex();
  std::vector<Item> planned;
  const auto plan = [&](const std::shared_ptr<const PrimIndex>& parent, const ChildNames& names) {
    for (auto name = names.names.rbegin(); name != names.names.rend(); ++name) {
      planned.push_back({parent, *name});
    }
  };
  plan(root, computeChildNames(*root));
  while (!planned.empty()) {
    const Item item = planned.back();
    planned.pop_back();
    const auto index = composer.computeChildIndex(*item.parent, item.name);
    const ChildNames names = computeChildNames(*index);
    visit(*index, names);
    plan(index, names);
  }
}

}  // namespace usdscope
