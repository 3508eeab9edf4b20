// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/stage/Prim.h"

namespace usdscope {

/// The clip sets that are authored on a prim itself.
struct ClipFacts {
  std::size_t sets = 0;
  std::size_t missing = 0;   ///< The files of clips and manifests that do not exist.
  std::string firstMissing;  ///< The first of them, as authored.
};

/// Opens no clip, but asks whether their files exist.
ClipFacts clipFactsOf(const Prim& prim);

}  // namespace usdscope
