// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/VariantReport.h"

#include <algorithm>

#include "engine/compose/VariableExpression.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

VariantReport& reportOf(std::vector<VariantReport>& reports, const std::string& set) {
  const auto found = std::ranges::find_if(
      reports, [&](const VariantReport& report) { return report.set.name == set; });
  if (found != reports.end()) return *found;
  VariantReport& added = reports.emplace_back();
  added.set.name = set;
  return added;
}

SelectionOpinion readSelection(const Opinion& opinion, const std::string& authored) {
  SelectionOpinion out;
  out.layer = opinion.layer();
  out.specPath = opinion.prim.path();
  out.node = opinion.node;
  out.authored = authored;
  out.variant = authored;
  if (!isVariableExpression(authored)) return out;
  const ExpressionResult evaluated =
      evaluateTextExpression(authored, opinion.layerStack().expressionVariables());
  out.variant = evaluated.text();
  out.error = evaluated.errors;
  if (!out.error.empty()) out.verdict = SelectionVerdict::Invalid;
  return out;
}

}  // namespace

std::vector<VariantReport> reportVariants(const Prim& prim) {
  std::vector<VariantReport> reports;
  for (VariantSet& set : prim.variantSets()) reports.emplace_back().set = std::move(set);
  for (OpinionWalk walk(prim); walk.next();) {
    const Opinion& opinion = walk.opinion();
    if (!opinion.prim) continue;
    const Value field = opinion.prim.field(fields::kVariantSelection);
    const auto* selections = field.find<VariantSelections>();
    if (!selections) continue;
    for (const auto& [set, selection] : *selections) {
      reportOf(reports, set).opinions.push_back(readSelection(opinion, selection));
    }
  }
  for (VariantReport& report : reports) {
    // Composition may have selected the variant before it found a stronger opinion, which is then
    // without effect. An empty selection is an opinion, too.
    const auto selects = std::ranges::find_if(report.opinions, [&](const SelectionOpinion& each) {
      return each.verdict != SelectionVerdict::Invalid && each.variant == report.set.selection;
    });
    const bool isAuthored = selects != report.opinions.end();
    if (isAuthored && !report.set.variants.empty()) selects->verdict = SelectionVerdict::Selects;
    const auto& fallbacks = prim.stage().request().variantFallbacks;
    if (const auto found = fallbacks.find(report.set.name); found != fallbacks.end()) {
      report.fallbacks = found->second;
    }
    report.isFromFallback =
        !isAuthored && !report.set.selection.empty() &&
        std::ranges::find(report.fallbacks, report.set.selection) != report.fallbacks.end();
    for (const PrimIndexNode& node : prim.index().nodes()) {
      const bool isSelected = node.arc == ArcType::Variant && node.canContribute() &&
                              node.path.isVariant() && node.path.name().text() == report.set.name;
      if (isSelected) report.sites.push_back({node.layerStack->rootLayer(), node.path});
    }
  }
  return reports;
}

}  // namespace usdscope
