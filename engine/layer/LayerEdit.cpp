// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerEdit.h"

#include <algorithm>

#include "engine/layer/EditedSamples.h"
#include "engine/layer/LayerBuilder.h"

namespace usdscope {
namespace {

bool isPrimLike(Path path) { return path.isRootOrPrim() || path.isVariant(); }

using Targets = ListOp<Path>;

void addTarget(Targets& op, Path target, TargetEdit::Position position) {
  using enum TargetEdit::Position;
  const bool isAppended = position == AppendBack || position == AppendFront;
  const bool atFront = position == PrependFront || position == AppendFront;
  std::vector<Path>& list = op.isExplicit ? op.explicitItems
                            : isAppended  ? op.appendedItems
                                          : op.prependedItems;
  std::erase(list, target);
  list.insert(atFront ? list.begin() : list.end(), target);
}

void removeTarget(Targets& op, Path target) {
  for (auto* list : {&op.explicitItems, &op.addedItems, &op.prependedItems, &op.appendedItems}) {
    std::erase(*list, target);
  }
  if (op.isExplicit || std::ranges::find(op.deletedItems, target) != op.deletedItems.end()) return;
  op.deletedItems.push_back(target);
}

// Returns the dictionary with an entry set, or removed if `value` is empty.
Dictionary withEntry(Dictionary dictionary, std::span<const std::string> keys, const Value& value) {
  if (keys.size() > 1) {
    const Value* present = dictionary.find(keys[0]);
    const Dictionary* found = present ? present->find<Dictionary>() : nullptr;
    if (!found && value.isEmpty()) return dictionary;
    Dictionary inner = withEntry(found ? *found : Dictionary(), keys.subspan(1), value);
    if (!inner.isEmpty()) {
      dictionary.set(keys[0], Value(std::move(inner)));
      return dictionary;
    }
  } else if (!value.isEmpty()) {
    dictionary.set(keys[0], value);
    return dictionary;
  }
  dictionary.erase(keys[0]);
  return dictionary;
}

class Editor {
 public:
  Editor(const Layer& layer, Diagnostics& diagnostics)
      : identifier_(layer.identifier()), builder_(layer), diagnostics_(diagnostics) {}

  void operator()(const PrimFieldEdit& edit) {
    if (!isPrimLike(edit.path)) {
      refuse(edit.path, "A field of a prim can only be set on a prim, a variant or the layer.");
      return;
    }
    setField(edit.path, edit.field, edit.value, edit.keepsBlankOvers);
  }

  void operator()(const VariantSelectionEdit& edit) {
    if (!edit.prim.isPrim() && !edit.prim.isVariant()) {
      refuse(edit.prim, "Only a prim or a variant can choose a variant.");
      return;
    }
    if (edit.keepsBlankOvers) addSpecs(edit.prim);  // Also for a removal, as in the reference.
    const Value* authored = findField(edit.prim, fields::kVariantSelection);
    VariantSelections choices =
        authored ? authored->valueOr(VariantSelections()) : VariantSelections();
    const auto at =
        std::ranges::lower_bound(choices, edit.set, {}, &VariantSelections::value_type::first);
    const bool isThere = at != choices.end() && at->first == edit.set;
    if (edit.variant && isThere) {
      at->second = *edit.variant;
    } else if (edit.variant) {
      choices.insert(at, {edit.set, *edit.variant});
    } else if (isThere) {
      choices.erase(at);
    }
    setField(edit.prim, fields::kVariantSelection,
             choices.empty() ? Value() : Value(std::move(choices)), edit.keepsBlankOvers);
  }

  void operator()(const PropertyFieldEdit& edit) {
    const PropertyPlace place{.path = edit.path,
                              .kind = edit.kind,
                              .typeName = edit.typeName,
                              .variability = edit.variability,
                              .isCustom = edit.isCustom};
    const LayerBuilder::PropertyId property = findOrAdd(place, !edit.value.isEmpty());
    if (property == LayerBuilder::kNone) return;
    if (edit.field.isEmpty()) {
      builder_.removeProperty(builder_.findPrim(edit.path.parent()), property);
    } else {
      builder_.setPropertyField(property, edit.field, edit.value);
    }
  }

