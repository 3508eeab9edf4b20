// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/actions/Actions.h"

namespace usdscope {

/// Shows Session::notices above the picture until the user dismisses them. Hidden without notices.
class NoticeBar : public QWidget {
  Q_OBJECT
 public:
  explicit NoticeBar(ActionContext context);
};

}  // namespace usdscope
