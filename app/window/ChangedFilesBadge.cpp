// SPDX-License-Identifier: Apache-2.0
#include "app/window/ChangedFilesBadge.h"

#include <QAction>
#include <QMenu>

#include "app/session/Session.h"
#include "app/session/disk/FileWatch.h"
#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "app/window/Menus.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostRows = 20;
constexpr int kPathWidth = 500;

}  // namespace

ChangedFilesBadge::ChangedFilesBadge(Session& session, Menus& menus, QWidget* parent)
    : QToolButton(parent), session_(session), menus_(menus) {
  setObjectName(QStringLiteral("changedFiles"));
  setFocusPolicy(Qt::NoFocus);
  setPopupMode(QToolButton::MenuButtonPopup);
  setStyleSheet(QStringLiteral("QToolButton { color: %1; padding-right: 18px; }"
                               "QToolButton::menu-button { border: none; background: transparent; "
                               "width: 16px; }")
                    .arg(theme::kWarning.name()));
  auto* menu = new QMenu(this);
  connect(menu, &QMenu::aboutToShow, this, &ChangedFilesBadge::fillMenu);
  setMenu(menu);
  connect(this, &QToolButton::clicked, this, [this] { menus_.action("reloadChanged")->trigger(); });
  session_.files().changed.observe(this, [this](const ChangedFiles& changed) { show(changed); });
}

void ChangedFilesBadge::show(const ChangedFiles& changed) {
  const bool isAny = !changed.files.empty();
  full_ = isAny ? QString::fromStdString(badgeText(changed)) + QStringLiteral(" ↻") : QString();
  brief_ = isAny ? tr("%1 changed ↻").arg(changed.files.size()) : QString();
  setVisible(isAny);
  setText(full_);
  const QString lines = QString::fromStdString(linesOf(changed.files));
  setToolTip(wrapTip(tr("Click to read again what has changed (%1).\n%2")
                         .arg(menus_.action("reloadChanged")->shortcut().toString(), lines)));
}

void ChangedFilesBadge::fillMenu() {
  menu()->clear();
  menu()->addAction(menus_.action("reloadChanged"));
  menu()->addAction(menus_.action("reload"));
  menu()->addAction(menus_.action("autoReload"));
  menu()->addSeparator();
  const std::vector<FileChange>& files = session_.files().changed.value().files;
  const std::size_t shown = std::min(files.size(), kMostRows);
  for (std::size_t i = 0; i < shown; ++i) {
    QString path = fontMetrics().elidedText(QString::fromStdString(files[i].path), Qt::ElideMiddle,
                                            kPathWidth);
    path.replace('&', QStringLiteral("&&"));
    menu()->addAction(path)->setEnabled(false);
  }
  if (files.size() > shown) {
    menu()->addAction(tr("and %1 more").arg(qulonglong(files.size() - shown)))->setEnabled(false);
  }
}

}  // namespace usdscope
