// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>

#include "app/session/Session.h"

namespace usdscope {

/// Lists the collections of the leading prim. An entry selects the members. The menu is filled when
/// it is about to show.
class CollectionsMenu : public QMenu {
  Q_OBJECT
 public:
  CollectionsMenu(Session& session, QWidget* parent);

 private:
  void fill();

  Session& session_;
};

}  // namespace usdscope
