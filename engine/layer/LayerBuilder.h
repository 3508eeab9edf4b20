// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/layer/Layer.h"

namespace usdscope {

/// Collects specs and builds a Layer from them. Not thread-safe.
///
/// Numbers identify prims, variants and properties. Adding a spec that exists already returns its
/// number, so fields can be added to it step by step. If a path would be too deep (see Path), the
/// add functions return kNone. Calls with kNone do nothing.
class LayerBuilder {
 public:
  using PrimId = std::uint32_t;
  using PropertyId = std::uint32_t;

  static constexpr PrimId kRoot = 0;

  LayerBuilder();
  /// Starts with the content of `layer`, to build its next version. Values stay encoded, and the
  /// next version decodes them on demand like `layer`, until primField() or propertyField() reads
  /// them.
  explicit LayerBuilder(const Layer& layer);

  /// Adds a prim to the root, a prim or a variant. It is an `over` until its specifier is set.
  PrimId addPrim(PrimId parent, Token name);
  PrimId addVariant(PrimId prim, Token set, Token variant);
  PropertyId addProperty(PrimId prim, Token name, PropertyKind kind);
  /// Adds the missing specs down to a prim or variant path.
  PrimId addPath(Path path);

  /// Returned by the find functions when there is no such spec.
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  PrimId findPrim(Path path) const;
  PropertyId findProperty(PrimId prim, Token name) const;
  Path path(PrimId prim) const { return prims_[prim].path; }
  PropertyKind propertyKind(PropertyId property) const { return properties_[property].kind; }
  /// Whether a prim has a variant of this set.
  bool hasVariantSet(PrimId prim, Token set) const;
  /// True when a prim's spec is an `over` without other fields, children or properties.
  bool isBlankOver(PrimId prim) const;

  /// Sets a field; an empty value removes it.
  void setPrimField(PrimId prim, Token name, Value value);
  void setPropertyField(PropertyId property, Token name, Value value);
  /// Returns the value of a field, or null.
  const Value* primField(PrimId prim, Token name) const;
  const Value* propertyField(PropertyId property, Token name) const;

  /// Removes a prim or variant with its descendants and properties, or a property.
  void removePrim(PrimId prim);
  void removeProperty(PrimId prim, PropertyId property);

  /// Builds the layer. The builder is empty afterwards.
  std::shared_ptr<const Layer> build(LayerIdentity identity);

 private:
  struct Field {
    Token name;
    mutable Value value;       ///< Empty while the value is only in the source.
    std::uint64_t stored = 0;  ///< The value as the source stores it.
    std::uint32_t next = kNone;
  };
  struct Prim {
    Path path;
    std::uint32_t parent = kNone;
    std::uint32_t firstField = kNone;
    std::vector<PrimId> children;
    std::vector<PrimId> variants;
    std::vector<PropertyId> properties;
  };
  struct Property {
    Token name;
    PropertyKind kind = PropertyKind::Attribute;
    std::uint32_t firstField = kNone;
  };

  bool hasManyProperties(PrimId prim) const;
  PrimId add(PrimId parent, Path path, std::vector<PrimId> Prim::* list);
  void setField(std::uint32_t& first, Token name, Value value);
  const Value* findField(std::uint32_t first, Token name) const;
  void copyFields(std::span<const Token> names, const std::uint64_t* stored, std::uint32_t& first);
  void copyPrim(const PrimSpec& from, PrimId to);

  std::vector<Prim> prims_;
  std::vector<Property> properties_;
  std::vector<Field> fields_;
  // The prims, and the properties of prims that have many.
  std::unordered_map<Path, std::uint32_t> idByPath_;
  std::shared_ptr<const ValueDecoder> source_;  // Decodes the fields without a value.
};

}  // namespace usdscope
