// SPDX-License-Identifier: Apache-2.0
#include "app/Palette.h"

#include <QApplication>
#include <QFont>
#include <QFontDatabase>
#include <QPalette>
#include <QStyleFactory>

namespace usdscope::palette {

QColor ofSource(ValueSource source) {
  switch (source) {
    case ValueSource::Fallback:
      return {222, 158, 46};
    case ValueSource::Default:
      return {135, 206, 250};
    case ValueSource::TimeSamples:
      return {177, 207, 153};
    case ValueSource::Spline:
      return {80, 200, 180};
    case ValueSource::Clips:
      return {230, 150, 230};
    case ValueSource::None:
      return {140, 140, 140};
  }
  return kText;
}

void apply(QApplication& application) {
  application.setStyle(QStyleFactory::create("Fusion"));
  QFont font = application.font();
  if (QFontDatabase::families().contains("Inter")) font.setFamily("Inter");
  font.setPixelSize(13);
  application.setFont(font);

  QPalette colors;
  colors.setColor(QPalette::Window, kWindow);
  colors.setColor(QPalette::WindowText, kText);
  colors.setColor(QPalette::Base, kPane);
  colors.setColor(QPalette::AlternateBase, kPane);
  colors.setColor(QPalette::Text, kText);
  colors.setColor(QPalette::PlaceholderText, kFaint);
  colors.setColor(QPalette::Button, kRaised);
  colors.setColor(QPalette::ButtonText, kText);
  colors.setColor(QPalette::ToolTipBase, kRaised);
  colors.setColor(QPalette::ToolTipText, kText);
  colors.setColor(QPalette::Highlight, kSelection);
  colors.setColor(QPalette::HighlightedText, kWindow);
  colors.setColor(QPalette::Link, kFocus);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    colors.setColor(QPalette::Disabled, role, kFaint);
  }
  application.setPalette(colors);
  application.setStyleSheet(QStringLiteral(R"(
    QMainWindow::separator { background: #3a3d44; width: 1px; height: 1px; }
    QDockWidget::title { background: #2f3238; padding: 5px 8px; }
    QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; color: #a2a5ab; }
    QTreeView, QTableView, QListView { border: none; outline: none; }
    QTreeView::item, QTableView::item { padding: 2px 4px; min-height: 18px; }
    QTreeView::item:hover, QTableView::item:hover { background: #33363c; }
    QTreeView::item:selected, QTableView::item:selected { background: #bd9b54; color: #1e1f22; }
    QHeaderView::section { background: #2f3238; color: #a2a5ab; border: none;
                           padding: 4px 8px; }
    QTabBar::tab { background: #26282c; color: #a2a5ab; padding: 5px 12px; border: none; }
    QTabBar::tab:selected { background: #2f3238; color: #e3e3e3; }
    QMenuBar { background: #1e1f22; } QMenuBar::item:selected { background: #2f3238; }
    QMenu { background: #26282c; border: 1px solid #3a3d44; }
    QMenu::item { padding: 5px 24px; } QMenu::item:selected { background: #bd9b54; color: #1e1f22; }
    QMenu::item:disabled { color: #7f838b; }
    QMenu::separator { height: 1px; background: #3a3d44; margin: 4px 0; }
    QStatusBar { color: #a2a5ab; } QStatusBar::item { border: none; }
    QLineEdit, QDoubleSpinBox { background: #2f3238; border: 1px solid #3a3d44; padding: 3px 6px; }
    QLineEdit:focus, QDoubleSpinBox:focus { border: 1px solid #6aa9ff; }
    QToolButton { background: transparent; border: none; padding: 4px 8px; color: #e3e3e3; }
    QToolButton:hover { background: #2f3238; } QToolButton:checked { color: #f2d06b; }
    QToolButton:disabled { color: #7f838b; }
    QScrollBar:vertical { background: #26282c; width: 10px; margin: 0; }
    QScrollBar:horizontal { background: #26282c; height: 10px; margin: 0; }
    QScrollBar::handle { background: #3a3d44; min-height: 24px; min-width: 24px; border-radius: 3px; }
    QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
  )"));
}

}  // namespace usdscope::palette
