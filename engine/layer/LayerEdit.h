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

/// Sets a field of a prim, of a variant or, with the path `/`, of the layer. An empty value clears
/// it.
struct PrimFieldEdit {
  Path path;
  Token field;
  Value value;
  bool operator==(const PrimFieldEdit&) const = default;
};

/// Sets a field of a property. An empty value clears it.
struct PropertyFieldEdit {
  Path path;
  Token field;
  Value value;
  /// The members from here on describe the spec that is added if the layer does not have one.
  PropertyKind kind = PropertyKind::Attribute;
  Token typeName;  ///< The type of an attribute.
  Variability variability = Variability::Varying;
  bool isCustom = false;
  bool operator==(const PropertyFieldEdit&) const = default;
};

/// Selects a variant. Without `variant`, removes the layer's selection. The empty name selects no
/// variant, and overrides weaker layers.
struct VariantSelectionEdit {
  Path prim;
  std::string set;
  std::optional<std::string> variant;
  bool operator==(const VariantSelectionEdit&) const = default;
};

/// One change to a layer, usually to the session layer.
using LayerEdit = std::variant<PrimFieldEdit, PropertyFieldEdit, VariantSelectionEdit>;

LayerEdit activeEdit(Path prim, bool isActive);
/// Sets the value of an attribute of type `typeName` at the default time. An empty value clears it.
LayerEdit defaultEdit(Path attribute, Token typeName, Value value);

/// Returns the next version of `layer`, with the same identity and the edits applied in order.
/// `layer` itself does not change, so keeping it is enough for undo.
///
/// Missing ancestors are added as overs. When an edit clears a field, overs that become empty are
/// removed, but empty property specs are kept. An edit with an unsuitable path is ignored and
/// reported as kEditImpossible.
std::shared_ptr<const Layer> edited(const Layer& layer, std::span<const LayerEdit> edits,
                                    Diagnostics& diagnostics);

}  // namespace usdscope
