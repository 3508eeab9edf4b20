// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/report/rows/PropertyRows.h"

namespace usdscope {

/// A primvar that a prim inherits from an ancestor.
struct InheritedPrimvar {
  Path from;  ///< The ancestor that authors the primvar.
  /// The row of the ancestor's attribute. It is not authored on the prim itself.
  PropertyRow row;
  bool operator==(const InheritedPrimvar&) const = default;
};

/// Returns the primvars that the prim inherits at a time, by name. Does not return those that the
/// prim authors itself. (UsdGeomPrimvarsAPI::FindPrimvarsWithInheritance.)
std::vector<InheritedPrimvar> inheritedPrimvars(const Prim& prim, TimeCode time);

/// Puts inherited primvars among the rows of propertyRows() of the prim: in place of a row of the
/// same name, which only the schema declares, else at the end.
void addInheritedPrimvars(std::vector<PropertyRow>& rows,
                          const std::vector<InheritedPrimvar>& primvars);

}  // namespace usdscope
