// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>

#include "app/session/Session.h"

namespace usdscope {

/// Lists the variant sets of the leading prim with their variants. An entry selects its variant in
/// the session layer, for every selected prim that has the set. The menu is filled when it is about
/// to show.
class VariantsMenu : public QMenu {
  Q_OBJECT
 public:
  VariantsMenu(Session& session, QWidget* parent);

 private:
  void fill();
  void addSet(const VariantSet& set);

  Session& session_;
};

}  // namespace usdscope
