// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

/// One row of the Properties pane: a property of a prim, or a fact computed from the prim.
struct PropertyRow {
  /// A remark on the value: it is held outside of the range of the samples, or blocked.
  enum class Badge : std::uint8_t { None, HeldBeforeFirst, HeldAfterLast, Blocked };

  Token name;
  bool isRelationship = false;
  bool isComputed = false;  ///< The row is not a property: see computedRows().
  bool isAuthored = false;
  std::string typeName;
  std::string value;
  ValueSource source = ValueSource::None;
  bool isInterpolated = false;  ///< Whether the value is interpolated between two samples.
  bool isExact = false;         ///< Whether there is a sample at exactly this time.
  Badge badge = Badge::None;
  std::string sourceText;  ///< "Time Samples (interpolated)"
  /// The label of the layer that gives the value, see layerLabel(). For relationships, the
  /// strongest layer with a spec. Empty if no layer does.
  std::string layer;
  /// The targets of a relationship, or the connections of an attribute.
  std::vector<Path> targets;
  Token schema;  ///< The schema that declares the property; empty if none does.

  bool operator==(const PropertyRow&) const = default;
};

/// The order of the rows of the Properties pane.
enum class PropertyOrder : std::uint8_t {
  Composed,      ///< As Prim::propertyNames(): `propertyOrder` first, then by name.
  Alphabetical,  ///< By name, ignoring `propertyOrder`.
  Namespace,     ///< Properties without a namespace first, then by namespace and name.
  Schema,        ///< By the schema that declares them: applied schemas first, then the type and its
                 ///< bases, then properties without a schema.
};

/// Returns all properties of a prim with their values at a time, in the composed order.
std::vector<PropertyRow> propertyRows(const Prim& prim, TimeCode time);

/// One property of a prim; empty if the prim does not have it.
std::optional<PropertyRow> propertyRow(const Prim& prim, Token name, TimeCode time);

/// The properties of several prims, for a table of prims and properties.
struct PropertySheet {
  struct Row {
    Path prim;
    /// One for each column; empty if the prim does not have the property.
    std::vector<std::optional<PropertyRow>> cells;
  };
  std::vector<Token> columns;
  std::vector<Row> rows;
};

/// Returns the properties that are authored on at least one of the prims, in the composed order of
/// the first prim that has them.
PropertySheet propertySheet(const std::vector<Prim>& prims, TimeCode time);

/// Sorts rows that propertyRows() returned for the prim. Computed rows stay in front.
void sortPropertyRows(std::vector<PropertyRow>& rows, const Prim& prim, PropertyOrder order);

/// Returns facts to show in front of the properties of a prim. The first are usdview's: `World
/// Bounding Box`, `Local to World Xform`, `Resolved Preview Material`, `Resolved Full Material`.
/// Then follow `Inherited Visibility` and `Inherited Purpose` of imageable prims, and `Skel Pose`
/// of parts of a rig. The box has the purposes of BoundsCache. Takes long for a prim with many
/// descendants; may open clips.
std::vector<PropertyRow> computedRows(const Prim& prim, TimeCode time);

/// Returns the schema that declares a property of a prim: an applied API schema, or the most basic
/// type that has the property. Empty if the property is not built in.
Token schemaOfProperty(const Prim& prim, Token property);

}  // namespace usdscope
