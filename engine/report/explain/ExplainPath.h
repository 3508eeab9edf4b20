// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/Json.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// Returns the explanation of a prim, with the key skinning if the prim concerns skinning, and the
/// key facts: variant sets, visibility at a time, purpose and materials; see factsOfPrim().
Json wholePrimExplanationToJson(const Prim& prim, TimeCode time);

/// The explanation of an object of a stage, or why there is none.
struct PathExplanation {
  Json json;
  std::string text;     ///< The explanation as lines for a person.
  std::string problem;  ///< A sentence; empty on success.
};

/// Explains the object at a path: a prim, an attribute at a time, a relationship, a collection
/// (`/P.collection:NAME`), or the place of opinions in a variant (`/P{set=variant}C.size`). `text`
/// is an absolute path.
///
/// The JSON has further facts about the object under the key facts; see factsOfPrim() and
/// factsOfAttribute().
PathExplanation explainPath(const Stage& stage, const std::string& text, TimeCode time);

/// Explains a metadata field of the prim or property at a path, or of the stage for `/`; see
/// explainMetadata().
PathExplanation explainField(const Stage& stage, const std::string& text, const std::string& field);

}  // namespace usdscope
