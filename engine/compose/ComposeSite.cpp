// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/ComposeSite.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "engine/compose/CompositionErrorTexts.h"
#include "engine/compose/VariableExpression.h"

namespace usdscope::detail {
namespace {

/// Calls `visit(op, entry)` for the list edits of a field, weakest layer first.
template <typename T, typename Visit>
void visitListOps(const LayerStack& stack, Path path, Token field, Visit&& visit) {
  const auto& entries = stack.entries();
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    const PrimSpec spec = entry->layer->findPrim(path);
    if (!spec) continue;
    const Value value = spec.field(field);
    if (const auto* op = value.find<ListOp<T>>()) visit(*op, *entry);
  }
}

template <typename T>
std::vector<T> composeList(const LayerStack& stack, Path path, Token field) {
  std::vector<T> items;
  visitListOps<T>(stack, path, field,
                  [&](const ListOp<T>& op, const LayerStackEntry&) { op.applyTo(items); });
  return items;
}

CompositionError expressionError(const Layer& layer, Path path, const std::string& expression,
                                 const std::string& why) {
  return {.kind = faults::kExpression.kind,
          .site = {.layer = layer.identifier(), .path = path.text()},
          .rootPath = {},
          .message = messageOf(faults::kExpression, {expression, why})};
}

/// Replaces offsets that contain a NaN.
constexpr LayerOffset kNoNumber = {.offset = std::numeric_limits<double>::infinity(),
                                   .scale = std::numeric_limits<double>::infinity()};

/// References or payloads of one site. Two of them are equal if they lead to the same file, even if
/// layers spell its path differently.
template <typename T>
class AssetArcList {
 public:
  AssetArcList(const LayerStack& stack, Path path, const LayerOpener& opener,
               std::vector<CompositionError>& errors)
      : stack_(stack), path_(path), opener_(opener), errors_(errors) {}

  void apply(const ListOp<T>& authored, const LayerStackEntry& entry) {
    // Most sites have one arc, for which no list is needed.
    if (items_.empty() && arcOfItem_.empty() && !only_) {
      if (const T* item = onlyItem(authored)) {
        only_ = anchored(*item, entry);
        return;
      }
    }
    if (only_) {
      items_.push_back(only_->item);
      arcOfItem_.emplace(std::move(only_->item), std::move(only_->arc));
      only_.reset();
    }
    ListOp<T> op;
    op.isExplicit = authored.isExplicit;
    if (op.isExplicit) {
      op.explicitItems = anchored(authored.explicitItems, entry);
    } else {
      op.deletedItems = anchored(authored.deletedItems, entry);
      op.addedItems = anchored(authored.addedItems, entry);
      op.prependedItems = anchored(authored.prependedItems, entry);
      op.appendedItems = anchored(authored.appendedItems, entry);
      op.orderedItems = anchored(authored.orderedItems, entry);
    }
    op.applyTo(items_);
  }

  std::vector<AssetArc> take() {
    std::vector<AssetArc> arcs;
    if (only_) {
      arcs.push_back(std::move(only_->arc));
      return arcs;
    }
    arcs.reserve(items_.size());
    for (const T& item : items_) arcs.push_back(arcOfItem_.at(item));
    return arcs;
  }

 private:
  struct Anchored {
    T item;
    AssetArc arc;
  };

  // Returns the item of a list that has one; null for other lists.
  static const T* onlyItem(const ListOp<T>& op) {
    if (op.isExplicit) return op.explicitItems.size() == 1 ? &op.explicitItems.front() : nullptr;
    const T* only = nullptr;
    for (const auto* items : {&op.addedItems, &op.prependedItems, &op.appendedItems}) {
      if (items->empty()) continue;
      if (only || items->size() > 1) return nullptr;
      only = &items->front();
    }
    return op.deletedItems.empty() && op.orderedItems.empty() ? only : nullptr;
  }

  // Returns nothing for a conditional arc whose condition is not met.
  std::optional<Anchored> anchored(T item, const LayerStackEntry& entry) {
    std::string assetPath = item.assetPath;
    if (isVariableExpression(assetPath)) {
      ExpressionResult evaluated = evaluateTextExpression(assetPath, stack_.expressionVariables());
      if (!evaluated.errors.empty()) {
        errors_.push_back(expressionError(*entry.layer, path_, assetPath, evaluated.errors));
      }
      assetPath = evaluated.text();
      if (assetPath.empty()) return std::nullopt;
    }
    item.assetPath = assetPath.empty() ? "" : opener_.identifierFor(assetPath, *entry.layer);
    AssetArc arc = {assetPath, item.assetPath, item.primPath, item.offset, &entry};
    // A NaN does not equal itself, so the item could not be found again.
    if (std::isnan(item.offset.offset) || std::isnan(item.offset.scale)) item.offset = kNoNumber;
    return Anchored{std::move(item), std::move(arc)};
  }

  std::vector<T> anchored(const std::vector<T>& items, const LayerStackEntry& entry) {
    std::vector<T> result;
    result.reserve(items.size());
    for (const T& item : items) {
      std::optional<Anchored> found = anchored(item, entry);
      if (!found) continue;
      arcOfItem_[found->item] = std::move(found->arc);
      result.push_back(std::move(found->item));
    }
    return result;
  }

  const LayerStack& stack_;
  const Path path_;
  const LayerOpener& opener_;
  std::vector<CompositionError>& errors_;
  std::optional<Anchored> only_;  // Set while one arc is all there is; then the others are empty.
  std::vector<T> items_;
  std::unordered_map<T, AssetArc> arcOfItem_;
};

template <typename T>
std::vector<AssetArc> composeArcs(const LayerStack& stack, Path path, Token field,
                                  const LayerOpener& opener,
                                  std::vector<CompositionError>& errors) {
  AssetArcList<T> list(stack, path, opener, errors);
  visitListOps<T>(stack, path, field, [&](const ListOp<T>& op, const LayerStackEntry& entry) {
    list.apply(op, entry);
  });
  return list.take();
}

}  // namespace

