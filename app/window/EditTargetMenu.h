// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>

#include "app/session/Session.h"

namespace usdscope {

/// Lists the edit targets: the session layer, the layers of the root layer stack, and the selected
/// variants of the leading prim. The present target is checked. The menu is filled when it is about
/// to show.
class EditTargetMenu : public QMenu {
  Q_OBJECT
 public:
  EditTargetMenu(Session& session, QWidget* parent);

 private:
  void fill();
  void addTarget(const QString& title, const QString& tip, bool isPresent,
                 std::vector<std::string> arguments);

  Session& session_;
};

}  // namespace usdscope
