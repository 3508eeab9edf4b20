// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/Token.h"
#include "engine/layer/Path.h"
#include "engine/value/ValueDecoder.h"

namespace usdscope {

enum class PropertyKind : std::uint8_t { Attribute, Relationship };

/// A range of `count` elements of a table of LayerTables, beginning at `begin`.
struct TableRange {
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
};

/// The spec of a prim, the pseudo-root, or a variant. A variant holds children and properties like
/// a prim.
struct PrimSpecRow {
  Path path;
  std::uint32_t parent = 0;  ///< Row of the parent prim or variant; for a variant, of its prim.
  TableRange fields;  ///< Range in fieldNames and fieldValues. Rows with equal fields may share it.
  /// Range in childRows, which has the rows of the child prims in authored order.
  TableRange children;
  TableRange properties;  ///< Range in LayerTables::properties, in authored order.
  /// Range in variantRows, which has the rows of all variants, grouped by set.
  TableRange variants;
};

/// The spec of an attribute or relationship.
struct PropertySpecRow {
  Token name;
  std::uint32_t fieldsBegin = 0;  ///< Index into fieldNames and fieldValues.
  std::uint32_t prim = 0;         ///< Row of the prim or variant that has the property.
  std::uint16_t fieldCount = 0;
  PropertyKind kind = PropertyKind::Attribute;
};

/// All specs of a layer as flat tables. Readers and LayerBuilder fill them in, writers read them.
///
/// The pseudo-root is row 0. Parents come before children. Each path has one row.
struct LayerTables {
  std::vector<PrimSpecRow> prims;
  std::vector<PropertySpecRow> properties;
  std::vector<std::uint32_t> childRows;
  std::vector<std::uint32_t> variantRows;
  std::vector<Token> fieldNames;
  std::vector<std::uint64_t> fieldValues;       ///< Parallel to fieldNames.
  std::shared_ptr<const ValueDecoder> decoder;  ///< Decodes `fieldValues`.
};

}  // namespace usdscope
