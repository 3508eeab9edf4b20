// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "app/session/Session.h"

class QFormLayout;

namespace usdscope {

/// Shows and changes the preferences. Everything applies at once. Each preference is an action,
/// too.
class PreferencesDialog : public QDialog {
  Q_OBJECT
 public:
  PreferencesDialog(Session& session, QWidget* parent);

 private:
  void addLook(QFormLayout& form);
  void addClips(QFormLayout& form);
  void addSearches(QFormLayout& form);
  void addKeys(QFormLayout& form);

  Session& session_;
};

}  // namespace usdscope
