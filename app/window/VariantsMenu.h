// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>

#include "app/session/Session.h"

namespace usdscope {

/// Lists the variant sets of the leading prim with their variants. An entry chooses its variant in
/// the session layer. Filled when the menu is about to show.
class VariantsMenu : public QMenu {
  Q_OBJECT
 public:
  VariantsMenu(Session& session, QWidget* parent);

 private:
  void fill();
  void addSet(const Prim& prim, const VariantSet& set);

  Session& session_;
};

}  // namespace usdscope
