// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>

#include "app/session/Session.h"

namespace usdscope {

/// One line that says what the newest edit changed: "Mute crowd.usda changed 12 prims." A click
/// selects these prims. Hidden when there is no such edit.
class ChangesLine : public QPushButton {
  Q_OBJECT
 public:
  explicit ChangesLine(Session& session, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show(const EditOutcome& outcome);
  void cut();
  void selectChanged();

  Session& session_;
  std::vector<Path> changed_;  ///< The changed prims, also those that are gone.
  QString text_;
};

}  // namespace usdscope
