// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ranges>
#include <unordered_map>
#include <unordered_set>

#include "engine/compose/Composer.h"
#include "engine/compose/detail/ComposeSite.h"
#include "engine/compose/detail/InstanceNodes.h"

namespace usdscope {
namespace {

/// The effect of a stack's relocates on the names of one site's children.
void relocateNames(const LayerStackRelocates& relocates, Path parent, std::vector<Token>& names,
                   std::vector<Token>& prohibited) {
  std::unordered_map<Token, Token> renamed;
  std::unordered_set<Token> removed;
  for (const std::uint32_t i : relocates.fromChildrenOf(parent)) {
    const Relocation& relocation = relocates.relocations()[i];
    const Token name = relocation.source.name();
    if (!relocation.target.isEmpty() && relocation.target.parent() == parent) {
      renamed.emplace(name, relocation.target.name());
    } else {
      removed.insert(name);
    }
    prohibited.push_back(name);
  }
  std::unordered_set<Token> known(names.begin(), names.end());
  std::vector<Token> added;
  for (const std::uint32_t i : relocates.toChildrenOf(parent)) {
    const Relocation& relocation = relocates.relocations()[i];
    const Token name = relocation.target.name();
    if (relocation.source.parent() != parent && !known.contains(name)) added.push_back(name);
  }
  if (renamed.empty() && removed.empty() && added.empty()) return;

  // A new name replaces the old one, unless a child with the new name exists.
  std::vector<Token> kept;
  for (const Token name : names) {
    const auto newName = renamed.find(name);
    if (newName != renamed.end()) {
      known.erase(name);
      if (known.insert(newName->second).second) kept.push_back(newName->second);
    } else if (!removed.contains(name)) {
      kept.push_back(name);
    }
  }
  // Children that come from elsewhere are sorted by name.
  std::sort(added.begin(), added.end(), textLess);
  added.erase(std::unique(added.begin(), added.end()), added.end());
  kept.insert(kept.end(), added.begin(), added.end());
  names = std::move(kept);
}

/// Calls `visit` for the nodes that contribute children, weakest first.
template <typename Visit>
void visitNodesWithChildren(const PrimIndex& index, const Visit& visit) {
  const auto nodes = index.nodes();
  const auto visitIfLive = [&](const PrimIndexNode& node) {
    if (node.isLive()) visit(node);
  };
  if (!index.isInstanceable()) {
    std::ranges::for_each(nodes | std::views::reverse, visitIfLive);
    return;
  }
  std::vector<detail::NodeIndex> shared;
  detail::visitShared(nodes, detail::SharedBy::AnyArc, [&](detail::NodeIndex node, bool isShared) {
    if (isShared) shared.push_back(node);
    return true;
  });
  for (const detail::NodeIndex node : shared | std::views::reverse) visitIfLive(nodes[node]);
}

}  // namespace

ChildNames computeChildNames(const PrimIndex& index) {
  ChildNames result;
  visitNodesWithChildren(index, [&](const PrimIndexNode& node) {
    const LayerStack& stack = *node.layerStack;
    if (!stack.relocates().isEmpty()) {
      relocateNames(stack.relocates(), node.path, result.names, result.prohibited);
    }
    if (node.hasSpecs) detail::composeChildNames(stack, node.path, result.names);
  });
  auto& prohibited = result.prohibited;
  std::sort(prohibited.begin(), prohibited.end(), textLess);
  prohibited.erase(std::unique(prohibited.begin(), prohibited.end()), prohibited.end());
  if (!prohibited.empty()) {
    const std::unordered_set<Token> taken(prohibited.begin(), prohibited.end());
    std::erase_if(result.names, [&](Token name) { return taken.contains(name); });
  }
  return result;
}

}  // namespace usdscope
