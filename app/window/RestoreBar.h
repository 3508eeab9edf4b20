// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

#include "app/actions/Actions.h"

namespace usdscope {

/// A bar that offers to restore the edits of a program that was killed. Hidden while there are
/// none.
class RestoreBar : public QFrame {
  Q_OBJECT
 public:
  explicit RestoreBar(ActionContext context);
};

}  // namespace usdscope
