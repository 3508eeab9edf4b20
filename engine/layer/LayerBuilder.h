// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/layer/Layer.h"

namespace usdscope {

/// Collects specs and makes a Layer of them. Not thread-safe.
///
/// Prims, variants and properties are told by the numbers that the functions return. Adding one
/// that is there already returns it, so that opinions can be added bit by bit. Where a path would
/// be too deep (see Path) adding gives kNone, which adding and setting take and leave be.
class LayerBuilder {
 public:
  using PrimId = std::uint32_t;
  using PropertyId = std::uint32_t;

  static constexpr PrimId kRoot = 0;

  LayerBuilder();
  /// Starts from all that `layer` holds, for making its next version.
  explicit LayerBuilder(const Layer& layer);

  /// Parent: the root, a prim or a variant. A new prim is an `over` until its specifier is set.
  PrimId addPrim(PrimId parent, Token name);
  PrimId addVariant(PrimId prim, Token set, Token variant);
  PropertyId addProperty(PrimId prim, Token name, PropertyKind kind);
  /// Adds whatever specs are missing down to a prim or variant path.
  PrimId addPath(Path path);

  /// What is there already, or kNone.
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  PrimId findPrim(Path path) const;
  PropertyId findProperty(PrimId prim, Token name) const;
  Path path(PrimId prim) const { return prims_[prim].path; }
  PropertyKind propertyKind(PropertyId property) const { return properties_[property].kind; }
  /// True when the spec of a prim says nothing but that it is an `over`, and nothing is in it.
  bool isBlankOver(PrimId prim) const;

  /// Sets a field; an empty value takes it away.
  void setPrimField(PrimId prim, Token name, Value value);
  void setPropertyField(PropertyId property, Token name, Value value);
  /// The value of a field, or null.
  const Value* primField(PrimId prim, Token name) const;
  const Value* propertyField(PropertyId property, Token name) const;

  /// Takes away a prim or variant with all that is in it, or a property.
  void removePrim(PrimId prim);
  void removeProperty(PrimId prim, PropertyId property);

  /// Makes the layer; the builder is empty afterwards.
  std::shared_ptr<const Layer> build(LayerIdentity identity);

 private:
  struct Field {
    Token name;
    Value value;
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

  PrimId add(PrimId parent, Path path, std::vector<PrimId> Prim::*list);
  void setField(std::uint32_t& first, Token name, Value value);
  const Value* findField(std::uint32_t first, Token name) const;
  void copyPrim(const PrimSpec& from, PrimId to);

  std::vector<Prim> prims_;
  std::vector<Property> properties_;
  std::vector<Field> fields_;
  std::unordered_map<Path, PrimId> primByPath_;
};

}  // namespace usdscope
