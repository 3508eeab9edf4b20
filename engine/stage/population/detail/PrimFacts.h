// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/stage/detail/StageRows.h"

namespace usdscope {

/// The opinions on one prim, strongest first. The usual few need no memory of their own.
class PrimOpinions {
 public:
  std::size_t size() const { return isShort() ? fewCount_ : many_.size(); }
  const PrimOpinion* begin() const { return isShort() ? few_.data() : many_.data(); }
  const PrimOpinion* end() const { return begin() + size(); }
  std::span<PrimOpinion> all() { return isShort() ? std::span(few_.data(), fewCount_) : many_; }
  const PrimOpinion& operator[](std::size_t at) const { return begin()[at]; }

  void add(const PrimOpinion& opinion) {
    if (isShort() && fewCount_ < few_.size()) {
      few_[fewCount_++] = opinion;
      return;
    }
    if (isShort()) many_.assign(few_.begin(), few_.end());
    many_.push_back(opinion);
  }

 private:
  bool isShort() const { return many_.empty(); }

  std::array<PrimOpinion, 2> few_;
  std::uint32_t fewCount_ = 0;
  std::vector<PrimOpinion> many_;  // All of them, or none.
};

/// Returns the opinions on the prim at `path`: one for each layer that has a spec at a live site of
/// the prim's index. Requires: `index` is the index of this prim or of a twin (IndexOwner).
PrimOpinions findOpinions(const PrimIndex& index, Path path);

/// Returns the spec of an opinion on the prim of this index.
inline PrimSpec specOf(const PrimIndex& index, const PrimOpinion& opinion) {
  const LayerStack& stack = *index.nodes()[opinion.node].layerStack;
  return {stack.entries()[opinion.entry].layer.get(), opinion.spec};
}

/// The fields of a prim from which population computes the facts of its row, composed in one pass
/// over its opinions.
struct PrimFacts {
  Specifier specifier = Specifier::Over;
  Token typeName;  ///< The strongest type name that is not empty.
  Token kind;
  std::vector<Token> apiSchemas;  ///< The composed list of applied schemas, including unknown ones.
  bool isActive = true;
  bool hasClips = false;
};

PrimFacts composeFacts(const PrimIndex& index, std::span<const PrimOpinion> opinions);

}  // namespace usdscope
