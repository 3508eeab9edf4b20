// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainMarkdown.h"

#include <fmt/format.h>

#include <initializer_list>
#include <string_view>

#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

// Escapes what has a meaning in Markdown. Names between backquotes are code already, in which only
// the end of a cell has to be escaped.
std::string escaped(std::string_view text) {
  std::string out;
  bool isCode = false;
  for (const char c : text) {
    if (c == '`') isCode = !isCode;
    const bool isMarkup = c == '<' || c == '>' || c == '*' || c == '_';
    if (c == '|' || (isMarkup && !isCode)) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

void addRow(std::initializer_list<std::string_view> cells, std::string& out) {
  out += '|';
  for (const std::string_view cell : cells) {
    out += ' ';
    out += cell;
    out += " |";
  }
  out += '\n';
}

void addOpinions(const std::vector<OpinionLine>& opinions, std::string& out) {
  if (opinions.empty()) return;
  out += '\n';
  addRow({"", "Layer", "Path", "Contents", "Reason"}, out);
  addRow({"---", "---", "---", "---", "---"}, out);
  for (const OpinionLine& line : opinions) {
    addRow({line.wins ? "▸" : "", escaped(line.layer), escaped(line.specPath), escaped(line.holds),
            escaped(line.reason)},
           out);
  }
}

}  // namespace

std::string explanationToMarkdown(const Explanation& explanation) {
  std::string out =
      fmt::format("### {} at {}\n\n{}\n\nValue: {}\n", escaped(explanation.attribute.path().text()),
                  timeText(explanation.time), escaped(explanation.sentence),
                  escaped(valueToText(explanation.value)));
  const std::vector<TimePathLine> steps = timePathLines(explanation);
  if (!steps.empty()) {
    out += '\n';
    addRow({"Time", "Step", "Mapping"}, out);
    addRow({"---:", "---", "---"}, out);
    for (const TimePathLine& line : steps) {
      addRow({line.time, escaped(line.what), escaped(line.mapping)}, out);
    }
  }
  addOpinions(opinionLines(explanation), out);
  return out;
}

std::string factsToMarkdown(const std::vector<FactExplanation>& facts) {
  std::string out;
  for (const FactExplanation& fact : facts) {
    if (!out.empty()) out += '\n';
    const std::string name = fact.name.empty() ? std::string() : ", " + fact.name;
    out += fmt::format("### {} of {}{}\n\n{}\n", nameOf(fact.kind), escaped(fact.path.text()),
                       escaped(name), escaped(fact.sentence));
    std::vector<OpinionLine> lines;
    for (const FactRow& row : fact.rows) {
      OpinionLine& line = lines.emplace_back();
      line.wins = row.effect == FactEffect::Decides || row.effect == FactEffect::Contributes;
      line.layer = row.layer;
      line.specPath = row.specPath.empty() ? row.object.text() : row.specPath;
      line.holds = row.holds;
      line.reason = row.reason;
    }
    addOpinions(lines, out);
  }
  return out;
}

}  // namespace usdscope
