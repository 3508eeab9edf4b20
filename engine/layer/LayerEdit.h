// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "engine/base/Diagnostics.h"
#include "engine/layer/Layer.h"

namespace usdscope {

inline constexpr DiagnosticCode kEditImpossible{"layer.edit-impossible", Severity::Error};

/// Sets a field of a prim, a variant or (path `/`) the layer itself; an empty value clears it.
struct PrimFieldEdit {
  Path path;
  Token field;
  Value value;
  bool operator==(const PrimFieldEdit&) const = default;
};

/// Sets a field of a property; an empty value clears it.
struct PropertyFieldEdit {
  Path path;
  Token field;
  Value value;
  /// What the property is, for the spec that is added where the layer has none yet.
  PropertyKind kind = PropertyKind::Attribute;
  Token typeName;  ///< Of an attribute.
  Variability variability = Variability::Varying;
  bool isCustom = false;
  bool operator==(const PropertyFieldEdit&) const = default;
};

/// Chooses a variant. No variant takes the layer's choice away; the empty name chooses none, over
/// what weaker layers choose.
struct VariantSelectionEdit {
  Path prim;
  std::string set;
  std::optional<std::string> variant;
  bool operator==(const VariantSelectionEdit&) const = default;
};

/// One change that a user makes to a layer, mostly the session layer, as a value.
using LayerEdit = std::variant<PrimFieldEdit, PropertyFieldEdit, VariantSelectionEdit>;

LayerEdit activeEdit(Path prim, bool isActive);
/// Sets the value at the default time; `typeName` is the attribute's. An empty value clears it.
LayerEdit defaultEdit(Path attribute, Token typeName, Value value);

/// The next version of `layer`, with the same identity: the edits are applied in order. `layer` is
/// left as it is, so keeping it is all that undo needs.
///
/// Specs that are missing on the way are added as overs. Where an edit clears something, overs
/// that say nothing any more are taken away; properties stay. An edit whose path does not fit is
/// left out and reported (kEditImpossible).
std::shared_ptr<const Layer> edited(const Layer& layer, std::span<const LayerEdit> edits,
                                    Diagnostics& diagnostics);

}  // namespace usdscope
