// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/report/detail/FactRows.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueText.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/MaterialBindingReport.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/OpinionWalk.h"

// Facts that a prim inherits from its ancestors: visibility, purpose and material.

namespace usdscope {
namespace {

// Starts a row for the layer that gives an attribute its value. Empty if no layer gives one.
std::optional<FactRow> valueRow(const Attribute& attribute, TimeCode time,
                                const LayerNames& names) {
  const ResolveInfo info = attribute.resolveInfo(time);
  if (!info.layer) return std::nullopt;
  FactRow row = detail::layerRow(names, *info.layer, info.specPath, attribute.path());
  row.source = info.source;
  row.holds = valueToText(attribute.value(time));
  return row;
}

// Starts a row for the strongest layer with a spec of a relationship.
FactRow bindingRow(const Prim& prim, Token relationship, const LayerNames& names) {
  for (OpinionWalk walk(prim, relationship); walk.next();) {
    const Opinion& opinion = walk.opinion();
    if (!opinion.property) continue;
    return detail::layerRow(names, *opinion.layer(), opinion.property.path(),
                            prim.path().property(relationship));
  }
  FactRow row;
  row.object = prim.path().property(relationship);
  return row;
}

std::string prims(const std::vector<Path>& paths) {
  std::vector<std::string> texts;
  for (const Path path : paths) texts.push_back("<" + path.text() + ">");
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string bindingHolds(const ReportedBinding& binding) {
  if (binding.material.isEmpty()) return "no material";
  std::string text = fmt::format("<{}>", binding.material.text());
  if (binding.isCollection) {
    text += fmt::format(" for the collection <{}>", binding.collection.text());
  }
  if (binding.isStronger) text += ", strongerThanDescendants";
  return text;
}

std::string bindingReason(const ReportedBinding& binding) {
  const std::string by =
      binding.hiddenBy.isEmpty() ? std::string() : fmt::format("<{}>", binding.hiddenBy.text());
  switch (binding.verdict) {
    case BindingVerdict::Wins:
      return binding.isCollection ? "binds the material; the collection includes the prim"
                                  : "binds the material";
    case BindingVerdict::Farther:
      return fmt::format("{} is nearer", by);
    case BindingVerdict::Overridden:
      return fmt::format("{} is strongerThanDescendants", by);
    case BindingVerdict::LessSpecific:
      return fmt::format("a collection binding on the same prim is stronger: {}", by);
    case BindingVerdict::Later:
      return fmt::format("an earlier collection binding on the same prim applies: {}", by);
    case BindingVerdict::OtherPurpose:
      return fmt::format("{} is for the purpose itself", by);
    case BindingVerdict::NotMember:
      return "the collection does not include the prim";
    case BindingVerdict::Malformed:
      return binding.isCollection
                 ? "ignored: a collection binding needs two targets, a collection and a material"
                 : "ignored: a direct binding needs one target, which is a material";
  }
  return {};
}

FactEffect bindingEffect(BindingVerdict verdict) {
  switch (verdict) {
    case BindingVerdict::Wins:
      return FactEffect::Decides;
    case BindingVerdict::NotMember:
    case BindingVerdict::Malformed:
      return FactEffect::Nothing;
    default:
      return FactEffect::Loses;
  }
}

std::string materialSentence(const Prim& prim, const MaterialBindingReport& report,
                             const ReportedBinding* winner, Token purpose) {
  if (!winner) {
    return report.bindings.empty() ? "No material is bound to the prim or its ancestors."
                                   : "No material is bound: no binding applies to the prim.";
  }
  if (report.material.isEmpty()) {
    return fmt::format("No material: <{}> targets <{}>, which is not {}.",
                       winner->relationship.text(), winner->material.text(),
                       prim.stage().primAt(winner->material) ? "a Material" : "on the stage");
  }
  const bool isOwn = winner->relationship.primPath() == prim.path();
  std::string text = fmt::format("<{}>, by the {} binding <{}>{}", report.material.text(),
                                 winner->isCollection ? "collection" : "direct",
                                 winner->relationship.text(), isOwn ? "" : " of an ancestor");
  if (winner->isStronger && !isOwn) text += ", which is strongerThanDescendants";
  if (!purpose.isEmpty() && winner->purpose.isEmpty()) {
    text += fmt::format("; no binding for the purpose `{}` applies", purpose.text());
  }
  return text + '.';
}

}  // namespace

FactExplanation explainVisibility(const Prim& prim, TimeCode time) {
  const LayerNames names = detail::layerNamesOf(prim.stage());
  FactExplanation out;
  out.kind = FactKind::Visibility;
  out.path = prim.path();
  std::vector<Path> hiders;
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (!isImageable(at)) continue;
    const Attribute attribute = at.attribute(geom::kVisibility);
    std::optional<FactRow> row = attribute ? valueRow(attribute, time, names) : std::nullopt;
    if (!row) continue;
    if (isInvisibleHere(at, time)) {
      row->effect = FactEffect::Decides;
      row->reason = at == prim ? "hides the prim" : "hides all descendants";
      hiders.push_back(at.path());
    } else {
      row->reason = "leaves the visibility to the ancestors";
    }
    out.rows.push_back(std::move(*row));
  }
  const bool isVisible = computeIsVisible(prim, time);
  out.value = (isVisible ? geom::kInherited : geom::kInvisible).string();
  out.data = out.value;
  const std::string at = time.isEarliest() ? "the earliest time" : timeText(time);
  if (isVisible) {
    out.sentence = fmt::format("Visible at {}: neither the prim nor an ancestor is invisible.", at);
  } else if (hiders.size() == 1) {
    out.sentence = hiders[0] == prim.path()
                       ? fmt::format("Invisible at {}: the prim itself is invisible.", at)
                       : fmt::format("Invisible at {}, because {} is.", at, prims(hiders));
  } else {
    out.sentence = fmt::format("Invisible at {}, because each of {} is.", at, prims(hiders));
  }
  return out;
}

FactExplanation explainPurpose(const Prim& prim) {
  const LayerNames names = detail::layerNamesOf(prim.stage());
  FactExplanation out;
  out.kind = FactKind::Purpose;
  out.path = prim.path();
  out.value = computePurpose(prim).string();
  out.data = out.value;
  Path decider;
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    if (authoredPurpose(at).isEmpty()) continue;
    std::optional<FactRow> row = valueRow(at.attribute(geom::kPurpose), TimeCode(), names);
    if (!row) continue;
    if (decider.isEmpty()) {
      decider = at.path();
      row->effect = FactEffect::Decides;
      row->reason = at == prim ? "gives the purpose" : "gives the purpose of its descendants";
    } else {
      row->effect = FactEffect::Loses;
      row->reason = fmt::format("<{}> is nearer", decider.text());
    }
    out.rows.push_back(std::move(*row));
  }
  if (decider.isEmpty()) {
    out.sentence = fmt::format(
        "`{}`, the fallback, because neither the prim nor an ancestor has a "
        "purpose.",
        out.value);
  } else if (decider == prim.path()) {
    out.sentence = fmt::format("`{}`, authored on the prim.", out.value);
  } else {
    out.sentence = fmt::format("`{}`, inherited from <{}>.", out.value, decider.text());
  }
  return out;
}