  void operator()(const SampleEdit& edit) {
    const LayerBuilder::PropertyId property = findOrAdd(edit.attribute, !edit.value.isEmpty());
    if (property == LayerBuilder::kNone) return;
    const Value* authored = builder_.propertyField(property, fields::kTimeSamples);
    const TimeSamples* present = authored ? authored->find<TimeSamples>() : nullptr;
    const TimeSamples next = withSample(present ? *present : TimeSamples(), edit.time, edit.value);
    builder_.setPropertyField(property, fields::kTimeSamples,
                              next.isEmpty() ? Value() : Value(next));
  }

  void operator()(const DictionaryEdit& edit) {
    if (!isPrimLike(edit.path) || edit.keys.empty()) {
      refuse(edit.path, "A dictionary can only be edited on a prim, a variant or the layer.");
      return;
    }
    const Value* authored = findField(edit.path, edit.field);
    const Dictionary* present = authored ? authored->find<Dictionary>() : nullptr;
    Dictionary next = withEntry(present ? *present : Dictionary(), edit.keys, edit.value);
    setField(edit.path, edit.field, next.isEmpty() ? Value() : Value(std::move(next)), true);
  }

  void operator()(const TargetEdit& edit) {
    using enum TargetEdit::Action;
    const LayerBuilder::PropertyId property = findOrAdd(edit.property, true);
    if (property == LayerBuilder::kNone) return;
    const Token field = edit.property.kind == PropertyKind::Attribute ? fields::kConnectionPaths
                                                                      : fields::kTargetPaths;
    const Value* authored = builder_.propertyField(property, field);
    Targets op = authored ? authored->valueOr(Targets()) : Targets();
    switch (edit.action) {
      case Set:
        op = Targets::makeExplicit({});
        for (const Path target : edit.targets) {
          if (std::ranges::find(op.explicitItems, target) == op.explicitItems.end()) {
            op.explicitItems.push_back(target);
          }
        }
        break;
      case Clear:
        op = {};
        break;
      case Add:
        for (const Path target : edit.targets) addTarget(op, target, edit.position);
        break;
      case Remove:
        for (const Path target : edit.targets) removeTarget(op, target);
        break;
    }
    builder_.setPropertyField(property, field, op.isNoOp() ? Value() : Value(std::move(op)));
  }

  std::shared_ptr<const Layer> build() { return builder_.build({identifier_}); }

 private:
  void refuse(Path path, std::string message) {
    diagnostics_.report(kEditImpossible, {.layer = identifier_, .path = path.text()},
                        std::move(message));
  }

  const Value* findField(Path path, Token field) const {
    const LayerBuilder::PrimId prim = builder_.findPrim(path);
    return prim == LayerBuilder::kNone ? nullptr : builder_.primField(prim, field);
  }

  void setField(Path path, Token field, const Value& value, bool keepsBlankOvers) {
    if (!value.isEmpty()) {
      const LayerBuilder::PrimId prim = addSpecs(path);
      if (prim == LayerBuilder::kNone) {
        refuse(path, "The path is too deep.");
      } else {
        builder_.setPrimField(prim, field, value);
      }
      return;
    }
    const LayerBuilder::PrimId prim = builder_.findPrim(path);
    if (prim == LayerBuilder::kNone) return;
    builder_.setPrimField(prim, field, {});
    if (!keepsBlankOvers) removeBlankOvers(path);
  }

  // Adds the missing specs down to a prim or variant. A new variant set is listed on its prim.
  LayerBuilder::PrimId addSpecs(Path path) {
    std::vector<Path> missing;
    for (; builder_.findPrim(path) == LayerBuilder::kNone; path = path.parent()) {
      if (path.isEmpty()) return LayerBuilder::kNone;
      missing.push_back(path);
    }
    LayerBuilder::PrimId prim = builder_.findPrim(path);
    for (; !missing.empty(); missing.pop_back()) {
      const Path next = missing.back();
      if (next.isVariant()) listVariantSet(prim, next.name());
      prim = builder_.addPath(next);
    }
    return prim;
  }

