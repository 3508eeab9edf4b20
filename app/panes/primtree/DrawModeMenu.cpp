// SPDX-License-Identifier: Apache-2.0
#include "app/panes/primtree/DrawModeMenu.h"

#include <QMenu>
#include <QObject>

namespace usdscope {
namespace {

constexpr struct {
  const char* mode;
  const char* title;
} kModes[] = {{"default", "default"},
              {"cards", "cards"},
              {"bounds", "bounds"},
              {"origin", "origin"},
              {"inherited", "inherited from parent"}};

}  // namespace

void popUpDrawModes(Session& session, const std::vector<Path>& prims, const QString& current,
                    const QPoint& at) {
  QMenu menu;
  menu.setObjectName(QStringLiteral("drawModes"));
  if (prims.size() > 1) {
    menu.addAction(QObject::tr("Draw mode of %1 prims").arg(prims.size()))->setEnabled(false);
    menu.addSeparator();
  }
  for (const auto& each : kModes) {
    QAction* action = menu.addAction(QObject::tr(each.title));
    action->setCheckable(true);
    action->setChecked(prims.size() == 1 && current == QLatin1String(each.mode));
    // The prims are the selected ones.
    QObject::connect(action, &QAction::triggered, &session,
                     [&session, mode = each.mode] { session.perform("drawMode", {mode}); });
  }
  menu.exec(at);
}

}  // namespace usdscope
