// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "engine/stage/Stage.h"

namespace usdscope {

/// What a search found among all prims of a stage, parts of instances included.
struct PrimMatches {
  std::vector<Path> found;         ///< In the order of the tree.
  std::unordered_set<Path> shown;  ///< What was found, and what is above that.
  std::size_t total = 0;           ///< Prims that were looked at.
};

/// Words that are all to fit: `type:Mesh` the beginning of a type's name, a word with a slash a
/// part of the path, any other a part of the name. Upper and lower case are the same.
class PrimQuery {
 public:
  explicit PrimQuery(const std::string& text);
  bool isEmpty() const { return words_.empty(); }
  bool fits(const Prim& prim) const;

 private:
  std::vector<std::string> words_;
};

/// All prims that fit; with an empty query none, but the total. Null when stopped.
std::shared_ptr<const PrimMatches> searchPrims(const Stage& stage, const PrimQuery& query,
                                               std::stop_token stop);

/// Searches on a thread of its own; a new search ends the one before. `onFound` runs on the GUI
/// thread, for the newest search only.
class PrimSearch : public QObject {
  Q_OBJECT
 public:
  using OnFound = std::function<void(std::shared_ptr<const PrimMatches>)>;
  explicit PrimSearch(OnFound onFound) : onFound_(std::move(onFound)) {}

  /// Null: forgets what is being searched.
  void start(std::shared_ptr<const Stage> stage, const std::string& text);

 private:
  OnFound onFound_;
  std::uint64_t generation_ = 0;
  std::jthread thread_;
};

}  // namespace usdscope