FactExplanation explainMaterial(const Prim& prim, Token purpose) {
  const LayerNames names = detail::layerNamesOf(prim.stage());
  const MaterialBindingReport report = reportMaterialBinding(prim, purpose);
  const auto found =
      std::ranges::find(report.bindings, BindingVerdict::Wins, &ReportedBinding::verdict);
  const ReportedBinding* winner = found == report.bindings.end() ? nullptr : &*found;
  FactExplanation out;
  out.kind = FactKind::Material;
  out.path = prim.path();
  out.name = purpose.string();
  out.sentence = materialSentence(prim, report, winner, purpose);
  if (!report.material.isEmpty()) {
    out.value = report.material.text();
    out.data = out.value;
  }
  for (const ReportedBinding& binding : report.bindings) {
    const Prim owner = prim.stage().primAt(binding.relationship.primPath());
    FactRow& row = out.rows.emplace_back(bindingRow(owner, binding.relationship.name(), names));
    row.effect = bindingEffect(binding.verdict);
    row.holds = bindingHolds(binding);
    row.reason = bindingReason(binding);
  }
  // Which binding is stronger depends on the prim, so that only the winner has a place.
  const auto isWinner = [](const FactRow& row) { return row.effect == FactEffect::Decides; };
  std::ranges::stable_partition(out.rows, isWinner);
  return out;
}

}  // namespace usdscope
