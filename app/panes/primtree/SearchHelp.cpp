// SPDX-License-Identifier: Apache-2.0
#include "app/panes/primtree/SearchHelp.h"

#include <QGridLayout>
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "engine/search/SearchText.h"

namespace usdscope {
namespace {

QLabel* makeHeading(const QString& text) {
  auto* heading = new QLabel(text);
  theme::makeDim(*heading);
  return heading;
}

struct LegendRow {
  QColor color;
  bool isBold;
  bool isItalic;
  const char* name;
  const char* meaning;
};

}  // namespace

SearchHelp::SearchHelp(QWidget* parent) : QFrame(parent, Qt::Popup) {
  setObjectName("searchHelp");
  setStyleSheet(QStringLiteral("QFrame#searchHelp { background: %1; border: 1px solid %2; }")
                    .arg(theme::kRaised.name(), theme::kLine.name()));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(8);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(4);
  column->addLayout(grid);
  int row = 0;
  const auto addLine = [&](QLabel* first, const QString& second) {
    grid->addWidget(first, row, 0);
    grid->addWidget(new QLabel(second), row++, 1);
  };
  grid->addWidget(makeHeading(tr("Search terms; a prim must match all of them")), row++, 0, 1, 2);
  addLine(new QLabel(tr("wheel")), tr("A part of the name. * and ? stand for any letters."));
  addLine(new QLabel(tr("Car/Wheels")), tr("With a slash: a part of the path."));
  for (const SearchKeyHelp& key : searchKeys()) {
    auto* example = new QLabel(QStringLiteral("<a style='text-decoration:none' href='%1'>%1</a>")
                                   .arg(textOf(key.example)));
    connect(example, &QLabel::linkActivated, this, [this](const QString& text) {
      hide();
      Q_EMIT exampleChosen(text);
    });
    QString meaning = tr(key.meaning.data());
    if (!key.choices.empty()) meaning += QStringLiteral("  (%1)").arg(textOf(key.choices));
    addLine(example, meaning);
  }
  addLine(new QLabel(tr("F3, Shift+F3")), tr("The next and the previous match."));

  grid->setRowMinimumHeight(row++, 8);
  grid->addWidget(makeHeading(tr("Colours and fonts of prims")), row++, 0, 1, 2);
  const LegendRow legend[] = {
      {theme::kText, true, false, "Normal", "No arcs of its own."},
      {theme::kHasArcs, true, false, "Has arcs", "References, payloads, inherits, variants …"},
      {theme::kInstance, true, false, "Instance", "Shares a prototype with other instances."},
      {theme::kPrototype, true, false, "Prototype", "In a prototype, or part of an instance."},
      {theme::inactive(theme::kText), true, false, "Inactive", "A darker shade of its colour."},
      {theme::kText, false, false, "Class", "Not bold: abstract."},
      {theme::kText, false, true, "Over", "Italic: no layer defines it."},
  };
  for (const LegendRow& each : legend) {
    auto* name = new QLabel(tr(each.name));
    QFont font = name->font();
    font.setBold(each.isBold);
    font.setItalic(each.isItalic);
    name->setFont(font);
    QPalette colors = name->palette();
    colors.setColor(QPalette::WindowText, each.color);
    name->setPalette(colors);
    addLine(name, tr(each.meaning));
  }
}

void SearchHelp::showBelow(const QWidget& widget) {
  adjustSize();
  const QRect screen = widget.screen()->availableGeometry();
  QPoint at = widget.mapToGlobal(QPoint(0, widget.height() + 4));
  at.setX(std::max(screen.left(), std::min(at.x(), screen.right() - width())));
  at.setY(std::max(screen.top(), std::min(at.y(), screen.bottom() - height())));
  move(at);
  show();
}

}  // namespace usdscope
