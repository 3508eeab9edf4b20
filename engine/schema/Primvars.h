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
  Attribute attribute;  ///< On the prim that has it.
};

/// The primvars with an authored value that the prim has itself or inherits, in no particular
/// order. Only constant ones are inherited, and one that is not hides an inherited one of the
/// same name. (UsdGeomPrimvarsAPI::FindPrimvarsWithInheritance.)
std::vector<Primvar> findPrimvarsWithInheritance(const Prim& prim);

/// One primvar by its name without `primvars:`; its attribute is false when there is none.
Primvar findPrimvarWithInheritance(const Prim& prim, Token name);

/// The value of `primvars:NAME` with its indices applied. Elements of an index out of range are
/// left at their default. Empty when there is no value, or not as much as one element.
Value flattenedPrimvar(const Primvar& primvar, TimeCode time);

/// How many indices of a primvar name no element of its value.
std::size_t countIndicesOutOfRange(const Primvar& primvar, TimeCode time);

/// Whether its value or its indices may differ from time to time.
bool mightBeTimeVarying(const Primvar& primvar);

}  // namespace usdscope
