// SPDX-License-Identifier: Apache-2.0
#include "app/cli/CheckVariants.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <ostream>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/layer/LayerEdit.h"

namespace usdscope {
namespace {

// The variants of one prim that are chosen for one check.
using Trial = std::vector<VariantSelectionEdit>;

bool isNamed(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

std::string trialChoice(const VariantSelectionEdit& edit) {
  return edit.set + '=' + (edit.variant->empty() ? "(none)" : *edit.variant);
}

// The trials that wait for their check, first come, first served. Trials with equal choices are
// one.
class Trials {
 public:
  explicit Trials(std::size_t most) : most_(most) {}

  void add(Trial trial) {
    std::vector<std::string> choices = {trial.front().prim.text()};
    for (const VariantSelectionEdit& edit : trial) choices.push_back(trialChoice(edit));
    std::sort(choices.begin() + 1, choices.end());
    if (added_.contains(choices)) return;
    if (added_.size() >= most_) {
      isFull_ = true;
      return;
    }
    added_.insert(std::move(choices));
    waiting_.push_back(std::move(trial));
  }

  std::optional<Trial> next() {
    if (waiting_.empty()) return std::nullopt;
    Trial trial = std::move(waiting_.front());
    waiting_.pop_front();
    return trial;
  }

  /// Whether a trial was not added because there were too many.
  bool isFull() const { return isFull_; }

 private:
  std::size_t most_;
  bool isFull_ = false;
  std::deque<Trial> waiting_;
  std::set<std::vector<std::string>> added_;
};

// Adds `base` together with each variant of the other sets that are wanted. `sets` have the
// selections with which the prim is composed with `base`.
void addEachVariant(const Path& prim, const std::vector<VariantSet>& sets, const Trial& base,
                    const VariantChecks& wanted, Trials& trials) {
  for (const VariantSet& set : sets) {
    const bool isChosen =
        std::ranges::find(base, set.name, &VariantSelectionEdit::set) != base.end();
    if (isChosen || (!wanted.sets.empty() && !isNamed(wanted.sets, set.name))) continue;
    std::vector<std::string> variants = set.variants;
    if (wanted.areCombined) variants.emplace_back();
    // Without this choice, the base is the same stage.
    const bool isBaseChecked = base.empty() || wanted.areCombined;
    for (const std::string& variant : variants) {
      if (isBaseChecked && variant == set.selection) continue;
      Trial trial = base;
      trial.push_back({prim, set.name, variant});
      trials.add(std::move(trial));
    }
  }
}

void addFirstTrials(const Path& prim, const std::vector<VariantSet>& sets,
                    const VariantChecks& wanted, Trials& trials) {
  if (wanted.combinations.empty()) return addEachVariant(prim, sets, {}, wanted, trials);
  for (const auto& combination : wanted.combinations) {
    // One of the variants may bring the other sets along.
    const bool hasSet = std::ranges::any_of(combination, [&](const auto& choice) {
      return std::ranges::find(sets, choice.first, &VariantSet::name) != sets.end();
    });
    Trial base;
    if (hasSet) {
      for (const auto& [set, variant] : combination) base.push_back({prim, set, variant});
    }
    // The sets of a base that is not composed yet may be others.
    if (!base.empty() && (wanted.sets.empty() || wanted.areCombined)) trials.add(base);
    if (!wanted.sets.empty()) addEachVariant(prim, sets, base, wanted, trials);
  }
}

// The sets that are named, until a prim has them.
class UnknownSets {
 public:
  explicit UnknownSets(const VariantChecks& wanted)
      : names_(wanted.sets.begin(), wanted.sets.end()) {
    for (const auto& combination : wanted.combinations) {
      for (const auto& [set, variant] : combination) names_.insert(set);
    }
  }

  void see(const std::vector<VariantSet>& sets) {
    for (const VariantSet& set : sets) names_.erase(set.name);
  }

  void warn(std::ostream& err) const {
    for (const std::string& set : names_) {
      err << fmt::format("warning: No prim has a variant set {}.\n", set);
    }
  }

 private:
  std::set<std::string> names_;
};

// Adds the trials of the stage itself. Instances of a prototype have the same variants.
void addTrialsOf(const Stage& stage, const VariantChecks& wanted, Trials& trials,
                 UnknownSets& unknown) {
  PrimFilter filter;
  filter.instanceProxies = false;
  traverse(stage.pseudoRoot(), filter, [&](const Prim& prim) {
    const std::vector<VariantSet> sets = prim.variantSets();
    unknown.see(sets);
    addFirstTrials(prim.path(), sets, wanted, trials);
    return true;
  });
}

// Returns " (With the variant color=red of </A>.)".
std::string trialText(const Trial& trial) {
  std::vector<std::string> choices;
  for (const VariantSelectionEdit& edit : trial) choices.push_back(trialChoice(edit));
  return fmt::format(" (With the variant{} {} of <{}>.)", trial.size() == 1 ? "" : "s",
                     fmt::join(choices, ", "), trial.front().prim.text());
}

// The findings so far, with the choices that they need.
class KnownFindings {
 public:
  explicit KnownFindings(const Findings& own) {
    for (const Finding& finding : own) known_.emplace(keyOf(finding), Known{{}, finding});
  }

  /// Returns whether the stage itself, or fewer choices of the trial, have the finding. Otherwise
  /// it is known from now on.
  bool isKnown(const Trial& trial, const Finding& finding) {
    const auto [begin, end] = known_.equal_range(keyOf(finding));
    for (auto each = begin; each != end; ++each) {
      const auto& [choices, known] = each->second;
      const bool needsNoMore = std::ranges::all_of(choices, [&](const VariantSelectionEdit& edit) {
        return std::ranges::find(trial, edit) != trial.end();
      });
      if (needsNoMore && known == finding) return true;
    }
    known_.emplace(keyOf(finding), Known{trial, finding});
    return false;
  }

 private:
  struct Known {
    Trial choices;
    Finding finding;
  };

  static std::string keyOf(const Finding& finding) {
    return finding.sites.front().text() + '\n' + finding.message;
  }

  std::unordered_multimap<std::string, Known> known_;
};

}  // namespace

std::optional<std::vector<VariantChecks::Choice>> variantChoices(std::string_view text) {
  std::vector<VariantChecks::Choice> choices;
  while (true) {
    const std::string_view each = text.substr(0, text.find(','));
    const std::size_t colon = each.find(':');
    const bool isPair = colon != std::string_view::npos && colon > 0 && colon + 1 < each.size() &&
                        each.find(':', colon + 1) == std::string_view::npos;
    if (!isPair) return std::nullopt;
    choices.emplace_back(each.substr(0, colon), each.substr(colon + 1));
    if (each.size() == text.size()) return choices;
    text.remove_prefix(each.size() + 1);
  }
}

Findings withOtherVariants(const std::shared_ptr<const Stage>& stage, const CheckOptions& options,
                           const VariantChecks& wanted, Findings findings, std::ostream& err) {
  Trials trials(wanted.isUnlimited ? std::numeric_limits<std::size_t>::max() : kMostVariants);
  UnknownSets unknown(wanted);
  addTrialsOf(*stage, wanted, trials, unknown);
  const bool combines = wanted.areCombined && (wanted.combinations.empty() || !wanted.sets.empty());
  KnownFindings known(findings);
  while (const std::optional<Trial> trial = trials.next()) {
    Diagnostics composing;  // The findings have the errors of composition.
    StageRequest request = stage->request();
    const std::vector<LayerEdit> edits(trial->begin(), trial->end());
    request.sessionLayer = edited(*stage->sessionLayer(), edits, composing);
    const RecomposeResult result = recomposeStage(stage, request);
    if (!result.stage) continue;
    for (Finding& finding : check(*result.stage, options)) {
      if (known.isKnown(*trial, finding)) continue;
      finding.message += trialText(*trial);
      findings.push_back(std::move(finding));
    }
    const Path path = trial->front().prim;
    const Prim prim = result.stage->primAt(path);
    if (!prim) continue;
    const std::vector<VariantSet> sets = prim.variantSets();
    unknown.see(sets);
    if (combines) addEachVariant(path, sets, *trial, wanted, trials);
  }
  unknown.warn(err);
  if (trials.isFull()) {
    err << fmt::format("warning: The scene has more than {} other {}; only these are checked.\n",
                       kMostVariants, combines ? "combinations of variants" : "variants");
  }
  sortFindings(findings);
  return findings;
}

}  // namespace usdscope
