// SPDX-License-Identifier: Apache-2.0
#include "app/window/CollectionsMenu.h"

#include "engine/search/RelatedPrims.h"

namespace usdscope {

CollectionsMenu::CollectionsMenu(Session& session, QWidget* parent)
    : QMenu(tr("Members of Collection"), parent), session_(session) {
  setObjectName("collections");
  connect(this, &QMenu::aboutToShow, this, &CollectionsMenu::fill);
}

void CollectionsMenu::fill() {
  clear();
  const Prim prim = session_.subject().prim;
  if (prim) {
    for (const std::string& name : collectionNames(prim)) {
      connect(addAction(QString::fromStdString(name)), &QAction::triggered, this,
              [this, name] { session_.perform("selectMembers", {name}); });
    }
  }
  if (isEmpty()) {
    addAction(prim ? tr("The prim has no collections.") : tr("No prim is selected."))
        ->setEnabled(false);
  }
}

}  // namespace usdscope
