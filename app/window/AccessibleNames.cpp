// SPDX-License-Identifier: Apache-2.0
#include "app/window/AccessibleNames.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTabBar>

namespace usdscope {
namespace {

// The title of the pane or window that has a widget.
QString titleAround(const QWidget& widget) {
  for (const QWidget* at = &widget; at; at = at->parentWidget()) {
    const bool hasTitle = qobject_cast<const QDockWidget*>(at) || at->isWindow();
    if (hasTitle && !at->windowTitle().isEmpty()) return at->windowTitle();
  }
  return {};
}

QString textOf(const QWidget& widget) {
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) return button->text();
  return {};
}

QString nameFor(const QWidget& widget) {
  const QString tip = widget.toolTip().section('\n', 0, 0);
  if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) {
    // The field within a box for numbers has the name of the box.
    if (const auto* box = qobject_cast<const QAbstractSpinBox*>(field->parentWidget())) {
      return box->accessibleName().isEmpty() ? nameFor(*box) : box->accessibleName();
    }
    return !field->placeholderText().isEmpty() ? field->placeholderText()
           : !tip.isEmpty()                    ? tip
                                               : titleAround(widget);
  }
  const bool isContents = qobject_cast<const QAbstractItemView*>(&widget) ||
                          qobject_cast<const QPlainTextEdit*>(&widget) ||
                          qobject_cast<const QScrollArea*>(&widget);
  if (isContents) return titleAround(widget);
  if (qobject_cast<const QTabBar*>(&widget)) {
    const QString title = titleAround(widget);
    return title.isEmpty() ? AccessibleNames::tr("Pages")
                           : AccessibleNames::tr("Pages of %1").arg(title);
  }
  return !tip.isEmpty() ? tip : titleAround(widget);
}

}  // namespace

AccessibleNames::AccessibleNames(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

bool AccessibleNames::eventFilter(QObject* watched, QEvent* event) {
  auto* widget = event->type() == QEvent::Show ? qobject_cast<QWidget*>(watched) : nullptr;
  if (widget && widget->focusPolicy() != Qt::NoFocus && !hasAccessibleName(*widget)) {
    widget->setAccessibleName(nameFor(*widget));
  }
  return QObject::eventFilter(watched, event);
}

bool hasAccessibleName(const QWidget& widget) {
  return !widget.accessibleName().isEmpty() || !textOf(widget).trimmed().isEmpty();
}

}  // namespace usdscope
