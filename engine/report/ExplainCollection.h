// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// A member of a collection, and why it is one.
struct CollectionMember {
  Path path;
  /// The path that the collection includes, this one or one above it; or the part of its
  /// expression that matches.
  std::string rule;
  Path source;      ///< The collection that has the rule: another one where that is included.
  std::string why;  ///< In words.
};

/// What belongs to a collection.
struct CollectionExplanation {
  Path collection;            ///< `/P.collection:NAME`.
  std::string expansionRule;  ///< In force: `expandPrims` where none is authored.
  /// The membership expression as composed, of a collection whose members are those of one.
  std::string expression;
  /// Why the expression, which has no members then, makes no sense; or of which collections the
  /// expansion rule is not known, so that what they include is left out.
  std::string problem;
  /// What is on the stage; prims below an instance where one of them is named. Sorted by path,
  /// those of an expression in the order of a traversal.
  /// (UsdCollectionAPI::ComputeIncludedObjects.)
  std::vector<CollectionMember> members;
};

/// Of `/P.collection:NAME`; empty when `path` is none, or the prim does not have the collection.
std::optional<CollectionExplanation> explainCollection(const Stage& stage, Path path);

Json collectionExplanationToJson(const CollectionExplanation& explanation);
std::string collectionExplanationToText(const CollectionExplanation& explanation);

}  // namespace usdscope
