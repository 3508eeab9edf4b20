// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/search/SearchText.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// A search text, prepared for one stage. A prim matches if it matches all words. Valid while the
/// stage lives. Immutable, so thread-safe.
class PrimQuery {
 public:
  /// Ignores words that are not understood, and sets problem(). Looks at the stage's layers, but
  /// not at its prims.
  PrimQuery(const Stage& stage, const SearchText& text);

  /// Whether no word selects prims. Then matches() is true for all prims.
  bool isEmpty() const { return tests_.empty(); }
  /// A sentence about the first word that is not understood; empty if all are.
  const std::string& problem() const { return problem_; }
  /// A sentence about the first name that the scene and the schemas do not have, which explains why
  /// nothing matches; empty if they have all.
  const std::string& doubt() const { return doubt_; }

  /// Resolves values for some words, so it may read clips.
  bool matches(const Prim& prim) const;

 private:
  using Test = std::function<bool(const Prim&)>;

  void add(const Stage& stage, const SearchTerm& term);
  Test typeTest(const Stage& stage, const std::string& name);
  Test apiTest(const Stage& stage, const std::string& name);
  static Test kindTest(const std::string& name);
  static Test purposeTest(const std::string& purpose);
  static Test variantTest(const std::string& text);
  Test layerTest(const Stage& stage, const std::string& name);
  static Test clipTest(const std::string& choice);
  static Test countTest(SearchKey key, const NumberTest& wanted);
  void doubt(std::string sentence);

  std::vector<Test> tests_;  // Cheap ones first.
  std::string problem_;
  std::string doubt_;
};

/// Whether an attribute of the prim may change in time. (UsdAttribute::ValueMightBeTimeVarying.)
bool isAnimated(const Prim& prim);

}  // namespace usdscope
