// SPDX-License-Identifier: Apache-2.0
#include "app/theme/Theme.h"

#include <QApplication>
#include <QFont>
#include <QFontDatabase>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>
#include <QWidget>

namespace usdscope::theme {

namespace {

bool areSafe = false;

}  // namespace

void useSafeColors(bool isSafe) { areSafe = isSafe; }

QColor ofSource(ValueSource source) {
  switch (source) {
    case ValueSource::Fallback:
      return areSafe ? QColor(230, 159, 0) : QColor(222, 158, 46);
    case ValueSource::Default:
      return areSafe ? QColor(110, 190, 240) : QColor(135, 206, 250);
    case ValueSource::TimeSamples:
      return areSafe ? QColor(240, 228, 66) : QColor(177, 207, 153);
    case ValueSource::Spline:
      return areSafe ? QColor(0, 190, 140) : QColor(80, 200, 180);
    case ValueSource::Clips:
      return areSafe ? QColor(225, 150, 195) : QColor(230, 150, 230);
    case ValueSource::None:
      return {140, 140, 140};
  }
  return kText;
}

QColor ofRelationship() { return areSafe ? QColor(235, 115, 40) : QColor(230, 132, 131); }

namespace {

// In a selected row of a tree, the arrow is as dark as the text, unless the texts keep their
// colours.
class Style : public QProxyStyle {
 public:
  Style() : QProxyStyle("Fusion") {}

  // Headers cut their texts as if the style sheet gave them no padding.
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override {
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (element != CE_HeaderLabel || !header) {
      return QProxyStyle::drawControl(element, option, painter, widget);
    }
    QStyleOptionHeader fitting = *header;
    fitting.text =
        header->fontMetrics.elidedText(header->text, Qt::ElideRight, header->rect.width());
    QProxyStyle::drawControl(element, &fitting, painter, widget);
  }

  // Choices are as flat as fields; Fusion's have a gradient.
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                          QPainter* painter, const QWidget* widget) const override {
    if (control != CC_ComboBox) {
      return QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
    const bool isEnabled = option->state & State_Enabled;
    const bool hasFocus = option->state & State_HasFocus;
    painter->save();
    painter->setPen(hasFocus ? kFocus : kLine);
    painter->setBrush(isEnabled && option->state & State_MouseOver ? kLine : kRaised);
    painter->drawRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
    const QRectF arrow = subControlRect(control, option, SC_ComboBoxArrow, widget);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(isEnabled ? kDim : kFaint);
    const QPointF tip = arrow.center() + QPointF(0, 3);
    painter->drawPolygon(QPolygonF{tip, tip + QPointF(-4, -5), tip + QPointF(4, -5)});
    painter->restore();
  }

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    const bool keepsColors = widget && widget->property("keepsColors").toBool();
    if (element != PE_IndicatorBranch || !(option->state & State_Selected) || keepsColors) {
      return QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
    QStyleOption dark = *option;
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
      dark.palette.setColor(role, kWindow);
    }
    QProxyStyle::drawPrimitive(element, &dark, painter, widget);
  }
};

}  // namespace

