// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope::detail {

/// A relationship that binds a material, as authored on one prim.
struct AuthoredBinding {
  Token relationship;
  Path material;    ///< Empty if the targets are not those of a binding.
  Path collection;  ///< Empty for a direct binding.
  bool isCollection = false;
  bool isStronger = false;  ///< Whether the binding is stronger than those of descendants.
};

/// Returns the bindings of a prim for a purpose, also those whose targets are not those of a
/// binding: first the direct binding, then collection bindings in order. `purpose` may be empty.
std::vector<AuthoredBinding> authoredBindings(const Prim& prim, Token purpose);

}  // namespace usdscope::detail
