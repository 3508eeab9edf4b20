// SPDX-License-Identifier: Apache-2.0
#include "app/theme/Theme.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QFont>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>
#include <QTableView>
#include <QWidget>
#include <algorithm>
#include <cmath>

#include "app/theme/StyleSheet.h"

namespace usdscope::theme {

namespace detail {
Colors present = colorsOn(Ground::Dark);
}  // namespace detail

namespace {

constexpr int kUsualFont = 13;
constexpr int kCodeFont = 12;
constexpr int kIcon = 16;
constexpr int kCheckBox = 14;
// Names of properties of widgets. Their values are lengths before scaling.
constexpr const char* kWidth = "themeWidth";
constexpr const char* kHeight = "themeHeight";
constexpr const char* kRow = "themeRow";
constexpr const char* kIsCode = "themeIsCode";

Look presentLook;
QFont code;

// A check box with a tick, which says more than a colour; a dash if it is partly checked.
void drawCheckBox(const QStyleOption& option, QPainter& painter) {
  const bool isEnabled = option.state & QStyle::State_Enabled;
  const bool isPartly = option.state & QStyle::State_NoChange;
  const bool isMarked = isPartly || option.state & QStyle::State_On;
  const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(isEnabled ? kDim : kFaint);
  painter.setBrush(isMarked && isEnabled ? kSelection : kRaised);
  painter.drawRoundedRect(box, 1.5, 1.5);
  if (isMarked) {
    const auto at = [&](double x, double y) {
      return box.topLeft() + QPointF(x * box.width(), y * box.height());
    };
    const QPolygonF tick = isPartly ? QPolygonF{at(0.25, 0.5), at(0.75, 0.5)}
                                    : QPolygonF{at(0.2, 0.5), at(0.43, 0.73), at(0.8, 0.27)};
    painter.setPen(QPen(isEnabled ? kOnSelection : kFaint, box.width() / 7, Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(tick);
  }
  painter.restore();
}

// An arrow of a field for numbers; Fusion's is lost in a field with a border of its own.
void drawSpinArrow(const QStyleOption& option, QPainter& painter, bool isUp) {
  const QRectF room = option.rect;
  const double half = px(2);
  const QPointF tip = room.center() + QPointF(0, isUp ? -half : half);
  const double base = tip.y() + (isUp ? 2 : -2) * half;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(option.state & QStyle::State_Enabled ? kDim : kFaint);
  painter.drawPolygon(QPolygonF{tip, {tip.x() - 1.75 * half, base}, {tip.x() + 1.75 * half, base}});
  painter.restore();
}

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

  int pixelMetric(PixelMetric metric, const QStyleOption* option,
                  const QWidget* widget) const override {
    switch (metric) {
      case PM_SmallIconSize:
      case PM_ButtonIconSize:
      case PM_TabBarIconSize:
        return px(kIcon);
      case PM_IndicatorWidth:
      case PM_IndicatorHeight:
        return px(kCheckBox);
      default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
  }

  // In a selected row of a tree, the arrow is as dark as the text, unless the texts keep their
  // colours.
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    if (element == PE_IndicatorCheckBox) return drawCheckBox(*option, *painter);
    if (element == PE_IndicatorSpinUp || element == PE_IndicatorSpinDown) {
      return drawSpinArrow(*option, *painter, element == PE_IndicatorSpinUp);
    }
    if (element == PE_PanelButtonBevel && qobject_cast<const QAbstractSpinBox*>(widget)) return;
    const bool keepsColors = widget && widget->property("keepsColors").toBool();
    if (element != PE_IndicatorBranch || !(option->state & State_Selected) || keepsColors) {
      return QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
    QStyleOption dark = *option;
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
      dark.palette.setColor(role, kOnSelection);
    }
    QProxyStyle::drawPrimitive(element, &dark, painter, widget);
  }
};

QPalette paletteOf(const Colors& colors) {
  QPalette palette;
  palette.setColor(QPalette::Window, colors.window);
  palette.setColor(QPalette::WindowText, colors.text);
  palette.setColor(QPalette::Base, colors.pane);
  palette.setColor(QPalette::AlternateBase, colors.pane);
  palette.setColor(QPalette::Text, colors.text);
  palette.setColor(QPalette::PlaceholderText, colors.faint);
  palette.setColor(QPalette::Button, colors.raised);
  palette.setColor(QPalette::ButtonText, colors.text);
  palette.setColor(QPalette::ToolTipBase, colors.raised);
  palette.setColor(QPalette::ToolTipText, colors.text);
  palette.setColor(QPalette::Highlight, colors.selection);
  palette.setColor(QPalette::HighlightedText, colors.onSelection);
  palette.setColor(QPalette::Link, colors.focus);
  // The style makes its lines and shadows from these.
  palette.setColor(QPalette::Light, colors.raisedHover);
  palette.setColor(QPalette::Midlight, colors.line);
  palette.setColor(QPalette::Mid, colors.line);
  palette.setColor(QPalette::Dark, colors.line);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, colors.faint);
  }
  return palette;
}

QFont makeCodeFont() {
  QFont font;
  for (const char* family : {"JetBrains Mono", "DejaVu Sans Mono"}) {
    if (!QFontDatabase::families().contains(family)) continue;
    font.setFamily(family);
    font.setPixelSize(fontPx(kCodeFont));
    break;
  }
  return font;
}

void applyLook() {
  QFont font = QApplication::font();
  if (QFontDatabase::families().contains("Inter")) font.setFamily("Inter");
  font.setPixelSize(fontPx(kUsualFont));
  QApplication::setFont(font);
  code = makeCodeFont();
  QApplication::setPalette(paletteOf(detail::present));
  qApp->setStyleSheet(styleSheet());
}

// Replaces the names of colours of the theme before in a style sheet or a text.
QString recolored(QString text, Ground before) {
  const std::vector<QColor> from = allColorsOn(before);
  const std::vector<QColor> to = allColorsOn(presentLook.ground);
  for (std::size_t i = 0; i < from.size(); ++i) text.replace(from[i].name(), to[i].name());
  return text;
}

void recolorPalette(QWidget& widget) {
  if (!widget.testAttribute(Qt::WA_SetPalette)) return;
  QPalette palette = widget.palette();
  for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
    for (int i = 0; i < QPalette::NColorRoles; ++i) {
      const auto role = QPalette::ColorRole(i);
      if (!palette.isBrushSet(group, role)) continue;
      palette.setColor(group, role, shown(palette.color(group, role)));
    }
  }
  widget.setPalette(palette);
}

