// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/layer/Arcs.h"
#include "engine/layer/Fields.h"
#include "engine/layer/LayerTables.h"
#include "engine/value/TimeSamples.h"
#include "engine/value/Value.h"

namespace usdscope {

class Layer;
class PropertySpec;

/// The spec of a prim or a variant in one layer, or at the pseudo-root the metadata of the layer.
///
/// A view, two words wide. Valid while its layer lives. Converts to false if the layer has no such
/// spec.
class PrimSpec {
 public:
  PrimSpec() = default;
  PrimSpec(const Layer* layer, std::uint32_t row) : layer_(layer), row_(row) {}
  explicit operator bool() const { return layer_; }

  Path path() const;
  Token name() const { return path().name(); }

  /// Returns the value of a field; empty when it is not authored in this spec.
  Value field(Token name) const;
  bool hasField(Token name) const;
  std::span<const Token> fieldNames() const;

  Specifier specifier() const;  ///< Over when none is authored.
  Token typeName() const;

  /// The child prims, in authored order, without variants.
  std::size_t childCount() const;
  PrimSpec child(std::size_t index) const;
  std::size_t propertyCount() const;
  PropertySpec property(std::size_t index) const;
  PropertySpec findProperty(Token name) const;
  /// The variants of all sets: those of the first set in authored order, then those of the next
  /// set. The name of a variant's set is path().name().
  std::size_t variantCount() const;
  PrimSpec variant(std::size_t index) const;

  const Layer* layer() const { return layer_; }
  std::uint32_t row() const { return row_; }
  friend bool operator==(const PrimSpec&, const PrimSpec&) = default;

 private:
  const Layer* layer_ = nullptr;
  std::uint32_t row_ = 0;
};

/// The spec of an attribute or relationship in one layer. A view like PrimSpec.
class PropertySpec {
 public:
  PropertySpec() = default;
  PropertySpec(const Layer* layer, std::uint32_t row) : layer_(layer), row_(row) {}
  explicit operator bool() const { return layer_; }

  Path path() const;
  Token name() const;
  PropertyKind kind() const;
  bool isAttribute() const { return kind() == PropertyKind::Attribute; }

  Value field(Token name) const;
  bool hasField(Token name) const;
  std::span<const Token> fieldNames() const;

  Token typeName() const;           ///< The authored type name of an attribute: `float3[]`.
  Variability variability() const;  ///< Varying when none is authored.
  bool isCustom() const;

  const Layer* layer() const { return layer_; }
  std::uint32_t row() const { return row_; }
  friend bool operator==(const PropertySpec&, const PropertySpec&) = default;

 private:
  const Layer* layer_ = nullptr;
  std::uint32_t row_ = 0;
};

/// The name of a layer, which is also the path of its file.
struct LayerIdentity {
  /// The resolved path of the file (`/a/b.usd`, `/a/p.usdz[c.usda]`). The name of a layer without a
  /// file starts with `anon:`.
  std::string identifier;
  bool isAnonymous() const { return identifier.starts_with("anon:"); }
};

/// The specs of one file or buffer: immutable once built, shared as `shared_ptr<const Layer>`.
///
/// Prims, variants and properties are rows in flat tables. Values are decoded on demand and not
/// cached. Thread-safe.
class Layer {
 public:
  /// Requires: the tables are consistent, as LayerBuilder and the readers of `format` make them.
  Layer(LayerIdentity identity, LayerTables tables);
  /// Copies the index of rows from another layer. Requires: the prims and properties in `tables`
  /// are those of `equal`.
  Layer(LayerIdentity identity, LayerTables tables, const Layer& equal);

  const std::string& identifier() const { return identity_.identifier; }
  bool isAnonymous() const { return identity_.isAnonymous(); }

  PrimSpec pseudoRoot() const { return {this, 0}; }
  /// The spec of a prim, a variant or the pseudo-root at exactly this path.
  PrimSpec findPrim(Path path) const;
  PropertySpec findProperty(Path path) const;
  /// All prim and variant rows, parents before children; row 0 is the pseudo-root.
  std::size_t primRowCount() const { return tables_.prims.size(); }
  std::size_t propertyRowCount() const { return tables_.properties.size(); }

  const LayerTables& tables() const { return tables_; }

 private:
  friend class PrimSpec;

  /// Requires: the prim has a part in the table of properties.
  PropertySpec findAmongMany(const PrimSpec& prim, Token name) const;

  LayerIdentity identity_;
  LayerTables tables_;
  // Two hash tables, with open addressing: the rows of all prims by path, and behind it, from
  // here on, the rows of the properties of prims that have many. kNoRow is free.
  std::vector<std::uint32_t> rowByKey_;
};

}  // namespace usdscope
