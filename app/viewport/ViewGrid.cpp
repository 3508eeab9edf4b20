// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/ViewGrid.h"

#include <QGridLayout>

#include "app/session/document/ViewChoice.h"
#include "app/viewport/ComparedView.h"
#include "app/viewport/OnionSkin.h"
#include "app/viewport/SideViewWidget.h"
#include "app/viewport/ViewportWidget.h"

namespace usdscope {

ViewGrid::ViewGrid(Session& session, ViewportWidget& main, QWidget* parent)
    : QWidget(parent), session_(session), main_(main), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(1);
  grid_->addWidget(&main_, 0, 0);
  new OnionSkin(session, main_);
  new ComparedView(session, main_);
  session_.viewChoice().arrangement.observe(
      this, [this](const ViewArrangement& all) { show(all.sideCount); });
}

void ViewGrid::show(int sideCount) {
  if (int(sides_.size()) == sideCount) return;
  while (int(sides_.size()) > sideCount) {
    delete sides_.back();
    sides_.pop_back();
  }
  while (int(sides_.size()) < sideCount) {
    auto* side = new SideViewWidget(session_, main_, int(sides_.size()) + 2);
    sides_.push_back(side);
    const int cell = int(sides_.size());
    grid_->addWidget(side, cell / 2, cell % 2);
  }
  const bool hasTwoRows = sideCount > 1;
  grid_->setColumnStretch(0, 1);
  grid_->setColumnStretch(1, sideCount > 0 ? 1 : 0);
  grid_->setRowStretch(0, 1);
  grid_->setRowStretch(1, hasTwoRows ? 1 : 0);
}

}  // namespace usdscope
