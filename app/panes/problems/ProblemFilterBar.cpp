// SPDX-License-Identifier: Apache-2.0
#include "app/panes/problems/ProblemFilterBar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>
#include <map>

#include "app/panes/problems/ProblemModel.h"
#include "app/session/problems/ProblemFinder.h"
#include "app/theme/Icons.h"
#include "app/widgets/SearchField.h"

namespace usdscope {
namespace {

constexpr struct {
  Severity severity;
  const char* icon;
  const char* tip;
  const char* action;
} kSeverities[] = {{Severity::Error, "error", "Errors", "showErrors"},
                   {Severity::Warning, "warning", "Warnings", "showWarnings"},
                   {Severity::Note, "note", "Notes", "showNotes"}};

}  // namespace

ProblemFilterBar::ProblemFilterBar(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      sources_(new QComboBox),
      search_(new SearchField(tr("message, rule, layer or prim"))),
      ignored_(new QToolButton) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(4, 0, 0, 0);
  row->setSpacing(0);
  ProblemFinder& finder = session_.problemFinder();
  for (std::size_t i = 0; i < severities_.size(); ++i) {
    auto* button = new QToolButton;
    button->setCheckable(true);
    button->setChecked(true);
    button->setObjectName(kSeverities[i].action);
    button->setIcon(theme::icon(kSeverities[i].icon));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setToolTip(tr(kSeverities[i].tip));
    button->setAccessibleName(button->toolTip());
    connect(button, &QToolButton::clicked, this,
            [this, i] { session_.perform(kSeverities[i].action); });
    row->addWidget(button);
    severities_[i] = button;
  }
  sources_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  sources_->setMinimumContentsLength(12);
  sources_->setToolTip(tr("Only problems that this validator or part of the program has found"));
  row->addSpacing(8);
  row->addWidget(sources_);
  row->addWidget(search_, 1);
  ignored_->setToolTip(tr("Show the problems of ignored rules again"));
  row->addWidget(ignored_);
  connect(sources_, &QComboBox::activated, this, [this, &finder](int item) {
    const std::string source = sources_->itemData(item).toString().toStdString();
    finder.changeFilter([&](ProblemFilter& filter) { filter.source = source; });
  });
  connect(search_, &SearchField::searched, this, [&finder](const QString& text) {
    finder.changeFilter([&](ProblemFilter& filter) { filter.text = text.toStdString(); });
  });
  connect(ignored_, &QToolButton::clicked, this, [&finder] {
    finder.changeFilter([](ProblemFilter& filter) { filter.ignored.clear(); });
  });
}

void ProblemFilterBar::refresh() {
  const ProblemFilter& filter = session_.problemFilter.value();
  const auto& list = session_.problems.value().list;
  std::array<std::size_t, 3> counts{};
  std::map<std::string, std::size_t> sources;
  std::size_t shown = 0;
  if (list) {
    for (const Problem& problem : *list) {
      ++sources[problem.source];
      if (!filter.acceptsButSeverity(problem)) continue;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        counts[i] += kSeverities[i].severity == problem.severity ? 1 : 0;
      }
      shown += filter.accepts(problem) ? 1 : 0;
    }
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    severities_[i]->setText(groupedCount(counts[i]));
    severities_[i]->setChecked(!filter.hidden.contains(kSeverities[i].severity));
  }
  if (!filter.source.empty()) sources.try_emplace(filter.source, 0);
  {
    const QSignalBlocker blocker(sources_);
    sources_->clear();
    sources_->addItem(tr("All sources"), QString());
    for (const auto& [source, number] : sources) {
      const QString name = QString::fromStdString(source);
      sources_->addItem(QStringLiteral("%1  (%2)").arg(name, groupedCount(number)), name);
    }
    sources_->setCurrentIndex(
        std::max(0, sources_->findData(QString::fromStdString(filter.source))));
  }
  // An action may have set the text; what the user types stays.
  const QString text = QString::fromStdString(filter.text);
  if (!search_->hasFocus() && search_->text() != text) search_->setText(text);
  search_->setCount(qsizetype(shown), qsizetype(list ? list->size() : 0));
  ignored_->setVisible(!filter.ignored.empty());
  ignored_->setText(filter.ignored.size() == 1 ? tr("1 ignored rule")
                                               : tr("%1 ignored rules").arg(filter.ignored.size()));
}

}  // namespace usdscope
