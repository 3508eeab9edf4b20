// SPDX-License-Identifier: Apache-2.0
#include "app/panes/problems/ProblemModel.h"

#include <QLocale>
#include <QStringList>
#include <algorithm>

#include "app/theme/ShortNames.h"
#include "app/theme/Theme.h"
#include "engine/report/explain/Explain.h"

namespace usdscope {
namespace {

// Longer texts are cut: a name of 10,000 letters must not fill the pane.
constexpr qsizetype kMostLetters = 4000;

QString textUpToMost(const std::string& text) {
  QString result = QString::fromStdString(text);
  if (result.size() > kMostLetters) result = result.left(kMostLetters) + QStringLiteral(" …");
  return result;
}

QColor colorOf(Severity severity) {
  if (severity == Severity::Error) return theme::kError;
  return severity == Severity::Warning ? theme::kWarning : theme::kNote;
}

std::vector<ProblemBlock> severityBlocks(const Problem& problem) {
  const QColor color = colorOf(problem.severity);
  const QString mark = problem.severity == Severity::Error     ? QStringLiteral("✖ Error")
                       : problem.severity == Severity::Warning ? QStringLiteral("▲ Warning")
                                                               : QStringLiteral("ℹ Note");
  std::vector<ProblemBlock> blocks = {{mark, color}};
  if (problem.count > 1)
    blocks.push_back({QStringLiteral("×") + groupedCount(problem.count), color});
  return blocks;
}

std::vector<ProblemBlock> problemBlocks(const Problem& problem) {
  std::vector<ProblemBlock> blocks = {
      {withShortNames(textUpToMost(problem.message)), theme::kText, false, true}};
  if (!problem.hint.empty())
    blocks.push_back({textUpToMost(problem.hint), theme::kPlayhead, false, true});
  if (!problem.tried.empty()) {
    QStringList places;
    for (const std::string& place : problem.tried) places << textUpToMost(place);
    blocks.push_back({QStringLiteral("Searched: ") + places.join(QStringLiteral(", ")), theme::kDim,
                      false, true});
  }
  blocks.push_back({textUpToMost(problem.rule()), theme::kFaint});
  return blocks;
}

std::vector<ProblemBlock> whereBlocks(const Problem& problem) {
  std::vector<ProblemBlock> blocks;
  if (!problem.layer.empty()) {
    QString layer = textUpToMost(problem.layer).section('/', -1);
    if (problem.line > 0) layer += QStringLiteral(":%1").arg(problem.line);
    blocks.push_back({layer, theme::kText});
  }
  if (!problem.sites.empty()) {
    blocks.push_back({textUpToMost(problem.sites.front().text()), theme::kDim, true});
  } else if (!problem.spec.isEmpty() && !problem.spec.isRoot()) {
    blocks.push_back({textUpToMost(problem.spec.text()), theme::kDim, true});
  }
  if (problem.sites.size() > 1) {
    blocks.push_back(
        {QStringLiteral("and %1 more").arg(groupedCount(problem.sites.size() - 1)), theme::kDim});
  }
  if (problem.time) {
    blocks.push_back(
        {QStringLiteral("frame %1").arg(textUpToMost(timeText(*problem.time))), theme::kDim});
  }
  return blocks;
}

QString tipOf(const Problem& problem) {
  QStringList lines;
  if (!problem.layer.empty()) lines << textUpToMost(problem.layer);
  constexpr std::size_t kMostSites = 12;
  for (std::size_t i = 0; i < std::min(problem.sites.size(), kMostSites); ++i) {
    lines << textUpToMost(problem.sites[i].text());
  }
  if (problem.sites.size() > kMostSites) lines << QStringLiteral("…");
  return lines.join('\n');
}

}  // namespace

QString groupedCount(std::size_t count) {
  return QLocale(QLocale::English).toString(qulonglong(count));
}

void ProblemModel::setProblems(std::shared_ptr<const ProblemList> list,
                               const ProblemFilter& filter) {
  beginResetModel();
  list_ = std::move(list);
  shown_.clear();
  acceptedCount_ = 0;
  if (list_) {
    for (const Problem& problem : *list_) {
      if (!filter.accepts(problem)) continue;
      if (acceptedCount_++ < kMostRows) shown_.push_back(&problem);
    }
  }
  endResetModel();
}

int ProblemModel::rowOf(const Problem& problem) const {
  const auto found =
      std::ranges::find_if(shown_, [&](const Problem* shown) { return *shown == problem; });
  return found == shown_.end() ? -1 : int(found - shown_.begin());
}

std::vector<ProblemBlock> ProblemModel::blocks(const QModelIndex& index) const {
  const Problem& shown = problem(index.row());
  switch (index.column()) {
    case kSeverity:
      return severityBlocks(shown);
    case kProblem:
      return problemBlocks(shown);
    default:
      return whereBlocks(shown);
  }
}

int ProblemModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(shown_.size());
}

int ProblemModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumnCount;
}

QVariant ProblemModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::ToolTipRole && index.column() == kWhere) return tipOf(problem(index.row()));
  if (role == Qt::ForegroundRole && index.column() == kSeverity) {
    return colorOf(problem(index.row()).severity);
  }
  if (role != Qt::DisplayRole) return {};
  QStringList lines;
  for (const ProblemBlock& block : blocks(index)) lines << block.text;
  return lines.join('\n');
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  static constexpr const char* kNames[] = {"Severity", "Problem", "Where"};
  return section >= 0 && section < kColumnCount ? tr(kNames[section]) : QVariant();
}

}  // namespace usdscope
