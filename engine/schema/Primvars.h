// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

/// A primvar that a prim has or inherits.
struct Primvar {
  Token name;           ///< Without `primvars:`.
  Token interpolation;  ///< `constant`, `uniform`, `varying`, `vertex` or `faceVarying`.
  int elementSize = 1;  ///< Consecutive array elements that make one value.
  Attribute attribute;  ///< The attribute on the prim that authors the primvar.
};

/// Returns the primvar of an attribute. Requires: its name begins with `primvars:`.
Primvar primvarOf(const Attribute& attribute);

/// Finds the primvars with an authored value that the prim has or inherits, in no particular order.
/// Only constant primvars are inherited. A primvar with another interpolation hides an inherited
/// primvar of the same name. (UsdGeomPrimvarsAPI::FindPrimvarsWithInheritance.)
std::vector<Primvar> findPrimvarsWithInheritance(const Prim& prim);

/// Finds a primvar by its name without `primvars:`. The attribute of the result is empty if there
/// is no such primvar.
Primvar findPrimvarWithInheritance(const Prim& prim, Token name);

/// Returns the value of `primvars:NAME` with its indices applied. Elements with an index out of
/// range keep their default. Empty when there is no value, or it does not have a single whole
/// element.
Value flattenedPrimvar(const Primvar& primvar, TimeCode time);

/// Returns the authored indices of a primvar; empty if it has none.
Array<int> primvarIndices(const Primvar& primvar, TimeCode time);

/// Counts the indices of a primvar that are out of range of its value.
std::size_t countIndicesOutOfRange(const Primvar& primvar, TimeCode time);

/// Returns whether the value or the indices of a primvar may vary over time.
bool mightBeTimeVarying(const Primvar& primvar);

}  // namespace usdscope
