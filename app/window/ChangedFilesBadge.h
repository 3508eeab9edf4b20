// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>

#include "app/session/disk/ChangedFiles.h"

namespace usdscope {

class Menus;
class Session;

/// Says which files of the scene have changed on disk, and reads them again when it is clicked. Its
/// menu names the files. Hidden while none has changed.
class ChangedFilesBadge : public QToolButton {
  Q_OBJECT
 public:
  ChangedFilesBadge(Session& session, Menus& menus, QWidget* parent = nullptr);

  /// "3 files changed ↻", or in a bar without room "3 changed ↻". Empty while no file has changed.
  const QString& fullText() const { return full_; }
  const QString& briefText() const { return brief_; }
  void showBrief(bool isBrief) { setText(isBrief ? brief_ : full_); }

 private:
  void show(const ChangedFiles& changed);
  void fillMenu();

  Session& session_;
  Menus& menus_;
  QString full_;
  QString brief_;
};

}  // namespace usdscope
