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
  Path source;      ///< The collection that has the rule: this one or an included one.
  std::string why;  ///< In words.
};

/// The members of a collection.
struct CollectionExplanation {
  Path collection;            ///< `/P.collection:NAME`.
  std::string expansionRule;  ///< The authored rule; `expandPrims` if none is authored.
  /// The composed membership expression; empty for a collection without one.
  std::string expression;
  /// A sentence when the expression is invalid and so has no members, or when collections have an
  /// unknown expansion rule and so their members are left out.
  std::string problem;
  /// The members on the stage, with descendants of instances only if they are named. Sorted by
  /// path;
  /// the members of an expression are in traversal order.
  /// (UsdCollectionAPI::ComputeIncludedObjects.)
  std::vector<CollectionMember> members;
};

/// Explains the collection at `/P.collection:NAME`; empty when there is no such collection.
std::optional<CollectionExplanation> explainCollection(const Stage& stage, Path path);

Json collectionExplanationToJson(const CollectionExplanation& explanation);
std::string collectionExplanationToText(const CollectionExplanation& explanation);

}  // namespace usdscope
