// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/detail/ResolveMetadata.h"

#include <algorithm>
#include <ranges>
#include <unordered_set>

#include "engine/layer/FieldDefinitions.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/StageValue.h"

namespace usdscope {
namespace {

// Arcs, clips, values, targets and lists of children are fields, but not metadata.
bool isStructure(Token field) {
  static const std::unordered_set<Token> kFields = {
      fields::kInheritPaths,    fields::kLayerRelocates,   fields::kPayload,
      fields::kReferences,      fields::kSpecializes,      fields::kSubLayers,
      fields::kSubLayerOffsets, fields::kVariantSelection, fields::kVariantSetNames,
      fields::kClips,           fields::kClipSets,         fields::kDefault,
      fields::kTimeSamples,     fields::kSpline,           fields::kConnectionPaths,
      fields::kTargetPaths};
  return kFields.contains(field) ||
         std::ranges::find(fields::kChildLists, field) != fields::kChildLists.end();
}

// Fields with an accessor of their own, and legacy fields without effect, are not metadata either.
bool isMetadata(Token field) {
  static const std::unordered_set<Token> kOthers = {
      fields::kSpecifier,     fields::kTypeName,         fields::kActive,
      fields::kKind,          fields::kCustom,           fields::kVariability,
      fields::kPrimOrder,     fields::kPropertyOrder,    fields::kRelocates,
      fields::kPermission,    fields::kSymmetryFunction, fields::kSymmetryArguments,
      fields::kSymmetricPeer, fields::kPrefix,           fields::kSuffix};
  return !isStructure(field) && !kOthers.contains(field);
}

// Flattening keeps registered fields. It drops structure, or writes it by other means.
bool isKeptByFlattening(const Stage& stage, Token field) {
  return stage.environment().fields().find(field) && !isStructure(field);
}

// Walks the opinions on one prim or property that apply to metadata.
class FieldWalk {
 public:
  FieldWalk(const Prim& prim, Token property, bool isForFlattening = false)
      : walk_(prim, property),
        stage_(prim.stage()),
        wantsProperty_(property),
        isForFlattening_(isForFlattening) {
    isPseudoRoot_ = prim.isPseudoRoot();
  }

  bool next() {
    while (walk_.next()) {
      const Opinion& opinion = walk_.opinion();
      if (wantsProperty_ ? !opinion.property : !opinion.prim) continue;
      const auto& layer = opinion.layer();
      if (!isPseudoRoot_ || layer == stage_.sessionLayer() || layer == stage_.rootLayer()) {
        return true;
      }
    }
    return false;
  }

  Value authored(Token field) const {
    const Opinion& opinion = walk_.opinion();
    return wantsProperty_ ? opinion.property.field(field) : opinion.prim.field(field);
  }
  Value onStage(const Value& authored) const {
    if (authored.kind() == ValueKind::Other && !authored.holds<Dictionary>()) return authored;
    ValueAnchor anchor = anchorOf(walk_.opinion(), stage_);
    anchor.isForFlattening = isForFlattening_;
    return stageValue(authored, anchor);
  }
  std::span<const Token> fieldNames() const {
    const Opinion& opinion = walk_.opinion();
    return wantsProperty_ ? opinion.property.fieldNames() : opinion.prim.fieldNames();
  }

