// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/BoxClicks.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWidget>
#include <optional>
#include <utility>

#include "app/session/Session.h"
#include "app/viewport/Picking.h"

namespace usdscope {
namespace {

class BoxClicks : public QObject {
 public:
  BoxClicks(Session& session, Picking& picking, QWidget& widget, std::function<QPoint()> origin)
      : QObject(&widget),
        session_(session),
        picking_(picking),
        widget_(widget),
        origin_(std::move(origin)) {
    widget.installEventFilter(this);
  }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    switch (event->type()) {
      case QEvent::MouseButtonPress:
      case QEvent::MouseButtonDblClick:
        pressed_.reset();
        if (event->type() == QEvent::MouseButtonDblClick && isPlain(*event)) {
          pressed_ = placeOf(*event);
        }
        break;
      case QEvent::MouseMove:
        // The second press has begun a drag.
        if (pressed_ && isFar(placeOf(*event))) pressed_.reset();
        break;
      case QEvent::MouseButtonRelease:
        if (pressed_ && isPlain(*event) && !isFar(placeOf(*event))) load(*pressed_);
        pressed_.reset();
        break;
      default:
        break;
    }
    return false;
  }

 private:
  static QPoint placeOf(const QEvent& event) {
    return static_cast<const QMouseEvent&>(event).position().toPoint();
  }
  static bool isPlain(const QEvent& event) {
    const auto& mouse = static_cast<const QMouseEvent&>(event);
    return mouse.button() == Qt::LeftButton && !mouse.modifiers();
  }
  bool isFar(const QPoint& at) const {
    return (at - *pressed_).manhattanLength() >= QApplication::startDragDistance();
  }
  void load(const QPoint& at) {
    const QPoint inPicture = origin_ ? at - origin_() : at;
    picking_.find(inPicture * widget_.devicePixelRatioF(),
                  [&session = session_](const std::optional<PickedObject>& found) {
                    const auto& stage = session.document.value().stage;
                    const Prim prim = found && stage ? stage->primAt(found->hit.path) : Prim();
                    if (prim && !prim.isLoaded()) session.perform("load", {prim.path().text()});
                  });
  }

  Session& session_;
  Picking& picking_;
  QWidget& widget_;
  std::function<QPoint()> origin_;
  std::optional<QPoint> pressed_;  ///< The place of a double click until its release.
};

}  // namespace

void loadBoxesOnDoubleClick(Session& session, Picking& picking, QWidget& widget,
                            std::function<QPoint()> origin) {
  new BoxClicks(session, picking, widget, std::move(origin));
}

}  // namespace usdscope
