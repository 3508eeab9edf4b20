// SPDX-License-Identifier: Apache-2.0
#include "app/session/edits/SpecText.h"

#include <utility>

#include "engine/format/LayerCache.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/usda/SpecLines.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

// More would fill the clipboard for minutes.
constexpr std::size_t kMostTextBytes = 50'000'000;

/// Keeps a text up to a size, and fails when there is more.
class CappedText : public TextSink {
 public:
  bool write(std::string_view bytes) override {
    if (text.size() + bytes.size() > kMostTextBytes) return false;
    text.append(bytes);
    return true;
  }
  bool overwrite(std::size_t offset, std::string_view bytes) override {
    if (offset + bytes.size() > text.size()) return false;
    text.replace(offset, bytes.size(), bytes);
    return true;
  }

  std::string text;
};

void copyProperty(const PropertySpec& from, LayerBuilder& builder, LayerBuilder::PrimId to) {
  const auto made = builder.addProperty(to, from.name(), from.kind());
  for (const Token field : from.fieldNames()) {
    builder.setPropertyField(made, field, from.field(field));
  }
}

// Copies fields, properties, variants and children.
void copyContents(const PrimSpec& from, LayerBuilder& builder, LayerBuilder::PrimId to) {
  for (const Token field : from.fieldNames()) builder.setPrimField(to, field, from.field(field));
  for (std::size_t i = 0; i < from.propertyCount(); ++i) {
    copyProperty(from.property(i), builder, to);
  }
  for (std::size_t i = 0; i < from.variantCount(); ++i) {
    const PrimSpec variant = from.variant(i);
    copyContents(variant, builder,
                 builder.addVariant(to, variant.path().name(), variant.path().variantSelection()));
  }
  for (std::size_t i = 0; i < from.childCount(); ++i) {
    const PrimSpec child = from.child(i);
    copyContents(child, builder, builder.addPrim(to, child.name()));
  }
}

// Adds a prim at the root, and in it the variants at the end of `path`.
LayerBuilder::PrimId addPlace(LayerBuilder& builder, Path path) {
  if (!path.isVariant()) return builder.addPrim(LayerBuilder::kRoot, path.name());
  const auto prim = addPlace(builder, path.parent());
  return builder.addVariant(prim, path.name(), path.variantSelection());
}

SpecText textOf(const Layer& layer, Path spec) {
  LayerBuilder builder;
  if (const PropertySpec property = spec.isProperty() ? layer.findProperty(spec) : PropertySpec()) {
    copyProperty(property, builder, addPlace(builder, spec.parent()));
  } else if (const PrimSpec prim = layer.findPrim(spec); prim && !spec.isRoot()) {
    copyContents(prim, builder, addPlace(builder, spec));
  } else {
    return {{}, layer.identifier() + " has no spec at <" + spec.text() + ">."};
  }
  CappedText sink;
  if (!writeUsda(*builder.build({"anon:snippet"}), sink)) {
    return {{}, "The text of <" + spec.text() + "> is longer than 50 MB; nothing is copied."};
  }
  // The header and the empty lines of a layer would be in the way of pasting.
  const std::size_t begin = sink.text.find_first_not_of('\n', sink.text.find('\n'));
  const std::size_t last = sink.text.find_last_not_of('\n');
  if (begin == std::string::npos) return {};
  return {sink.text.substr(begin, last + 1 - begin) + '\n', {}};
}

}  // namespace

SpecText specText(const Stage& stage, const std::string& identifier, Path spec) {
  if (identifier == stage.sessionLayer()->identifier()) return textOf(*stage.sessionLayer(), spec);
  if (const auto opened = stage.layers().find(identifier); opened && opened->layer) {
    return textOf(*opened->layer, spec);
  }
  // Clips and muted layers. The stage's cache would keep them open.
  LayerCache once(stage.environment());
  const auto opened = once.findOrOpen(identifier);
  return opened->layer ? textOf(*opened->layer, spec)
                       : SpecText{{}, identifier + " cannot be read."};
}

SpecText strongestSpecText(const Prim& prim, Token property) {
  std::vector<StackEntry> stack;
  if (!property) {
    stack = prim.primStack();
  } else if (const Attribute attribute = prim.attribute(property)) {
    stack = attribute.propertyStack();
  } else if (const Relationship relationship = prim.relationship(property)) {
    stack = relationship.propertyStack();
  }
  if (stack.empty()) {
    const Path path = property ? prim.path().property(property) : prim.path();
    return {{}, "No layer has a spec for " + path.text() + "."};
  }
  return textOf(*stack.front().layer, stack.front().path);
}

int lineOfSpec(const std::string& text, Path spec) {
  return spec.isEmpty() ? 0 : SpecLines::read(text).lineOf(spec);
}

std::string whyNoEditor(const Stage& stage, const std::string& identifier) {
  if (identifier.empty() || identifier.starts_with("anon:")) {
    return "This layer has no file; Show Text of Layer shows it.";
  }
  if (identifier.ends_with(']')) {
    return identifier + " lies in a package; Show Text of Layer shows it.";
  }
  const FileBytesResult file = stage.resolver().open(identifier);
  if (!file.bytes) return identifier + " cannot be read.";
  if (detectLayerFormat(file.bytes->text()) != LayerFormat::Usda) {
    return identifier + " is not a text file; Show Text of Layer shows it as text.";
  }
  return {};
}

}  // namespace usdscope
