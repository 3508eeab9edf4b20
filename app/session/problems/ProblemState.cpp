// SPDX-License-Identifier: Apache-2.0
#include "app/session/problems/ProblemState.h"

#include <fmt/format.h>

#include <QString>
#include <QStringList>
#include <algorithm>

#include "engine/report/explain/Explain.h"

namespace usdscope {
namespace {

// Everything that a search looks at.
QString haystack(const Problem& problem) {
  std::string text = problem.message + " " + problem.hint + " " + problem.layer + " " +
                     problem.asset + " " + problem.rule();
  for (const Path site : problem.sites) text += " " + site.text();
  return QString::fromStdString(text);
}

}  // namespace

bool ProblemFilter::acceptsButSeverity(const Problem& problem) const {
  if (!source.empty() && problem.source != source) return false;
  if (ignored.contains(problem.rule())) return false;
  if (text.empty()) return true;
  const QString all = haystack(problem);
  const QStringList words = QString::fromStdString(text).split(' ', Qt::SkipEmptyParts);
  return std::ranges::all_of(
      words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

bool ProblemFilter::accepts(const Problem& problem) const {
  return !hidden.contains(problem.severity) && acceptsButSeverity(problem);
}

std::string problemText(const Problem& problem) {
  std::string text = std::string(nameOf(problem.severity)) + ": ";
  if (!problem.layer.empty()) {
    text += problem.layer;
    if (problem.line > 0) text += fmt::format(":{}", problem.line);
    text += ": ";
  }
  if (!problem.sites.empty()) text += "<" + problem.sites.front().text() + ">";
  if (problem.time) text += fmt::format(" at frame {}", timeText(*problem.time));
  if (!problem.sites.empty() || problem.time) text += ": ";
  text += problem.message;
  if (!problem.hint.empty()) text += " " + problem.hint;
  text += " (" + problem.rule() + ")";
  if (problem.count > 1) text += fmt::format(" ×{}", problem.count);
  return text;
}

std::string problemsText(const ProblemList& list, const ProblemFilter& filter) {
  std::string text;
  for (const Problem& problem : list) {
    if (filter.accepts(problem)) text += problemText(problem) + '\n';
  }
  return text;
}

}  // namespace usdscope
