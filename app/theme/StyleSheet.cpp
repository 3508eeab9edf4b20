// SPDX-License-Identifier: Apache-2.0
#include "app/theme/StyleSheet.h"

#include <QRegularExpression>

#include "app/theme/Theme.h"

namespace usdscope::theme {
namespace {

// Names of colours stand behind @. Lengths from 2px on follow the look.
constexpr const char* kTemplate = R"(
    QMainWindow::separator { background: @line; width: 1px; height: 1px; }
    QWidget#dockTitle { background: @raised; }
    QWidget#dockTitle QToolButton { color: @dim; padding: 4px 6px; }
    QWidget#dockTitle QToolButton:hover { color: @text; background: @line; }
    QLabel#presentHint { background: @raised; color: @text; padding: 6px 10px; margin-top: 12px; }
    QTreeView, QTableView, QListView { border: none; outline: none; background: @pane; }
    QTabBar { outline: none; }
    QTreeView { show-decoration-selected: 1; selection-background-color: @selection; }
    QTreeView::item { padding: 2px 5px; min-height: 18px; border: none; }
    QTableView::item { padding: 0 4px 0 5px; border: none; }
    QTreeView::item:hover, QTableView::item:hover { background: @hover; }
    QTreeView::item:selected, QTableView::item:selected { background: @selection; color: @onSelection; }
    QHeaderView, QTableCornerButton::section { background: @raised; border: none; }
    QHeaderView::section { background: @raised; color: @dim; border: none; padding: 4px 8px; }
    QTabBar { background: @window; qproperty-drawBase: 0; }
    QTabBar::tab { background: @window; color: @dim; padding: 6px 10px; border: none; }
    QTabBar::tab:hover { color: @text; }
    QTabBar::tab:selected { background: @raised; color: @text; }
    QTabBar QToolButton { background: @raised; padding: 0; border-left: 1px solid @line; }
    QTabBar::scroller { width: 18px; }
    QMenuBar { background: @window; padding: 2px 4px; }
    QMenuBar::item { padding: 4px 8px; } QMenuBar::item:selected { background: @raised; }
    QMenu { background: @pane; border: 1px solid @line; padding: 4px 0; }
    QMenu::item { padding: 5px 24px; } QMenu::item:selected { background: @selection; color: @onSelection; }
    QMenu::item:disabled { color: @faint; }
    QMenu::separator { height: 1px; background: @line; margin: 4px 0; }
    QToolBar { border: none; border-top: 1px solid @line; background: @window; padding: 0; }
    QStatusBar { color: @dim; border-top: 1px solid @line; } QStatusBar::item { border: none; }
    QLineEdit, QAbstractSpinBox { background: @raised; border: 1px solid @line; padding: 3px 6px;
                                selection-background-color: @selection; selection-color: @onSelection; }
    QLineEdit:focus, QAbstractSpinBox:focus { border: 1px solid @focus; }
    QLineEdit:disabled, QAbstractSpinBox:disabled { color: @faint; background: @pane; }
    QToolButton, QPushButton { background: transparent; border: none; padding: 4px 8px; color: @text; }
    QToolButton:hover, QPushButton:hover { background: @raised; }
    QToolButton:checked { color: @playhead; }
    QWidget#playbackBar QToolButton { padding: 1px 6px; }
    QWidget#playbackBar QToolButton#transport { padding: 1px 0; }
    QWidget#playbackBar QDoubleSpinBox { padding: 1px 6px; }
    QWidget#playbackBar QLineEdit#frame { padding: 1px 6px; }
    QWidget#playbackBar QToolButton#otherRange { color: @focus; }
    QToolButton:disabled, QPushButton:disabled { color: @faint; }
    QToolButton::menu-indicator { image: none; }
    QWidget#topBar QToolButton { padding: 4px 6px; }
    QToolButton#checkSkinning, QToolButton#resetShapes, QToolButton#fixClips { background: @line; }
    QToolButton#checkSkinning:hover, QToolButton#resetShapes:hover, QToolButton#fixClips:hover { background: @above; }
    QPushButton#link { text-align: left; padding: 6px 8px; }
    QPushButton#primary { background: @line; padding: 8px 16px; }
    QPushButton#primary:hover { background: @above; }
    QDialog QPushButton, QWidget#keySheet QToolButton { background: @line; }
    QDialog QPushButton:hover, QWidget#keySheet QToolButton:hover { background: @above; }
    QDialog QPushButton#primary { background: @selection; color: @onSelection; padding: 4px 16px; }
    QDialog QPushButton#primary:hover { border: 1px solid @text; padding: 3px 15px; }
    QSplitter::handle { background: @pane; }
    QSplitter::handle:vertical { height: 4px; border-top: 1px solid @line; }
    QSplitter::handle:horizontal { width: 4px; border-left: 1px solid @line; }
    QProgressBar { border: none; background: @raised; max-height: 4px; min-height: 4px; }
    QProgressBar::chunk { background: @selection; }
    QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px; }
    QScrollBar:vertical { background: @pane; width: 10px; margin: 0; }
    QScrollBar:horizontal { background: @pane; height: 10px; margin: 0; }
    QScrollBar::handle { background: @line; min-height: 24px; min-width: 24px; border-radius: 3px; }
    QScrollBar::handle:hover { background: @above; }
    QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
    QScrollBar::add-page, QScrollBar::sub-page { background: none; }
  
)";

QString colorNamed(const QString& name) {
  const struct {
    const char* name;
    const QColor& color;
  } names[] = {
      {"window", kWindow},
      {"pane", kPane},
      {"raised", kRaised},
      {"above", detail::present.raisedHover},
      {"line", kLine},
      {"hover", detail::present.hover},
      {"text", kText},
      {"dim", kDim},
      {"faint", kFaint},
      {"selection", kSelection},
      {"onSelection", kOnSelection},
      {"playhead", kPlayhead},
      {"focus", kFocus},
  };
  for (const auto& each : names) {
    if (name == QLatin1String(each.name)) return each.color.name();
  }
  Q_ASSERT_X(false, "colorNamed", "The style sheet names an unknown colour.");
  return {};
}

}  // namespace

QString styleSheet() {
  static const QRegularExpression kPart(QStringLiteral("@([A-Za-z]+)|\\b([0-9]+)px"));
  const QString text = QString::fromLatin1(kTemplate);
  QString filled;
  qsizetype end = 0;
  for (auto parts = kPart.globalMatch(text); parts.hasNext();) {
    const QRegularExpressionMatch part = parts.next();
    filled += text.mid(end, part.capturedStart() - end);
    end = part.capturedEnd();
    if (const QString name = part.captured(1); !name.isEmpty()) {
      filled += colorNamed(name);
      continue;
    }
    const int length = part.captured(2).toInt();
    filled += QString::number(length < 2 ? length : px(length)) + QStringLiteral("px");
  }
  return filled + text.mid(end);
}

}  // namespace usdscope::theme