 private:
  OpinionWalk walk_;
  const Stage& stage_;
  bool wantsProperty_;
  bool isForFlattening_;
  bool isPseudoRoot_ = false;
};

Value mergeDictionaries(Dictionary strong, FieldWalk& walk, Token field) {
  while (walk.next()) {
    const Value weaker = walk.onStage(walk.authored(field));
    if (const auto* weak = weaker.find<Dictionary>()) strong = composed(strong, *weak);
  }
  return Value(std::move(strong));
}

template <typename T>
bool hasLegacyItems(const ListOp<T>& op) {
  return !op.addedItems.empty() || !op.orderedItems.empty();
}

// As in OpenUSD, if one of two list edits adds or reorders items, only the stronger edit applies.
template <typename T>
Value combineListOps(const ListOp<T>& strongest, FieldWalk& walk, Token field) {
  std::vector<ListOp<T>> ops = {strongest};
  while (!hasLegacyItems(strongest) && !ops.back().isExplicit && walk.next()) {
    const Value weaker = walk.authored(field);
    const auto* op = weaker.find<ListOp<T>>();
    if (op && !hasLegacyItems(*op)) ops.push_back(*op);
  }
  std::vector<T> items;
  for (const auto& op : ops | std::views::reverse) op.applyTo(items);
  return Value(ListOp<T>::makeExplicit(std::move(items)));
}

// Combines list operations of one of the types, if `strongest` is of it.
template <typename T, typename... Others>
Value combineIfListOp(const Value& strongest, FieldWalk& walk, Token field) {
  if (const auto* op = strongest.find<ListOp<T>>()) return combineListOps(*op, walk, field);
  if constexpr (sizeof...(Others) > 0) {
    return combineIfListOp<Others...>(strongest, walk, field);
  } else {
    return strongest;
  }
}

Value composeField(const Prim& prim, Token property, Token field, bool isForFlattening) {
  for (FieldWalk walk(prim, property, isForFlattening); walk.next();) {
    const Value authored = walk.authored(field);
    if (authored.isEmpty()) continue;
    const Value value = walk.onStage(authored);
    if (const auto* dictionary = value.find<Dictionary>()) {
      return mergeDictionaries(*dictionary, walk, field);
    }
    return combineIfListOp<Token, std::string, std::int32_t, std::uint32_t, std::int64_t,
                           std::uint64_t>(value, walk, field);
  }
  return {};
}

bool isAuthored(const Prim& prim, Token property, Token field) {
  for (FieldWalk walk(prim, property); walk.next();) {
    if (std::ranges::find(walk.fieldNames(), field) != walk.fieldNames().end()) return true;
  }
  return false;
}

Value composeWithRules(const Prim& prim, Token property, Token field, bool isForFlattening) {
  if (property.isEmpty() && !prim.isPseudoRoot()) {
    if (field == fields::kSpecifier) return Value(prim.specifier());
    if (field == fields::kTypeName) return prim.typeName() ? Value(prim.typeName()) : Value();
  } else if (property) {
    const bool isSpecial =
        field == fields::kTypeName || field == fields::kVariability || field == fields::kCustom;
    if (isSpecial && !isAuthored(prim, property, field)) return {};
    if (field == fields::kTypeName) return Value(Attribute(prim, property).typeName());
    if (field == fields::kVariability && !prim.relationship(property)) {
      return Value(Attribute(prim, property).variability());
    }
    if (field == fields::kCustom) return Value(Property(prim, property).isCustom());
  }
  return composeField(prim, property, field, isForFlattening);
}

std::vector<MetadataEntry> composeAll(const Prim& prim, Token property, bool isForFlattening) {
  const auto isWanted = [&](Token field) {
    return isForFlattening ? isKeptByFlattening(prim.stage(), field) : isMetadata(field);
  };
  std::vector<Token> names;
  for (FieldWalk walk(prim, property); walk.next();) {
    for (const Token field : walk.fieldNames()) {
      if (isWanted(field)) names.push_back(field);
    }
  }
  std::ranges::sort(names, textLess);
  names.erase(std::ranges::unique(names).begin(), names.end());

  std::vector<MetadataEntry> entries;
  for (const Token name : names) {
    Value value = composeWithRules(prim, property, name, isForFlattening);
    if (!value.isEmpty()) entries.emplace_back(name, std::move(value));
  }
  return entries;
}

}  // namespace

Value resolveMetadata(const Prim& prim, Token property, Token field) {
  return composeWithRules(prim, property, field, false);
}

std::vector<MetadataEntry> resolveAllMetadata(const Prim& prim, Token property) {
  return composeAll(prim, property, false);
}

std::vector<MetadataEntry> resolveMetadataForFlattening(const Prim& prim, Token property) {
  return composeAll(prim, property, true);
}

}  // namespace usdscope
