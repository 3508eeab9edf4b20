// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerEdit.h"

#include <algorithm>

#include "engine/layer/LayerBuilder.h"

namespace usdscope {
namespace {

bool isPrimLike(Path path) { return path.isRootOrPrim() || path.isVariant(); }

class Editor {
 public:
  Editor(const Layer& layer, Diagnostics& diagnostics)
      : identifier_(layer.identifier()), builder_(layer), diagnostics_(diagnostics) {}

  void operator()(const PrimFieldEdit& edit) {
    if (!isPrimLike(edit.path)) {
      refuse(edit.path, "A field of a prim can only be set on a prim, a variant or the layer.");
      return;
    }
    setField(edit.path, edit.field, edit.value);
  }

  void operator()(const VariantSelectionEdit& edit) {
    if (!edit.prim.isPrim() && !edit.prim.isVariant()) {
      refuse(edit.prim, "Only a prim or a variant can choose a variant.");
      return;
    }
    const LayerBuilder::PrimId prim = builder_.findPrim(edit.prim);
    const Value* authored =
        prim == LayerBuilder::kNone ? nullptr : builder_.primField(prim, fields::kVariantSelection);
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
             choices.empty() ? Value() : Value(std::move(choices)));
  }

  void operator()(const PropertyFieldEdit& edit) {
    if (!edit.path.isProperty()) {
      refuse(edit.path, "A field of a property can only be set on a property.");
      return;
    }
    const LayerBuilder::PropertyId property = findOrAdd(edit);
    if (property != LayerBuilder::kNone) {
      builder_.setPropertyField(property, edit.field, edit.value);
    }
  }

  std::shared_ptr<const Layer> build() { return builder_.build({identifier_}); }

 private:
  void refuse(Path path, std::string message) {
    diagnostics_.report(kEditImpossible, {.layer = identifier_, .path = path.text()},
                        std::move(message));
  }

  void setField(Path path, Token field, const Value& value) {
    if (!value.isEmpty()) {
      builder_.setPrimField(builder_.addPath(path), field, value);
      return;
    }
    const LayerBuilder::PrimId prim = builder_.findPrim(path);
    if (prim == LayerBuilder::kNone) return;
    builder_.setPrimField(prim, field, {});
    removeBlankOvers(path);
  }

  // An empty `over` would still define a prim if no other layer does.
  void removeBlankOvers(Path path) {
    for (; path.isPrim(); path = path.parent()) {
      const LayerBuilder::PrimId prim = builder_.findPrim(path);
      if (!builder_.isBlankOver(prim)) return;
      builder_.removePrim(prim);
    }
  }

  LayerBuilder::PropertyId findOrAdd(const PropertyFieldEdit& edit) {
    const LayerBuilder::PrimId prim = builder_.findPrim(edit.path.parent());
    LayerBuilder::PropertyId property = prim == LayerBuilder::kNone
                                            ? LayerBuilder::kNone
                                            : builder_.findProperty(prim, edit.path.name());
    if (property != LayerBuilder::kNone) {
      if (builder_.propertyKind(property) == edit.kind) return property;
      refuse(edit.path,
             "The layer has an attribute where a relationship is meant, or the reverse.");
      return LayerBuilder::kNone;
    }
    if (edit.value.isEmpty()) return LayerBuilder::kNone;
    const bool isAttribute = edit.kind == PropertyKind::Attribute;
    if (isAttribute && edit.typeName.isEmpty()) {
      refuse(edit.path, "A new attribute needs the name of its type.");
      return LayerBuilder::kNone;
    }
    property =
        builder_.addProperty(builder_.addPath(edit.path.parent()), edit.path.name(), edit.kind);
    if (isAttribute) builder_.setPropertyField(property, fields::kTypeName, Value(edit.typeName));
    if (isAttribute && edit.variability != Variability::Varying) {
      builder_.setPropertyField(property, fields::kVariability, Value(edit.variability));
    }
    if (edit.isCustom) builder_.setPropertyField(property, fields::kCustom, Value(true));
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

std::shared_ptr<const Layer> edited(const Layer& layer, std::span<const LayerEdit> edits,
                                    Diagnostics& diagnostics) {
  Editor editor(layer, diagnostics);
  for (const LayerEdit& edit : edits) std::visit(editor, edit);
  return editor.build();
}

}  // namespace usdscope
