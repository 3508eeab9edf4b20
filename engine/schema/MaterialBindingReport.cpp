// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/MaterialBindingReport.h"

#include <optional>

#include "engine/schema/CollectionMembers.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/detail/AuthoredBindings.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

bool isMember(Path collection, const Prim& prim) {
  const Prim owner = prim.stage().primAt(collection.primPath());
  const Token name = collectionName(collection);
  // Properties alone do not make a collection: the schema must be applied.
  if (!owner || !name || !owner.hasApi(collectionApi(name))) return false;
  return CollectionMembers(owner, name).contains(prim);
}

/// Judges the bindings for one purpose, from a prim upwards, by the rules of MaterialBindings.
class BindingJudge {
 public:
  BindingJudge(const Prim& prim, Token purpose, std::vector<ReportedBinding>& out)
      : prim_(prim), purpose_(purpose), out_(out) {}

  /// Returns the winner; an index into the list of bindings. Empty if there is none.
  std::optional<std::size_t> judge() {
    for (Prim at = prim_; at && !at.isPseudoRoot(); at = at.parent()) {
      bool hasCollection = false;
      for (const detail::AuthoredBinding& each : detail::authoredBindings(at, purpose_)) {
        const bool isTaken = add(at, each, hasCollection);
        hasCollection = hasCollection || (isTaken && each.isCollection);
      }
    }
    return winner_;
  }

 private:
  // Adds a binding and returns whether it is the strongest so far.
  bool add(const Prim& at, const detail::AuthoredBinding& binding, bool hasCollection) {
    ReportedBinding& out = out_.emplace_back();
    out.relationship = at.path().property(binding.relationship);
    out.purpose = purpose_;
    out.material = binding.material;
    out.collection = binding.collection;
    out.isCollection = binding.isCollection;
    out.isStronger = binding.isStronger;
    if (binding.material.isEmpty()) {
      out.verdict = BindingVerdict::Malformed;
      return false;
    }
    if (binding.isCollection && !isMember(binding.collection, prim_)) {
      out.verdict = BindingVerdict::NotMember;
      return false;
    }
    if (hasCollection) {
      out.verdict = BindingVerdict::Later;
      out.hiddenBy = out_[*winner_].relationship;
      return false;
    }
    const bool isOnOwner =
        binding.isCollection && winner_ && out_[*winner_].relationship.primPath() == at.path();
    if (winner_ && !isOnOwner && !binding.isStronger) {
      out.verdict = BindingVerdict::Farther;
      out.hiddenBy = out_[*winner_].relationship;
      return false;
    }
    if (winner_) {
      out_[*winner_].verdict =
          isOnOwner ? BindingVerdict::LessSpecific : BindingVerdict::Overridden;
      out_[*winner_].hiddenBy = out.relationship;
    }
    out.verdict = BindingVerdict::Wins;
    winner_ = out_.size() - 1;
    return true;
  }

  const Prim& prim_;
  const Token purpose_;
  std::vector<ReportedBinding>& out_;
  std::optional<std::size_t> winner_;
};

void hideGeneralBindings(std::vector<ReportedBinding>& bindings, Path winner) {
  for (ReportedBinding& binding : bindings) {
    const bool applies = binding.verdict != BindingVerdict::NotMember &&
                         binding.verdict != BindingVerdict::Malformed;
    if (!binding.purpose.isEmpty() || !applies) continue;
    binding.verdict = BindingVerdict::OtherPurpose;
    binding.hiddenBy = winner;
  }
}

}  // namespace

MaterialBindingReport reportMaterialBinding(const Prim& prim, Token purpose) {
  MaterialBindingReport report;
  std::optional<std::size_t> winner = BindingJudge(prim, purpose, report.bindings).judge();
  if (!purpose.isEmpty()) {
    const auto general = BindingJudge(prim, {}, report.bindings).judge();
    if (winner) {
      hideGeneralBindings(report.bindings, report.bindings[*winner].relationship);
    } else {
      winner = general;
    }
  }
  if (!winner) return report;
  const Path target = report.bindings[*winner].material;
  const Prim material = prim.stage().primAt(target);
  if (material && material.isA(types::kMaterial)) report.material = target;
  return report;
}

}  // namespace usdscope