ArcMask authoredArcs(const PrimIndexNode& node) {
  ArcMask mask;
  if (!node.canContribute()) return mask;
  for (const LayerStackEntry& entry : node.layerStack->entries()) {
    const PrimSpec spec = entry.layer->findPrim(node.path);
    if (!spec) continue;
    for (const Token field : spec.fieldNames()) {
      mask.references = mask.references || field == fields::kReferences;
      mask.payloads = mask.payloads || field == fields::kPayload;
      mask.inherits = mask.inherits || field == fields::kInheritPaths;
      mask.specializes = mask.specializes || field == fields::kSpecializes;
      mask.variants = mask.variants || field == fields::kVariantSetNames;
      mask.selections = mask.selections || field == fields::kVariantSelection;
    }
  }
  return mask;
}

bool hasAncestralVariantSets(const PrimIndexNode& node) {
  if (node.path.isRoot()) return false;
  Path path = node.path.parent();
  if (node.restrictedDepth != 0) {
    while (!path.isRoot() && path.depth() >= node.restrictedDepth) path = path.parent();
  }
  for (; !path.isRoot(); path = path.parent()) {
    for (const LayerStackEntry& entry : node.layerStack->entries()) {
      const PrimSpec spec = entry.layer->findPrim(path);
      if (spec && spec.hasField(fields::kVariantSetNames)) return true;
    }
  }
  return false;
}

std::vector<AssetArc> composeAssetArcs(const LayerStack& stack, Path path, Token field,
                                       const LayerOpener& opener,
                                       std::vector<CompositionError>& errors) {
  return field == fields::kPayload ? composeArcs<Payload>(stack, path, field, opener, errors)
                                   : composeArcs<Reference>(stack, path, field, opener, errors);
}

std::vector<Path> composeClassPaths(const LayerStack& stack, Path path, Token field) {
  return composeList<Path>(stack, path, field);
}

std::vector<std::string> composeVariantSetNames(const LayerStack& stack, Path path) {
  return composeList<std::string>(stack, path, fields::kVariantSetNames);
}

bool hasVariant(const LayerStack& stack, Path path, Token set, const std::string& variant) {
  const Path variantPath = path.variant(set, Token(variant));
  return stack.hasPrimSpec(variantPath);
}

bool hasVariantSelections(const LayerStack& stack, Path path) {
  for (const LayerStackEntry& entry : stack.entries()) {
    const PrimSpec spec = entry.layer->findPrim(path);
    if (spec && spec.hasField(fields::kVariantSelection)) return true;
  }
  return false;
}

std::optional<std::string> composeVariantSelection(const LayerStack& stack, Path path,
                                                   const std::string& set,
                                                   std::vector<CompositionError>& errors) {
  for (const LayerStackEntry& entry : stack.entries()) {
    const PrimSpec spec = entry.layer->findPrim(path);
    if (!spec) continue;
    const Value value = spec.field(fields::kVariantSelection);
    const auto* selections = value.find<VariantSelections>();
    if (!selections) continue;
    for (const auto& [name, selection] : *selections) {
      if (name != set) continue;
      if (!isVariableExpression(selection)) return selection;
      ExpressionResult evaluated = evaluateTextExpression(selection, stack.expressionVariables());
      if (evaluated.errors.empty()) return evaluated.text();
      errors.push_back(expressionError(*entry.layer, path, selection, evaluated.errors));
    }
  }
  return std::nullopt;
}

void composeVariantSelections(const LayerStack& stack, Path path, VariantSelections& selections) {
  for (const LayerStackEntry& entry : stack.entries()) {
    const PrimSpec spec = entry.layer->findPrim(path);
    if (!spec) continue;
    const Value value = spec.field(fields::kVariantSelection);
    const auto* authored = value.find<VariantSelections>();
    if (!authored) continue;
    for (auto [name, selection] : *authored) {
      if (isVariableExpression(selection)) {
        ExpressionResult evaluated = evaluateTextExpression(selection, stack.expressionVariables());
        if (!evaluated.errors.empty()) continue;
        selection = evaluated.text();
      }
      const bool isKnown = std::any_of(selections.begin(), selections.end(),
                                       [&](const auto& known) { return known.first == name; });
      if (!isKnown) selections.emplace_back(name, selection);
    }
  }
}

void composeChildNames(const LayerStack& stack, Path path, std::vector<Token>& names) {
  // Most prims have few children: then searching the names is faster than a table.
  constexpr std::size_t kFew = 32;
  std::unordered_set<Token> known;
  const auto& entries = stack.entries();
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    const PrimSpec spec = entry->layer->findPrim(path);
    if (!spec) continue;
    const std::size_t count = spec.childCount();
    const bool areFew = names.size() + count <= kFew;
    if (!areFew && known.size() != names.size()) known.insert(names.begin(), names.end());
    for (std::size_t i = 0; i < count; ++i) {
      const Token name = spec.child(i).name();
      const bool isNew =
          areFew ? std::ranges::find(names, name) == names.end() : known.insert(name).second;
      if (isNew) names.push_back(name);
    }
    const Value order = count > 0 || !names.empty() ? spec.field(fields::kPrimOrder) : Value();
    if (const auto* ordered = order.find<std::vector<Token>>()) applyOrder(*ordered, names);
  }
}

}  // namespace usdscope::detail
