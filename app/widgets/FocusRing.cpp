// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/FocusRing.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QTabBar>
#include <utility>

#include "app/theme/Theme.h"

namespace usdscope {
namespace {

/// A rectangle around its parent.
class Ring : public QWidget {
 public:
  explicit Ring(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("focusRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setPen(theme::kFocus);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
};

// Fields draw their own frame, and the picture has none.
bool takesRing(const QWidget* widget) {
  return qobject_cast<const QAbstractItemView*>(widget) ||
         qobject_cast<const QAbstractButton*>(widget) ||
         qobject_cast<const QAbstractSlider*>(widget) || qobject_cast<const QTabBar*>(widget) ||
         qobject_cast<const QComboBox*>(widget) || qobject_cast<const QPlainTextEdit*>(widget);
}

bool isByKeys(Qt::FocusReason reason) {
  return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
         reason == Qt::ShortcutFocusReason;
}

}  // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
  connect(qApp, &QApplication::focusChanged, this, [this] { show(); });
}

FocusRing::~FocusRing() { delete ring_; }

void FocusRing::show() {
  QWidget* widget = QApplication::focusWidget();
  const bool isWanted = isByKeys_ && takesRing(widget);
  if (isWanted && ringed() == widget) return place();
  delete ring_;
  if (!isWanted) return;
  ring_ = new Ring(widget);
  place();
  ring_->show();
}

void FocusRing::place() {
  QWidget* widget = ringed();
  QRect around = widget->rect();
  if (auto* tabs = qobject_cast<QTabBar*>(widget)) around = tabs->tabRect(tabs->currentIndex());
  if (ring_->geometry() != around) ring_->setGeometry(around);
  ring_->raise();
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::FocusIn: {
      // Windows and menus give the keyboard back as it was.
      const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
      if (isByKeys(reason)) isByKeys_ = true;
      break;
    }
    case QEvent::MouseButtonPress:
      if (std::exchange(isByKeys_, false)) show();
      break;
    case QEvent::KeyPress:
      // Keys that move within the widget that has the keyboard.
      if (!isByKeys_ && watched == QApplication::focusWidget()) {
        isByKeys_ = true;
        show();
      }
      break;
    case QEvent::Resize:
    case QEvent::LayoutRequest:
      if (ring_ && watched == ringed()) place();
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace usdscope
