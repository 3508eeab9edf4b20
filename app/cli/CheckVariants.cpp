// SPDX-License-Identifier: Apache-2.0
#include "app/cli/CheckVariants.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <vector>

#include "engine/layer/LayerEdit.h"

namespace usdscope {
namespace {

// The variants of one prim that are chosen for one check.
using Trial = std::vector<VariantSelectionEdit>;

bool isNamed(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// Adds `base` together with each variant of the other sets that are wanted.
void addEachVariant(const Prim& prim, const std::vector<VariantSet>& sets, const Trial& base,
                    const VariantChecks& wanted, std::vector<Trial>& trials) {
  for (const VariantSet& set : sets) {
    const bool isChosen =
        std::ranges::find(base, set.name, &VariantSelectionEdit::set) != base.end();
    if (isChosen || (!wanted.sets.empty() && !isNamed(wanted.sets, set.name))) continue;
    for (const std::string& variant : set.variants) {
      if (base.empty() && variant == set.selection) continue;
      trials.push_back(base);
      trials.back().push_back({prim.path(), set.name, variant});
    }
  }
}

void addTrials(const Prim& prim, const std::vector<VariantSet>& sets, const VariantChecks& wanted,
               std::vector<Trial>& trials) {
  if (wanted.combinations.empty()) return addEachVariant(prim, sets, {}, wanted, trials);
  for (const auto& combination : wanted.combinations) {
    Trial base;
    for (const auto& [set, variant] : combination) {
      if (std::ranges::find(sets, set, &VariantSet::name) == sets.end()) continue;
      base.push_back({prim.path(), set, variant});
    }
    if (!wanted.sets.empty()) {
      addEachVariant(prim, sets, base, wanted, trials);
    } else if (!base.empty()) {
      trials.push_back(std::move(base));
    }
  }
}

std::set<std::string> namedSets(const VariantChecks& wanted) {
  std::set<std::string> names(wanted.sets.begin(), wanted.sets.end());
  for (const auto& combination : wanted.combinations) {
    for (const auto& [set, variant] : combination) names.insert(set);
  }
  return names;
}

// Returns what to check. Instances of a prototype have the same variants.
std::vector<Trial> trialsOf(const Stage& stage, const VariantChecks& wanted, std::ostream& err) {
  PrimFilter filter;
  filter.instanceProxies = false;
  std::vector<Trial> trials;
  std::set<std::string> unknown = namedSets(wanted);
  traverse(stage.pseudoRoot(), filter, [&](const Prim& prim) {
    const std::vector<VariantSet> sets = prim.variantSets();
    for (const VariantSet& set : sets) unknown.erase(set.name);
    addTrials(prim, sets, wanted, trials);
    return true;
  });
  for (const std::string& set : unknown) {
    err << fmt::format("warning: No prim has a variant set {}.\n", set);
  }
  return trials;
}

// Returns " (With the variant color=red of </A>.)".
std::string trialText(const Trial& trial) {
  std::vector<std::string> choices;
  for (const VariantSelectionEdit& edit : trial) choices.push_back(edit.set + '=' + *edit.variant);
  return fmt::format(" (With the variant{} {} of <{}>.)", trial.size() == 1 ? "" : "s",
                     fmt::join(choices, ", "), trial.front().prim.text());
}

bool contains(const Findings& sorted, const Finding& finding) {
  return std::ranges::find(sorted, finding) != sorted.end();
}

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
  std::vector<Trial> trials = trialsOf(*stage, wanted, err);
  if (trials.size() > kMostVariants && !wanted.isUnlimited) {
    err << fmt::format("warning: The scene has {} other variants; only the first {} are checked.\n",
                       trials.size(), kMostVariants);
    trials.resize(kMostVariants);
  }
  const Findings own = findings;
  for (const Trial& trial : trials) {
    Diagnostics known;  // The findings have the errors of composition.
    StageRequest request = stage->request();
    const std::vector<LayerEdit> edits(trial.begin(), trial.end());
    request.sessionLayer = edited(*stage->sessionLayer(), edits, known);
    const RecomposeResult result = recomposeStage(stage, request);
    if (!result.stage) continue;
    for (Finding& finding : check(*result.stage, options)) {
      if (contains(own, finding)) continue;
      finding.message += trialText(trial);
      findings.push_back(std::move(finding));
    }
  }
  sortFindings(findings);
  return findings;
}

}  // namespace usdscope
