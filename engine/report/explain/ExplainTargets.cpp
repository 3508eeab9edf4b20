// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "engine/report/detail/FactRows.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/TargetReport.h"

namespace usdscope {
namespace {

std::string_view wordOf(TargetEdit::Kind kind) {
  switch (kind) {
    case TargetEdit::Kind::Explicit:
      return "set";
    case TargetEdit::Kind::Add:
      return "add";
    case TargetEdit::Kind::Prepend:
      return "prepend";
    case TargetEdit::Kind::Append:
      return "append";
    case TargetEdit::Kind::Delete:
      return "delete";
    case TargetEdit::Kind::Reorder:
      return "reorder";
  }
  return "set";
}

// The edits as in a text layer, with the paths on the stage where they differ.
std::string editsOf(const TargetOpinion& opinion) {
  if (opinion.verdict == TargetVerdict::NoTargets) return "only a spec";
  if (opinion.edits.empty()) return "set to nothing";
  std::vector<std::string> words;
  for (const TargetEdit& edit : opinion.edits) {
    std::string word = fmt::format("{} <{}>", wordOf(edit.kind), edit.authored.text());
    if (edit.target.isEmpty()) {
      word += " (not mapped)";
    } else if (edit.target != edit.authored) {
      word += fmt::format(" (here <{}>)", edit.target.text());
    }
    words.push_back(std::move(word));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

// Names the first path that an arc does not map; empty if all are mapped.
std::string unmappedText(const TargetOpinion& opinion) {
  const auto lost = std::ranges::find_if(
      opinion.edits, [](const TargetEdit& edit) { return edit.target.isEmpty(); });
  if (lost == opinion.edits.end()) return {};
  return fmt::format("; <{}> lies outside of the arc that leads here, so it is ignored",
                     lost->authored.text());
}

std::string reasonFor(const TargetOpinion& opinion, const std::string& setter) {
  switch (opinion.verdict) {
    case TargetVerdict::SetsList:
      return "sets the whole list" + unmappedText(opinion);
    case TargetVerdict::EditsList:
      return "edits the weaker list" + unmappedText(opinion);
    case TargetVerdict::Replaced:
      return fmt::format("{} sets the whole list", setter);
    case TargetVerdict::NoTargets:
      return "the spec has no opinion about the list";
  }
  return {};
}

FactEffect effectOf(TargetVerdict verdict, bool isAlone) {
  switch (verdict) {
    case TargetVerdict::SetsList:
      return isAlone ? FactEffect::Decides : FactEffect::Contributes;
    case TargetVerdict::EditsList:
      return isAlone ? FactEffect::Decides : FactEffect::Contributes;
    case TargetVerdict::Replaced:
      return FactEffect::Loses;
    case TargetVerdict::NoTargets:
      return FactEffect::Nothing;
  }
  return FactEffect::Nothing;
}

bool takesPart(const TargetOpinion& opinion) {
  return opinion.verdict == TargetVerdict::SetsList || opinion.verdict == TargetVerdict::EditsList;
}

std::string countOf(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string sentenceFor(const TargetReport& report, std::string_view noun) {
  if (!report.isAuthored) return fmt::format("No layer has an opinion about {}s.", noun);
  std::vector<std::string> layers;
  for (const TargetOpinion& opinion : report.opinions) {
    if (takesPart(opinion)) layers.push_back(quotedName(*opinion.layer));
  }
  const std::string count =
      report.targets.empty() ? fmt::format("No {}s", noun) : countOf(report.targets.size(), noun);
  std::string text = layers.size() == 1
                         ? fmt::format("{}, from {}", count, layers[0])
                         : fmt::format("{}, composed from {} layers", count, layers.size());
  if (!report.removed.empty()) text += fmt::format("; {} removed", report.removed.size());
  return text + '.';
}

FactPart partOf(const ReportedTarget& target, const TargetReport& report, bool isRemoved) {
  FactPart part{.name = target.path.text(), .value = {}, .row = target.opinion, .note = {}};
  part.isRemoved = isRemoved;
  if (target.authored != target.path) {
    part.note = fmt::format("authored as <{}>", target.authored.text());
  }
  if (isRemoved) {
    if (!part.note.empty()) part.note += "; ";
    part.note += "deleted by " + quotedName(*report.opinions[target.remover].layer);
  }
  return part;
}

FactExplanation explainList(const Property& property, FactKind kind, std::string_view noun) {
  const TargetReport report = reportTargets(property);
  const LayerNames names = detail::layerNamesOf(property.prim().stage());
  FactExplanation out;
  out.kind = kind;
  out.path = property.path();
  out.sentence = sentenceFor(report, noun);
  const bool isAlone = std::ranges::count_if(report.opinions, takesPart) == 1;
  std::string setter;
  for (const TargetOpinion& opinion : report.opinions) {
    FactRow& row = out.rows.emplace_back(
        detail::layerRow(names, *opinion.layer, opinion.specPath, property.path()));
    row.effect = effectOf(opinion.verdict, isAlone);
    row.holds = editsOf(opinion);
    row.reason = reasonFor(opinion, setter);
    if (opinion.verdict == TargetVerdict::SetsList) setter = quotedName(*opinion.layer);
  }
  std::vector<std::string> paths;
  for (const ReportedTarget& target : report.targets) {
    out.parts.push_back(partOf(target, report, false));
    paths.push_back("<" + target.path.text() + ">");
  }
  for (const ReportedTarget& target : report.removed) {
    out.parts.push_back(partOf(target, report, true));
  }
  if (!report.isAuthored) return out;
  out.value = fmt::format("[{}]", fmt::join(paths, ", "));
  out.data = Json::array();
  for (const ReportedTarget& target : report.targets) out.data.push_back(target.path.text());
  return out;
}

}  // namespace

FactExplanation explainTargets(const Relationship& relationship) {
  return explainList(relationship, FactKind::Targets, "target");
}

FactExplanation explainConnections(const Attribute& attribute) {
  return explainList(attribute, FactKind::Connections, "connection");
}

}  // namespace usdscope