void recolorTexts(QWidget& widget, Ground before) {
  if (widget.styleSheet().contains('#')) {
    widget.setStyleSheet(recolored(widget.styleSheet(), before));
  }
  if (auto* label = qobject_cast<QLabel*>(&widget); label && label->text().contains('#')) {
    label->setText(recolored(label->text(), before));
  }
}

void resize(QWidget& widget) {
  const int width = widget.property(kWidth).toInt();
  const int height = widget.property(kHeight).toInt();
  if (width > 0) widget.setFixedWidth(px(width));
  if (height > 0) widget.setFixedHeight(px(height));
  if (const int row = widget.property(kRow).toInt(); row > 0) {
    if (auto* table = qobject_cast<QTableView*>(&widget)) {
      table->verticalHeader()->setDefaultSectionSize(px(row));
    }
  }
  if (widget.property(kIsCode).toBool()) widget.setFont(code);
}

}  // namespace

QColor ofSource(ValueSource source) {
  const SourceColors& colors = sourceColorsOn(presentLook.ground, presentLook.hasSafeColors);
  switch (source) {
    case ValueSource::Fallback:
      return colors.fallback;
    case ValueSource::Default:
      return colors.byDefault;
    case ValueSource::TimeSamples:
      return colors.samples;
    case ValueSource::Spline:
      return colors.spline;
    case ValueSource::Clips:
      return colors.clips;
    case ValueSource::None:
      return colors.none;
  }
  return kText;
}

QColor ofRelationship() {
  return sourceColorsOn(presentLook.ground, presentLook.hasSafeColors).relationship;
}

QColor shown(const QColor& color) {
  static const std::vector<QColor> kOfDark = allColorsOn(Ground::Dark);
  static const std::vector<QColor> kOfLight = allColorsOn(Ground::Light);
  const bool isLight = presentLook.ground == Ground::Light;
  const std::vector<QColor>& from = isLight ? kOfDark : kOfLight;
  const auto found = std::ranges::find(from, color);
  if (found == from.end()) return color;
  return (isLight ? kOfLight : kOfDark)[std::size_t(found - from.begin())];
}

QColor inactive(const QColor& color) {
  if (presentLook.ground == Ground::Dark) return color.darker(150);  // As in usdview.
  constexpr double kShare = 0.4;
  const auto mix = [](int a, int b) { return int(std::lround(a + (b - a) * kShare)); };
  return {mix(color.red(), kPane.red()), mix(color.green(), kPane.green()),
          mix(color.blue(), kPane.blue())};
}

void apply(QApplication& application) {
  application.setStyle(new Style);  // The application owns it.
  applyLook();
}

void use(const Look& look) {
  if (look == presentLook) return;
  const Ground before = presentLook.ground;
  presentLook = look;
  detail::present = colorsOn(look.ground);
  applyLook();
  const QWidgetList widgets = QApplication::allWidgets();
  for (QWidget* each : widgets) recolorTexts(*each, before);
  // After all style sheets, and also on the same ground: a new style sheet gives widgets the
  // palettes back that they had when they first got one.
  for (QWidget* each : widgets) {
    recolorPalette(*each);
    resize(*each);
    each->update();
  }
}

const Look& look() { return presentLook; }

int px(double length) {
  const double ofFont = std::max(1.0, double(presentLook.fontSize) / kUsualFont);
  return int(std::lround(length * presentLook.scale * ofFont));
}

int fontPx(double height) {
  const double scaled = height * presentLook.scale * presentLook.fontSize / kUsualFont;
  return std::max(1, int(std::lround(scaled)));
}

void makeDim(QWidget& widget) {
  QPalette colors = widget.palette();
  colors.setColor(QPalette::WindowText, kDim);
  widget.setPalette(colors);
}

void setFixedSize(QWidget& widget, int width, int height) {
  widget.setProperty(kWidth, width);
  widget.setProperty(kHeight, height);
  resize(widget);
}

void setRowHeight(QTableView& table, int height) {
  table.setProperty(kRow, height);
  resize(table);
}

const QFont& codeFont() { return code; }

void useCodeFont(QWidget& widget) {
  widget.setProperty(kIsCode, true);
  widget.setFont(code);
}

}  // namespace usdscope::theme
