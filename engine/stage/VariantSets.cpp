// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "engine/compose/LayerStack.h"
#include "engine/compose/PrimIndex.h"
#include "engine/layer/Layer.h"
#include "engine/stage/Prim.h"

namespace usdscope {
namespace {

// Returns the set names that the layers of one node give together.
std::vector<std::string> setNamesAt(const PrimIndexNode& node) {
  std::vector<std::string> names;
  const auto& entries = node.layerStack->entries();
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    const PrimSpec spec = entry->layer->findPrim(node.path);
    if (!spec) continue;
    const Value value = spec.field(fields::kVariantSetNames);
    if (const auto* op = value.find<ListOp<std::string>>()) op->applyTo(names);
  }
  return names;
}

void addVariantsAt(const PrimIndexNode& node, std::string_view set, std::set<std::string>& into) {
  for (const LayerStackEntry& entry : node.layerStack->entries()) {
    const PrimSpec spec = entry.layer->findPrim(node.path);
    if (!spec) continue;
    for (std::size_t i = 0; i < spec.variantCount(); ++i) {
      const Path path = spec.variant(i).path();
      if (path.name() == set) into.insert(path.variantSelection().string());
    }
  }
}

// Returns the variant that composition selected, which is that of the strongest arc of the set.
std::string selectionOf(const PrimIndex& index, std::string_view set) {
  for (const PrimIndexNode& node : index.nodes()) {
    if (node.arc == ArcType::Variant && node.path.isVariant() && node.path.name() == set) {
      return node.path.variantSelection().string();
    }
  }
  return {};
}

}  // namespace

std::vector<VariantSet> Prim::variantSets() const {
  std::vector<VariantSet> sets;
  if (isPrototype()) return sets;
  for (const PrimIndexNode& node : index().nodes()) {
    if (!node.hasSpecs) continue;
    for (std::string& name : setNamesAt(node)) {
      const auto isSame = [&](const VariantSet& set) { return set.name == name; };
      if (std::ranges::none_of(sets, isSame)) sets.push_back({.name = std::move(name)});
    }
  }
  for (VariantSet& set : sets) {
    std::set<std::string> variants;
    for (const PrimIndexNode& node : index().nodes()) {
      if (node.hasSpecs) addVariantsAt(node, set.name, variants);
    }
    set.variants.assign(variants.begin(), variants.end());
    set.selection = selectionOf(index(), set.name);
  }
  return sets;
}

}  // namespace usdscope
