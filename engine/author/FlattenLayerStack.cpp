// SPDX-License-Identifier: Apache-2.0
#include "engine/author/FlattenLayerStack.h"

#include <algorithm>
#include <vector>

#include "engine/author/detail/CombineFields.h"
#include "engine/author/detail/MoveFields.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/layer/ListOp.h"

namespace usdscope {
namespace {

void addName(Token name, std::vector<Token>& names) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

class StackFlattening {
 public:
  StackFlattening(const LayerStack& stack, const AssetResolver& resolver)
      : stack_(stack), resolver_(resolver) {}

  std::shared_ptr<const Layer> run() {
    std::vector<std::pair<Path, LayerBuilder::PrimId>> open = {{Path::root(), LayerBuilder::kRoot}};
    while (!open.empty()) {
      const auto [path, to] = open.back();
      open.pop_back();
      addFields(path, to);
      addProperties(path, to);
      // All children are added before their descendants, so that the children keep their order.
      for (const Token name : childNames(path)) {
        open.emplace_back(path.child(name), builder_.addPrim(to, name));
      }
      for (const Path variant : variants(path)) {
        open.emplace_back(variant,
                          builder_.addVariant(to, variant.name(), variant.variantSelection()));
      }
    }
    return builder_.build({.identifier = "anon:flattened.usda"});
  }

 private:
  // The specs at a path in the order of composition, which starts at the weakest layer.
  std::vector<PrimSpec> specsAt(Path path) const {
    std::vector<PrimSpec> specs;
    for (const LayerStackEntry& entry : stack_.entries()) {
      if (const PrimSpec spec = entry.layer->findPrim(path)) specs.push_back(spec);
    }
    std::ranges::reverse(specs);
    return specs;
  }

  std::vector<Token> childNames(Path path) const {
    std::vector<Token> names;
    for (const PrimSpec& spec : specsAt(path)) {
      for (std::size_t i = 0; i < spec.childCount(); ++i) addName(spec.child(i).name(), names);
      const Value order = spec.field(fields::kPrimOrder);
      if (const auto* tokens = order.find<std::vector<Token>>()) applyOrder(*tokens, names);
    }
    return names;
  }

  std::vector<Path> variants(Path path) const {
    std::vector<Path> found;
    for (const PrimSpec& spec : specsAt(path)) {
      for (std::size_t i = 0; i < spec.variantCount(); ++i) {
        const Path variant = spec.variant(i).path();
        if (std::ranges::find(found, variant) == found.end()) found.push_back(variant);
      }
    }
    return found;
  }

  void addFields(Path path, LayerBuilder::PrimId to) {
    for (const LayerStackEntry& entry : stack_.entries()) {
      const PrimSpec spec = entry.layer->findPrim(path);
      if (!spec) continue;
      for (const Token field : spec.fieldNames()) {
        if (field == fields::kSubLayers || field == fields::kSubLayerOffsets) continue;
        Value value = moved(field, spec.field(field), entry);
        const Value* strong = builder_.primField(to, field);
        builder_.setPrimField(to, field,
                              strong ? combinedFields(field, *strong, value) : std::move(value));
      }
    }
  }

  void addProperties(Path path, LayerBuilder::PrimId to) {
    std::vector<Token> names;
    for (const PrimSpec& spec : specsAt(path)) {
      for (std::size_t i = 0; i < spec.propertyCount(); ++i) {
        addName(spec.property(i).name(), names);
      }
    }
    for (const Token name : names) addProperty(path, name, to);
  }

  void addProperty(Path path, Token name, LayerBuilder::PrimId to) {
    LayerBuilder::PropertyId property = LayerBuilder::kNone;
    // A default, samples or a spline hide weaker animation. Samples hide a spline beside them.
    bool hidesAnimation = false;
    for (const LayerStackEntry& entry : stack_.entries()) {
      const PrimSpec prim = entry.layer->findPrim(path);
      const PropertySpec spec = prim ? prim.findProperty(name) : PropertySpec();
      if (!spec) continue;
      if (property == LayerBuilder::kNone) {
        property = builder_.addProperty(to, name, spec.kind());
      } else if (builder_.propertyKind(property) != spec.kind()) {
        continue;  // A weaker spec of another kind (attribute or relationship) is ignored.
      }
      for (const Token field : spec.fieldNames()) {
        const bool isSpline = field == fields::kSpline;
        if (hidesAnimation && (isSpline || field == fields::kTimeSamples)) continue;
        if (isSpline && spec.hasField(fields::kTimeSamples)) continue;
        Value value = moved(field, spec.field(field), entry);
        const Value* strong = builder_.propertyField(property, field);
        builder_.setPropertyField(
            property, field, strong ? combinedFields(field, *strong, value) : std::move(value));
      }
      hidesAnimation = hidesAnimation || spec.hasField(fields::kDefault) ||
                       spec.hasField(fields::kTimeSamples) || spec.hasField(fields::kSpline);
    }
  }

  Value moved(Token field, Value value, const LayerStackEntry& entry) const {
    const FieldMove move{.source = *entry.layer,
                         .offset = entry.offset,
                         .resolver = resolver_,
                         .variables = stack_.expressionVariables()};
    return withComposableEdits(move(field, std::move(value)));
  }

  const LayerStack& stack_;
  const AssetResolver& resolver_;
  LayerBuilder builder_;
};

}  // namespace

std::shared_ptr<const Layer> flattenLayerStack(const LayerStack& stack,
                                               const AssetResolver& resolver) {
  return StackFlattening(stack, resolver).run();
}

}  // namespace usdscope
