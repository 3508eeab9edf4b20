// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PlaceExplanation.h"

#include <QCursor>
#include <QWidget>
#include <optional>

#include "app/session/Inspection.h"
#include "app/session/Session.h"
#include "app/viewport/Picking.h"

namespace usdscope {

void explainPlaces(Session& session, Picking& picking, QWidget& picture) {
  Inspection& inspection = session.inspection();
  const auto explain = [&session, &picking, &picture](const std::optional<QPoint>& wanted) {
    std::optional<QPoint> at = wanted;
    if (!at && picture.underMouse()) at = picture.mapFromGlobal(QCursor::pos());
    const auto explainSelected = [&session] {
      session.inspection().explainShape(session.selection.value().leading());
    };
    if (!at) return explainSelected();
    picking.find(*at * picture.devicePixelRatioF(),
                 [&session, explainSelected](const std::optional<PickedObject>& found) {
                   if (!found) return explainSelected();
                   session.inspection().explainShape(found->hit.path);
                 });
  };
  QObject::connect(&inspection, &Inspection::placeWanted, &picture, explain);
}

}  // namespace usdscope
