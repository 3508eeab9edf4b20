// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "engine/report/detail/FactRows.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/VariantReport.h"

namespace usdscope {
namespace {

std::string quotedList(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back("`" + word + "`");
  return fmt::format("{}", fmt::join(quoted, ", "));
}

const SelectionOpinion* selectorOf(const VariantReport& report) {
  const auto found =
      std::ranges::find(report.opinions, SelectionVerdict::Selects, &SelectionOpinion::verdict);
  return found == report.opinions.end() ? nullptr : &*found;
}

bool hasVariant(const VariantReport& report, const std::string& variant) {
  return std::ranges::find(report.set.variants, variant) != report.set.variants.end();
}

// Says what the fallbacks did, if the stage has some for this set.
std::string fallbackText(const VariantReport& report) {
  if (report.fallbacks.empty()) return {};
  const std::string list = quotedList(report.fallbacks);
  if (selectorOf(report)) return fmt::format(" The fallbacks {} are not needed.", list);
  if (report.isFromFallback) return fmt::format(" The fallbacks are {}.", list);
  return fmt::format(" None of the fallbacks {} exists.", list);
}

std::string selectionSentence(const VariantReport& report) {
  const std::string& name = report.set.selection;
  if (report.set.variants.empty()) {
    return "A variant is selected, but the prim has no variant set of this name.";
  }
  const SelectionOpinion* selector = selectorOf(report);
  if (name.empty() && selector) {
    return fmt::format("No variant: {} selects none.", quotedName(*selector->layer)) +
           fallbackText(report);
  }
  if (name.empty()) return "No layer selects a variant." + fallbackText(report);
  std::string text;
  if (selector) {
    text = fmt::format("`{}` is selected by {} <{}>.", name, quotedName(*selector->layer),
                       selector->specPath.text());
  } else if (report.isFromFallback) {
    text =
        fmt::format("`{}` is a fallback of the stage, because no layer selects a variant.", name);
  } else {
    text = fmt::format("`{}` is selected by an opinion that is not on this prim itself.", name);
  }
  if (!hasVariant(report, name)) text += " There is no such variant.";
  return text + fallbackText(report);
}

std::string selectionReason(const VariantReport& report, const SelectionOpinion& opinion) {
  if (opinion.verdict == SelectionVerdict::Selects) {
    return opinion.variant.empty() ? "selects no variant" : "selects the variant";
  }
  if (opinion.verdict == SelectionVerdict::Invalid) {
    return "the expression has an error, so it is skipped: " + opinion.error;
  }
  if (report.set.variants.empty()) return "there is no such variant set";
  const SelectionOpinion* selector = selectorOf(report);
  if (!selector) return "does not apply to this prim";
  if (selector < &opinion) return "weaker than " + quotedName(*selector->layer);
  return fmt::format("found after {} had selected the variant", quotedName(*selector->layer));
}

std::string selectionHolds(const SelectionOpinion& opinion) {
  if (opinion.authored == opinion.variant || !opinion.error.empty()) {
    return opinion.authored.empty() ? "none" : opinion.authored;
  }
  return fmt::format("{} (the result of {})", opinion.variant.empty() ? "none" : opinion.variant,
                     opinion.authored);
}

FactExplanation explainSet(const Prim& prim, const VariantReport& report) {
  const LayerNames names = detail::layerNamesOf(prim.stage());
  FactExplanation out;
  out.kind = FactKind::VariantSet;
  out.path = prim.path();
  out.name = report.set.name;
  out.value = report.set.selection;
  if (!out.value.empty()) out.data = out.value;
  out.sentence = selectionSentence(report);
  for (const SelectionOpinion& opinion : report.opinions) {
    FactRow& row =
        out.rows.emplace_back(detail::layerRow(names, *opinion.layer, opinion.specPath, out.path));
    row.holds = selectionHolds(opinion);
    row.reason = selectionReason(report, opinion);
    if (opinion.verdict == SelectionVerdict::Selects) row.effect = FactEffect::Decides;
    const bool isLoser = opinion.verdict == SelectionVerdict::Weaker && selectorOf(report);
    if (isLoser) row.effect = FactEffect::Loses;
  }
  for (const std::string& fallback : report.fallbacks) {
    FactRow& row = out.rows.emplace_back();
    row.object = prim.path();
    row.layer = "fallback";
    row.holds = fallback;
    const bool isSelected = report.isFromFallback && fallback == report.set.selection;
    row.effect = isSelected ? FactEffect::Decides : FactEffect::Nothing;
    row.reason = isSelected                      ? "the first fallback that exists"
                 : !hasVariant(report, fallback) ? "there is no such variant"
                 : selectorOf(report)            ? "a layer selects a variant"
                                                 : "an earlier fallback exists";
  }
  for (const std::string& variant : report.set.variants) {
    FactPart& part = out.parts.emplace_back();
    part.name = variant;
    part.row = out.rows.size();
    if (variant != report.set.selection) continue;
    std::vector<std::string> sites;
    for (const SelectedSite& site : report.sites) {
      sites.push_back(fmt::format("{} <{}>", names.layer(*site.rootLayer), site.path.text()));
    }
    part.note = sites.empty() ? "selected" : fmt::format("selected; {}", fmt::join(sites, ", "));
  }
  return out;
}

/// A variant that a path selects: its set, its name, and the prim on the stage.
struct PathSelection {
  Path prim;
  Token set;
  Token variant;
};

std::vector<PathSelection> selectionsIn(Path path) {
  std::vector<PathSelection> selections;
  for (Path at = path; !at.isEmpty() && !at.isRoot(); at = at.parent()) {
    if (!at.isVariant()) continue;
    selections.push_back({at.withoutVariants(), at.name(), at.variantSelection()});
  }
  std::ranges::reverse(selections);
  return selections;
}

// Says why a variant that a path selects does not apply on the stage; empty if all apply.
std::string whyNotSelected(const Stage& stage, Path path) {
  for (const PathSelection& each : selectionsIn(path)) {
    const Prim prim = stage.primAt(each.prim);
    if (!prim) return fmt::format("the stage has no prim <{}>", each.prim.text());
    const auto sets = prim.variantSets();
    const auto set = std::ranges::find(sets, each.set.text(), &VariantSet::name);
    if (set == sets.end()) {
      return fmt::format("<{}> has no variant set `{}`", each.prim.text(), each.set.text());
    }
    if (set->selection == each.variant.text()) continue;
    return set->selection.empty() ? fmt::format("no variant of `{}` is selected on <{}>",
                                                each.set.text(), each.prim.text())
                                  : fmt::format("`{}` selects `{}` on <{}>", each.set.text(),
                                                set->selection, each.prim.text());
  }
  return {};
}

// The content of a spec in words: values and lists of a property, specifier and type of a prim.
std::string contentOf(const Layer& layer, Path path) {
  std::vector<std::string> words;
  if (path.isProperty()) {
    const PropertySpec spec = layer.findProperty(path);
    if (spec.isAttribute()) words.push_back(spec.typeName().string());
    const Value samples = spec.field(fields::kTimeSamples);
    if (const auto* found = samples.find<TimeSamples>()) {
      words.push_back(
          fmt::format("{} time sample{}", found->size(), found->size() == 1 ? "" : "s"));
    }
    if (spec.hasField(fields::kSpline)) words.emplace_back("spline");
    for (const Token field : {fields::kDefault, fields::kTargetPaths, fields::kConnectionPaths}) {
      const Value value = spec.field(field);
      if (!value.isEmpty()) words.push_back(field.string() + " " + valueToText(value));
    }
  } else {
    const PrimSpec spec = layer.findPrim(path);
    words.push_back(path.isVariant() ? "variant" : "prim");
    if (const Token type = spec.typeName()) words.push_back(type.string());
    words.push_back(
        fmt::format("{} properties, {} children", spec.propertyCount(), spec.childCount()));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

bool hasSpec(const Layer& layer, Path path) {
  return path.isProperty() ? bool(layer.findProperty(path)) : bool(layer.findPrim(path));
}

// Returns the prim for which a path selects its first variant.
Path firstPrimWithVariant(Path path) {
  Path first;
  for (Path at = path; !at.isEmpty() && !at.isRoot(); at = at.parent()) {
    if (at.isVariant()) first = at.parent();
  }
  return first;
}

/// Finds the specs at a site, in the layer stacks of all nodes of the prim that has the variant.
class SiteReader {
 public:
  SiteReader(const Stage& stage, Path path)
      : stage_(stage), path_(path), owner_(stage.primAt(firstPrimWithVariant(path))) {}

  explicit operator bool() const { return bool(owner_); }

  FactExplanation read() {
    out_.kind = FactKind::VariantSite;
    out_.path = path_;
    whyNot_ = whyNotSelected(stage_, path_);
    object_ = path_.withoutVariants();
    seenBy_ = stage_.primAt(object_.primPath());
    for (const PrimIndexNode& node : owner_.index().nodes()) {
      // A node of a variant has the specs inside the variant, which the path names itself.
      if (!node.isLive() || node.path.isVariant()) continue;
      readNode(node);
    }
    out_.sentence = sentence();
    return std::move(out_);
  }

 private:
  void readNode(const PrimIndexNode& node) {
    const Path site = path_.withPrefixReplaced(owner_.path(), node.path);
    const LayerNames names = detail::layerNamesOf(stage_);
    for (const LayerStackEntry& entry : node.layerStack->entries()) {
      if (!hasSpec(*entry.layer, site)) continue;
      FactRow& row = out_.rows.emplace_back(detail::layerRow(names, *entry.layer, site, object_));
      row.holds = contentOf(*entry.layer, site);
      const bool applies = whyNot_.empty() && isUsed(node, site.primOrVariantPath());
      row.effect = applies ? FactEffect::Contributes : FactEffect::Nothing;
      row.reason = applies            ? fmt::format("an opinion on <{}>", object_.text())
                   : !whyNot_.empty() ? whyNot_
                                      : "composition ignores the site";
    }
  }

  // Whether the prim on the stage has the site among its nodes.
  bool isUsed(const PrimIndexNode& node, Path site) const {
    if (!seenBy_) return false;
    return std::ranges::any_of(seenBy_.index().nodes(), [&](const PrimIndexNode& other) {
      return other.layerStack == node.layerStack && other.path == site && other.canContribute();
    });
  }

  std::string sentence() const {
    std::string text = fmt::format(
        "A path with a variant selection names no object of the stage, but the place of opinions "
        "on "
        "<{}> inside the variant.",
        object_.text());
    if (out_.rows.empty()) return text + " No layer has a spec there.";
    const bool applies = std::ranges::any_of(
        out_.rows, [](const FactRow& row) { return row.effect == FactEffect::Contributes; });
    if (applies) return text + " The variant is selected, so they apply.";
    return text + fmt::format(" They do not apply: {}.", out_.rows.front().reason);
  }

  const Stage& stage_;
  const Path path_;
  const Prim owner_;
  Prim seenBy_;
  Path object_;
  std::string whyNot_;
  FactExplanation out_;
};

}  // namespace

std::vector<FactExplanation> explainVariantSets(const Prim& prim) {
  std::vector<FactExplanation> facts;
  for (const VariantReport& report : reportVariants(prim)) {
    facts.push_back(explainSet(prim, report));
  }
  return facts;
}

std::vector<FactExplanation> explainVariantSite(const Stage& stage, Path path) {
  SiteReader reader(stage, path);
  if (!reader) return {};
  const bool isSet = path.isVariant() && path.variantSelection().isEmpty();
  if (!isSet) return {reader.read()};
  std::vector<FactExplanation> facts = explainVariantSets(stage.primAt(path.withoutVariants()));
  std::erase_if(facts,
                [&](const FactExplanation& fact) { return fact.name != path.name().text(); });
  if (facts.empty()) facts.push_back(reader.read());
  return facts;
}

}  // namespace usdscope
