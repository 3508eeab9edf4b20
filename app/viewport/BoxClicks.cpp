// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/BoxClicks.h"

#include <QMouseEvent>
#include <QWidget>
#include <optional>

#include "app/session/Session.h"
#include "app/viewport/Picking.h"

namespace usdscope {
namespace {

class BoxClicks : public QObject {
 public:
  BoxClicks(Session& session, Picking& picking, QWidget& picture)
      : QObject(&picture), session_(session), picking_(picking), picture_(picture) {
    picture.installEventFilter(this);
  }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::MouseButtonDblClick) {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      const bool isPlain = mouse->button() == Qt::LeftButton && !mouse->modifiers();
      if (isPlain) load(mouse->position().toPoint());
    }
    return false;
  }

 private:
  void load(const QPoint& at) {
    picking_.find(at * picture_.devicePixelRatioF(),
                  [&session = session_](const std::optional<PickedObject>& found) {
                    const auto& stage = session.document.value().stage;
                    const Prim prim = found && stage ? stage->primAt(found->hit.path) : Prim();
                    if (prim && !prim.isLoaded()) session.perform("load", {prim.path().text()});
                  });
  }

  Session& session_;
  Picking& picking_;
  QWidget& picture_;
};

}  // namespace

void loadBoxesOnDoubleClick(Session& session, Picking& picking, QWidget& picture) {
  new BoxClicks(session, picking, picture);
}

}  // namespace usdscope
