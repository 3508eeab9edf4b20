// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Why a binding decides the material of a prim, or why it does not.
enum class BindingVerdict : std::uint8_t {
  Wins,
  Farther,       ///< A binding on a nearer prim applies.
  Overridden,    ///< A binding of an ancestor is stronger than those of descendants.
  LessSpecific,  ///< A collection binding on the same prim is stronger than this direct binding.
  Later,         ///< An earlier collection binding on the same prim applies.
  OtherPurpose,  ///< A binding for the purpose itself hides those for all purposes.
  NotMember,     ///< The collection does not include the prim.
  Malformed,     ///< The targets are not those of a binding.
};

/// A relationship that may bind a material to a prim, on the prim or an ancestor.
struct ReportedBinding {
  BindingVerdict verdict = BindingVerdict::Farther;
  Path relationship;  ///< The path of the relationship on the stage.
  Token purpose;      ///< `full`, `preview`, or empty for all purposes.
  Path material;      ///< Empty if the binding is malformed.
  Path collection;    ///< `/P.collection:NAME`; empty for a direct binding.
  bool isCollection = false;
  bool isStronger = false;  ///< `bindMaterialAs` is `strongerThanDescendants`.
  /// For a binding that another one hides: the path of that relationship.
  Path hiddenBy;
};

/// The bindings that concern a prim, and the material that they result in.
struct MaterialBindingReport {
  /// The bound material; empty if there is none, or if the target of the winner is not a Material.
  /// Equals MaterialBindings::boundMaterial().
  Path material;
  /// First the bindings for `purpose`, then those for all purposes; each list from the prim
  /// upwards.
  std::vector<ReportedBinding> bindings;
};

/// Reports which binding gives a prim its material, and why the others do not. `purpose` is `full`,
/// `preview`, or empty for all purposes.
MaterialBindingReport reportMaterialBinding(const Prim& prim, Token purpose);

}  // namespace usdscope