  void listVariantSet(LayerBuilder::PrimId prim, Token set) {
    const Value* emptySets = builder_.primField(prim, fields::kVariantSetChildren);
    auto sets = emptySets ? emptySets->valueOr(std::vector<Token>()) : std::vector<Token>();
    if (builder_.hasVariantSet(prim, set) || std::ranges::find(sets, set) != sets.end()) return;
    if (!sets.empty()) {
      sets.push_back(set);
      builder_.setPrimField(prim, fields::kVariantSetChildren, Value(std::move(sets)));
    }
    const Value* authored = builder_.primField(prim, fields::kVariantSetNames);
    auto names = authored ? authored->valueOr(ListOp<std::string>()) : ListOp<std::string>();
    const std::string name(set.text());
    auto& list = names.isExplicit ? names.explicitItems : names.prependedItems;
    if (std::ranges::find(list, name) != list.end()) return;
    std::erase(names.deletedItems, name);
    list.insert(list.begin(), name);
    builder_.setPrimField(prim, fields::kVariantSetNames, Value(std::move(names)));
  }

  // An empty `over` would still define a prim if no other layer does.
  void removeBlankOvers(Path path) {
    for (; path.isPrim(); path = path.parent()) {
      const LayerBuilder::PrimId prim = builder_.findPrim(path);
      if (!builder_.isBlankOver(prim)) return;
      builder_.removePrim(prim);
    }
  }

  LayerBuilder::PropertyId findOrAdd(const PropertyPlace& place, bool mayAdd) {
    if (!place.path.isProperty()) {
      refuse(place.path, "A field of a property can only be set on a property.");
      return LayerBuilder::kNone;
    }
    const LayerBuilder::PrimId prim = builder_.findPrim(place.path.parent());
    LayerBuilder::PropertyId property = prim == LayerBuilder::kNone
                                            ? LayerBuilder::kNone
                                            : builder_.findProperty(prim, place.path.name());
    if (property != LayerBuilder::kNone) {
      if (builder_.propertyKind(property) == place.kind) return property;
      refuse(place.path,
             "The layer has an attribute where a relationship is meant, or the reverse.");
      return LayerBuilder::kNone;
    }
    if (!mayAdd) return LayerBuilder::kNone;
    const bool isAttribute = place.kind == PropertyKind::Attribute;
    if (isAttribute && place.typeName.isEmpty()) {
      refuse(place.path, "A new attribute needs the name of its type.");
      return LayerBuilder::kNone;
    }
    property = builder_.addProperty(addSpecs(place.path.parent()), place.path.name(), place.kind);
    if (isAttribute) builder_.setPropertyField(property, fields::kTypeName, Value(place.typeName));
    if (place.variability != Variability::Varying) {
      builder_.setPropertyField(property, fields::kVariability, Value(place.variability));
    }
    if (place.isCustom) builder_.setPropertyField(property, fields::kCustom, Value(true));
    return property;
  }

  std::string identifier_;
  LayerBuilder builder_;
  Diagnostics& diagnostics_;
};

}  // namespace

LayerEdit activeEdit(Path prim, bool isActive) {
  return PrimFieldEdit{prim, fields::kActive, Value(isActive)};
}

LayerEdit defaultEdit(Path attribute, Token typeName, Value value) {
  return PropertyFieldEdit{.path = attribute,
                           .field = fields::kDefault,
                           .value = std::move(value),
                           .typeName = typeName};
}

Path pathOf(const LayerEdit& edit) {
  struct Visitor {
    Path operator()(const PrimFieldEdit& e) const { return e.path; }
    Path operator()(const PropertyFieldEdit& e) const { return e.path; }
    Path operator()(const VariantSelectionEdit& e) const { return e.prim; }
    Path operator()(const SampleEdit& e) const { return e.attribute.path; }
    Path operator()(const DictionaryEdit& e) const { return e.path; }
    Path operator()(const TargetEdit& e) const { return e.property.path; }
  };
  return std::visit(Visitor(), edit);
}

std::shared_ptr<const Layer> edited(const Layer& layer, std::span<const LayerEdit> edits,
                                    Diagnostics& diagnostics) {
  Editor editor(layer, diagnostics);
  for (const LayerEdit& edit : edits) std::visit(editor, edit);
  return editor.build();
}

}  // namespace usdscope
