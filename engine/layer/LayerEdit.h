// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

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
  bool keepsBlankOvers = false;  ///< See edited().
  bool operator==(const PrimFieldEdit&) const = default;
};

/// Sets a field of a property. An empty value clears it. Without a field and a value, the edit
/// removes the whole property spec.
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

/// A property that an edit changes, and the spec that is added if the layer does not have one.
struct PropertyPlace {
  Path path;
  PropertyKind kind = PropertyKind::Attribute;
  Token typeName;                                  ///< The type of an attribute.
  Variability variability = Variability::Varying;  ///< Uniform for ordinary relationships.
  bool isCustom = false;
  bool operator==(const PropertyPlace&) const = default;
};

/// Sets the sample of an attribute at a time of the layer. An empty value removes the sample at
/// exactly this time; without samples, the field is removed.
struct SampleEdit {
  PropertyPlace attribute;
  double time = 0.0;
  Value value;  ///< A ValueBlock blocks the attribute from this time on.
  bool operator==(const SampleEdit&) const = default;
};

/// Sets an entry of a dictionary of a prim, of a variant or, with the path `/`, of the layer. An
/// empty value removes the entry, and the dictionaries that become empty.
struct DictionaryEdit {
  Path path;
  Token field;
  std::vector<std::string> keys;  ///< From the outermost dictionary inwards. Not empty.
  Value value;
  bool operator==(const DictionaryEdit&) const = default;
};

/// Changes the targets of a relationship or the connections of an attribute.
struct TargetEdit {
  enum class Action : std::uint8_t {
    Set,     ///< Replaces the layer's opinion by the explicit list of `targets`.
    Clear,   ///< Removes the layer's opinion; the spec stays or is added.
    Add,     ///< Adds `targets`, each at `position`.
    Remove,  ///< Deletes `targets`, also those of weaker layers.
  };
  /// The list to which a target is added. The layer's explicit list, if there is one, takes its
  /// place.
  enum class Position : std::uint8_t { PrependBack, PrependFront, AppendBack, AppendFront };

  PropertyPlace property;
  Action action = Action::Set;
  std::vector<Path> targets;  ///< Absolute paths in the namespace of the layer.
  Position position = Position::PrependBack;
  bool operator==(const TargetEdit&) const = default;
};

/// Selects a variant. Without `variant`, removes the layer's selection. The empty name selects no
/// variant, and overrides weaker layers.
struct VariantSelectionEdit {
  Path prim;
  std::string set;
  std::optional<std::string> variant;
  bool keepsBlankOvers = false;  ///< See edited().
  bool operator==(const VariantSelectionEdit&) const = default;
};

/// One change to a layer, usually to the session layer.
using LayerEdit = std::variant<PrimFieldEdit, PropertyFieldEdit, VariantSelectionEdit, SampleEdit,
                               DictionaryEdit, TargetEdit>;

/// Returns the path of the spec that an edit changes.
Path pathOf(const LayerEdit& edit);

LayerEdit activeEdit(Path prim, bool isActive);
/// Sets the value of an attribute of type `typeName` at the default time. An empty value clears it.
LayerEdit defaultEdit(Path attribute, Token typeName, Value value);

/// Returns the next version of `layer`, with the same identity and the edits applied in order.
/// `layer` itself does not change, so keeping it is enough for undo.
///
/// Missing ancestors are added as overs, and missing variant sets are added in front of the
/// prepended names of the sets. When an edit clears a field of a prim, overs that become empty are
/// removed, unless the edit keeps them as the reference does. Empty property specs are kept. An
/// edit with an unsuitable path is ignored and reported as kEditImpossible.
std::shared_ptr<const Layer> edited(const Layer& layer, std::span<const LayerEdit> edits,
                                    Diagnostics& diagnostics);

}  // namespace usdscope
