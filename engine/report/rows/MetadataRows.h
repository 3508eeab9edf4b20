// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// One row of the Meta Data pane. Dictionaries, list edits and arrays have their parts as children.
/// Long arrays have blocks of items as children.
struct MetadataRow {
  enum class Origin : std::uint8_t {
    Authored,
    Schema,    ///< The schema gives the value; no layer does.
    Computed,  ///< A fact about the object that is not a field: `[path]`.
    Ancestor,  ///< Authored on an ancestor, and applies to the prim too: its clip sets.
  };

  std::string name;
  std::string value;  ///< The composed value, on one line.
  Origin origin = Origin::Computed;
  /// The label of the strongest layer with an opinion; see layerLabel(). Empty unless a layer has
  /// the field.
  std::string layer;
  std::string identifier;  ///< The identifier of that layer.
  std::string specPath;    ///< The path of the spec in that layer.
  /// Number of weaker layers that have the field too.
  std::size_t weakerCount = 0;
  /// For the row of a variant set: the name of the set, and its variants.
  std::string variantSet;
  std::vector<std::string> variants;
  std::vector<MetadataRow> children;

  bool operator==(const MetadataRow&) const = default;
};

/// Returns the metadata of a property or, if `property` is empty, of a prim, in the order of
/// usdview: `[object type]`, `[applied API schemas]`, `[path]`, variant sets, active, assetInfo,
/// kind, then all other fields by name. A clip set is a row `clips:<set>`. For the pseudo-root, the
/// rows are the metadata of the session layer and the root layer.
///
/// Unlike Prim::authoredMetadata(), includes arcs, clips and all registered fields of specs other
/// than values, targets and lists of children.
std::vector<MetadataRow> metadataRows(const Prim& prim, Token property);

/// Returns the rows as lines of text, children indented by two spaces.
std::string metadataText(const std::vector<MetadataRow>& rows);

}  // namespace usdscope
