// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ProblemActions.h"

#include <QClipboard>
#include <QGuiApplication>
#include <cmath>

#include "app/actions/ActionParts.h"
#include "app/session/problems/ProblemFinder.h"

namespace usdscope {
namespace {

bool hasProblems(const ActionContext& c) {
  const auto& list = c.session.problems.value().list;
  return list && !list->empty();
}

bool hasIgnored(const ActionContext& c) { return !c.session.problemFilter.value().ignored.empty(); }

// The row that the user clicked last is a problem.
bool isProblem(const ActionContext& c) {
  const auto& list = c.session.problems.value().list;
  const std::string& rule = c.session.row.value().name;
  if (!list || rule.empty()) return false;
  for (const Problem& problem : *list) {
    if (problem.rule() == rule) return true;
  }
  return false;
}

bool hasLayerOfProblem(const ActionContext& c) {
  return isProblem(c) && c.session.row.value().hasFile();
}

ActionProblem copyProblems(const ActionContext& c, const Arguments&) {
  if (!hasProblems(c)) return "There are no problems.";
  const std::string text =
      problemsText(*c.session.problems.value().list, c.session.problemFilter.value());
  QGuiApplication::clipboard()->setText(QString::fromStdString(text));
  return {};
}

ActionProblem copyProblem(const ActionContext& c, const Arguments&) {
  QGuiApplication::clipboard()->setText(QString::fromStdString(c.session.row.value().value));
  return {};
}

ActionProblem ignoreRule(const ActionContext& c, const Arguments& arguments) {
  return c.session.problemFinder().ignoreRule(arguments.empty() ? c.session.row.value().name
                                                                : arguments[0]);
}

ActionProblem showIgnoredRules(const ActionContext& c, const Arguments&) {
  c.session.problemFinder().changeFilter([](ProblemFilter& filter) { filter.ignored.clear(); });
  return {};
}

ActionProblem showProblemText(const ActionContext& c, const Arguments&) {
  const InspectedRow& row = c.session.row.value();
  return c.session.showLayerText(row.layer, row.line);
}

ActionProblem revealProblemLayer(const ActionContext& c, const Arguments&) {
  c.session.markLayer(c.session.row.value().layer);
  c.window.showPane("layers");
  return {};
}

// Shows the problem with a number, counted from 1 among those that the filter accepts.
ActionProblem showProblem(const ActionContext& c, const Arguments& arguments) {
  const auto number = arguments.empty() ? std::nullopt : numberOf(arguments[0]);
  if (!number || *number < 1 || *number != std::floor(*number)) {
    return "Expected the number of a problem, from 1 on.";
  }
  const auto list = c.session.problems.value().list;
  double at = 0;
  for (std::size_t i = 0; list && i < list->size(); ++i) {
    const Problem& problem = (*list)[i];
    if (!c.session.problemFilter.value().accepts(problem) || ++at < *number) continue;
    c.session.problemFinder().show(problem);
    return {};
  }
  return "There is no problem with the number " + arguments[0] + ".";
}

ActionProblem searchProblems(const ActionContext& c, const Arguments& arguments) {
  if (!arguments.empty()) {
    c.session.problemFinder().changeFilter(
        [&](ProblemFilter& filter) { filter.text = arguments[0]; });
  }
  return c.window.search("problems", arguments.empty() ? "" : arguments[0]);
}

ActionProblem problemSource(const ActionContext& c, const Arguments& arguments) {
  const std::string source = arguments.empty() ? "" : arguments[0];
  const auto& list = c.session.problems.value().list;
  bool isKnown = source.empty();
  for (std::size_t i = 0; list && i < list->size(); ++i) isKnown |= (*list)[i].source == source;
  if (!isKnown) return "No problem comes from " + source + ".";
  c.session.problemFinder().changeFilter([&](ProblemFilter& filter) { filter.source = source; });
  return {};
}

template <Severity Shown>
ActionProblem toggleSeverity(const ActionContext& c, const Arguments&) {
  c.session.problemFinder().changeFilter([](ProblemFilter& filter) {
    if (filter.hidden.erase(Shown) == 0) filter.hidden.insert(Shown);
  });
  return {};
}
template <Severity Shown>
bool isShown(const ActionContext& c) {
  return !c.session.problemFilter.value().hidden.contains(Shown);
}

constexpr ActionRow kProblemRows[] = {
    {"copyProblem", "Context", "Copy Problem", "", "", isProblem, nullptr, copyProblem},
    {"copyProblems", "Context", "Copy All Problems", "", "", hasProblems, nullptr, copyProblems},
    {"ignoreRule", "Context", "Ignore This Rule", "", "RULE", isProblem, nullptr, ignoreRule},
    {"showIgnoredRules", "Context", "Show Ignored Rules", "", "", hasIgnored, nullptr,
     showIgnoredRules},
    {"problemText", "Context", "Show Text of Layer at the Line", "", "", hasLayerOfProblem, nullptr,
     showProblemText},
    {"problemLayer", "Context", "Reveal in Layers", "", "", hasLayerOfProblem, nullptr,
     revealProblemLayer},
    {"showProblem", "", "Show a Problem", "", "NUMBER", hasProblems, nullptr, showProblem},
    {"searchProblems", "", "Find Problems…", "", "TEXT", hasDocument, nullptr, searchProblems},
    {"problemSource", "", "Problems of One Source", "", "SOURCE", hasProblems, nullptr,
     problemSource},
    {"showErrors", "", "Errors in Problems", "", "", always, isShown<Severity::Error>,
     toggleSeverity<Severity::Error>},
    {"showWarnings", "", "Warnings in Problems", "", "", always, isShown<Severity::Warning>,
     toggleSeverity<Severity::Warning>},
    {"showNotes", "", "Notes in Problems", "", "", always, isShown<Severity::Note>,
     toggleSeverity<Severity::Note>},
};

}  // namespace

std::span<const ActionRow> problemActionRows() { return kProblemRows; }

}  // namespace usdscope
