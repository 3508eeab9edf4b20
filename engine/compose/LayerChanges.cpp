// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/LayerChanges.h"

#include <algorithm>
#include <array>

namespace usdscope::detail {
namespace {

const std::array kArcFields{fields::kReferences,      fields::kPayload,
                            fields::kInheritPaths,    fields::kSpecializes,
                            fields::kVariantSetNames, fields::kVariantSelection,
                            fields::kInstanceable,    fields::kPermission};
const std::array kWholeLayerFields{fields::kDefaultPrim,     fields::kTimeCodesPerSecond,
                                   fields::kFramesPerSecond, fields::kExpressionVariables,
                                   fields::kLayerRelocates,  fields::kOwner,
                                   fields::kSessionOwner,    fields::kHasOwnedSubLayers};

bool contains(std::span<const Token> tokens, Token token) {
  return std::ranges::find(tokens, token) != tokens.end();
}

/// Calls `visit(name)` for every field that differs between two specs.
template <typename Spec, typename Visit>
void visitDifferingFields(const Spec& a, const Spec& b, Visit&& visit) {
  for (const Token name : a.fieldNames()) {
    if (!(a.field(name) == b.field(name))) visit(name);
  }
  for (const Token name : b.fieldNames()) {
    if (!a.hasField(name)) visit(name);
  }
}

bool haveSameProperties(const PrimSpec& a, const PrimSpec& b) {
  if (a.propertyCount() != b.propertyCount()) return false;
  for (std::size_t i = 0; i < a.propertyCount(); ++i) {
    const PropertySpec left = a.property(i);
    const PropertySpec right = b.property(i);
    if (left.name() != right.name() || left.kind() != right.kind()) return false;
    bool isSame = true;
    visitDifferingFields(left, right, [&](Token) { isSame = false; });
    if (!isSame) return false;
  }
  return true;
}

bool haveSameChildren(const PrimSpec& a, const PrimSpec& b) {
  if (a.childCount() != b.childCount() || a.variantCount() != b.variantCount()) return false;
  for (std::size_t i = 0; i < a.childCount(); ++i) {
    if (a.child(i).name() != b.child(i).name()) return false;
  }
  for (std::size_t i = 0; i < a.variantCount(); ++i) {
    if (a.variant(i).path() != b.variant(i).path()) return false;
  }
  return true;
}

bool bringsArcs(const PrimSpec& spec) {
  if (spec.path().hasVariants()) return true;
  return std::ranges::any_of(spec.fieldNames(),
                             [](Token name) { return contains(kArcFields, name); });
}

void compareSpecs(const PrimSpec& a, const PrimSpec& b, LayerChanges& changes) {
  const bool isRoot = a.path().isRoot();
  bool isChanged = false;
  bool changesArcs = false;
  visitDifferingFields(a, b, [&](Token name) {
    // The layer stacks report changes of sublayers.
    if (isRoot && (name == fields::kSubLayers || name == fields::kSubLayerOffsets)) return;
    isChanged = true;
    changesArcs = changesArcs || contains(kArcFields, name);
    if (!isRoot) return;
    changes.affectsWholeLayer = changes.affectsWholeLayer || contains(kWholeLayerFields, name);
    changes.changesFallbackTypes =
        changes.changesFallbackTypes || name == fields::kFallbackPrimTypes;
  });
  changesArcs = changesArcs || a.variantCount() != b.variantCount();
  if (isChanged || !haveSameChildren(a, b) || !haveSameProperties(a, b)) {
    changes.specs.push_back({.path = a.path(), .changesArcs = changesArcs});
  }
}

void addSpecsWithout(const Layer& layer, const Layer* other, LayerChanges& changes) {
  for (std::uint32_t row = 1; row < layer.primRowCount(); ++row) {
    const PrimSpec spec(&layer, row);
    if (other && other->findPrim(spec.path())) continue;
    changes.specs.push_back(
        {.path = spec.path(), .changesExistence = true, .changesArcs = bringsArcs(spec)});
  }
}

}  // namespace

LayerChanges layerChanges(const Layer* before, const Layer* after) {
  LayerChanges changes;
  if (before) addSpecsWithout(*before, after, changes);
  if (after) addSpecsWithout(*after, before, changes);
  if (before && after) {
    for (std::uint32_t row = 0; row < after->primRowCount(); ++row) {
      const PrimSpec spec(after, row);
      if (const PrimSpec was = before->findPrim(spec.path())) compareSpecs(was, spec, changes);
    }
    return changes;
  }
  // A layer was added or removed as a whole, so its metadata may matter, too.
  const PrimSpec root = before ? before->pseudoRoot() : after ? after->pseudoRoot() : PrimSpec();
  if (!root) return changes;
  for (const Token name : root.fieldNames()) {
    changes.changesFallbackTypes =
        changes.changesFallbackTypes || name == fields::kFallbackPrimTypes;
  }
  if (root.childCount() > 0) changes.specs.push_back({.path = Path::root()});
  return changes;
}

}  // namespace usdscope::detail
