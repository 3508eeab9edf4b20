// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>

namespace usdscope {

/// A widget that shows values, about which the key of "Why Is It Here?" asks where the pointer is.
class ExplainablePlace {
 public:
  /// Leads to the explanation of what is shown at a place of the widget. Returns whether something
  /// is there.
  virtual bool explainAt(QPoint at) = 0;

 protected:
  ~ExplainablePlace() = default;
};

}  // namespace usdscope