void apply(QApplication& application) {
  application.setStyle(new Style);  // The application owns it.
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
    QWidget#dockTitle { background: #2f3238; }
    QWidget#dockTitle QToolButton { color: #a2a5ab; padding: 4px 6px; }
    QWidget#dockTitle QToolButton:hover { color: #e3e3e3; background: #3a3d44; }
    QLabel#presentHint { background: #2f3238; color: #e3e3e3; padding: 6px 10px; margin-top: 12px; }
    QTreeView, QTableView, QListView { border: none; outline: none; background: #26282c; }
    QTreeView { show-decoration-selected: 1; selection-background-color: #bd9b54; }
    QTreeView::item { padding: 2px 5px; min-height: 18px; border: none; }
    QTableView::item { padding: 0 4px 0 5px; border: none; }
    QTreeView::item:hover, QTableView::item:hover { background: #33363c; }
    QTreeView::item:selected, QTableView::item:selected { background: #bd9b54; color: #1e1f22; }
    QHeaderView, QTableCornerButton::section { background: #2f3238; border: none; }
    QHeaderView::section { background: #2f3238; color: #a2a5ab; border: none; padding: 4px 8px; }
    QTabBar { background: #1e1f22; qproperty-drawBase: 0; }
    QTabBar::tab { background: #1e1f22; color: #a2a5ab; padding: 6px 10px; border: none; }
    QTabBar::tab:hover { color: #e3e3e3; }
    QTabBar::tab:selected { background: #2f3238; color: #e3e3e3; }
    QTabBar QToolButton { background: #2f3238; padding: 0; border-left: 1px solid #3a3d44; }
    QTabBar::scroller { width: 18px; }
    QMenuBar { background: #1e1f22; padding: 2px 4px; }
    QMenuBar::item { padding: 4px 8px; } QMenuBar::item:selected { background: #2f3238; }
    QMenu { background: #26282c; border: 1px solid #3a3d44; padding: 4px 0; }
    QMenu::item { padding: 5px 24px; } QMenu::item:selected { background: #bd9b54; color: #1e1f22; }
    QMenu::item:disabled { color: #7f838b; }
    QMenu::separator { height: 1px; background: #3a3d44; margin: 4px 0; }
    QToolBar { border: none; border-top: 1px solid #3a3d44; background: #1e1f22; padding: 0; }
    QStatusBar { color: #a2a5ab; border-top: 1px solid #3a3d44; } QStatusBar::item { border: none; }
    QLineEdit, QDoubleSpinBox { background: #2f3238; border: 1px solid #3a3d44; padding: 3px 6px;
                                selection-background-color: #bd9b54; selection-color: #1e1f22; }
    QLineEdit:focus, QDoubleSpinBox:focus { border: 1px solid #6aa9ff; }
    QLineEdit:disabled, QDoubleSpinBox:disabled { color: #7f838b; background: #26282c; }
    QToolButton, QPushButton { background: transparent; border: none; padding: 4px 8px; color: #e3e3e3; }
    QToolButton:hover, QPushButton:hover { background: #2f3238; }
    QToolButton:checked { color: #f2d06b; }
    QWidget#playbackBar QToolButton { padding: 1px 6px; }
    QWidget#playbackBar QToolButton#transport { padding: 1px 0; }
    QWidget#playbackBar QDoubleSpinBox { padding: 1px 6px; }
    QToolButton:disabled, QPushButton:disabled { color: #7f838b; }
    QToolButton::menu-indicator { image: none; }
    QWidget#topBar QToolButton { padding: 4px 6px; }
    QToolButton#checkSkinning, QToolButton#resetShapes { background: #3a3d44; }
    QToolButton#checkSkinning:hover, QToolButton#resetShapes:hover { background: #4a4e56; }
    QPushButton#link { text-align: left; padding: 6px 8px; }
    QPushButton#primary { background: #3a3d44; padding: 8px 16px; }
    QPushButton#primary:hover { background: #4a4e56; }
    QSplitter::handle { background: #26282c; }
    QSplitter::handle:vertical { height: 4px; border-top: 1px solid #3a3d44; }
    QSplitter::handle:horizontal { width: 4px; border-left: 1px solid #3a3d44; }
    QProgressBar { border: none; background: #2f3238; max-height: 4px; min-height: 4px; }
    QProgressBar::chunk { background: #bd9b54; }
    QToolTip { background: #2f3238; color: #e3e3e3; border: 1px solid #3a3d44; padding: 4px; }
    QScrollBar:vertical { background: #26282c; width: 10px; margin: 0; }
    QScrollBar:horizontal { background: #26282c; height: 10px; margin: 0; }
    QScrollBar::handle { background: #3a3d44; min-height: 24px; min-width: 24px; border-radius: 3px; }
    QScrollBar::handle:hover { background: #4a4e56; }
    QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
    QScrollBar::add-page, QScrollBar::sub-page { background: none; }
  )"));
}

void makeDim(QWidget& widget) {
  QPalette colors = widget.palette();
  colors.setColor(QPalette::WindowText, kDim);
  widget.setPalette(colors);
}

QFont codeFont() {
  QFont font;
  for (const char* family : {"JetBrains Mono", "DejaVu Sans Mono"}) {
    if (!QFontDatabase::families().contains(family)) continue;
    font.setFamily(family);
    font.setPixelSize(12);
    break;
  }
  return font;
}

}  // namespace usdscope::theme
