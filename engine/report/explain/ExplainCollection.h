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
  /// The included path to which the member belongs: its path or that of an ancestor. For an
  /// expression, the part that matches.
  std::string rule;
  /// The collection that has the rule: the explained collection or one that it includes.
  Path source;
  std::string why;  ///< Why the path is a member, in words.
};

/// The members of a collection.
struct CollectionExplanation {
  Path collection;            ///< `/P.collection:NAME`.
  std::string expansionRule;  ///< The authored rule; `expandPrims` if none is authored.
  /// The composed membership expression; empty for a collection without one.
  std::string expression;
  /// A sentence that says that the expression is invalid and so has no members, or that the members
  /// of some collections are missing because of an unknown expansion rule. Else empty.
  std::string problem;
  /// The members on the stage, sorted by path; the members of an expression are in traversal order.
  /// Descendants of instances are listed only if the collection names them.
  /// (UsdCollectionAPI::ComputeIncludedObjects.)
  std::vector<CollectionMember> members;
};

/// Explains the collection at `/P.collection:NAME`; empty when there is no such collection.
std::optional<CollectionExplanation> explainCollection(const Stage& stage, Path path);

Json collectionExplanationToJson(const CollectionExplanation& explanation);
std::string collectionExplanationToText(const CollectionExplanation& explanation);

}  // namespace usdscope
