// SPDX-License-Identifier: Apache-2.0
#include "app/window/EditMenus.h"

#include <QMenu>

#include "app/session/Session.h"

namespace usdscope {
namespace {

constexpr const char* kKinds[] = {"component", "subcomponent", "group", "assembly"};
constexpr const char* kDrawModes[] = {"default", "origin", "bounds", "cards", "inherited"};

}  // namespace

void addEditMenus(Session& session, QMenu& menu) {
  const auto add = [&](QMenu* to, const QString& title, const char* action, const char* word) {
    QObject::connect(to->addAction(title), &QAction::triggered, to,
                     [&session, action, word] { session.perform(action, {word}); });
  };
  QMenu* kinds = menu.addMenu(QMenu::tr("Kind"));
  kinds->setObjectName("kinds");
  for (const char* kind : kKinds) add(kinds, kind, "kind", kind);
  kinds->addSeparator();
  add(kinds, QMenu::tr("Clear in Edit Target"), "kind", "None");
  QMenu* modes = menu.addMenu(QMenu::tr("Draw Mode"));
  modes->setObjectName("drawModes");
  for (const char* mode : kDrawModes) add(modes, mode, "drawMode", mode);
}

}  // namespace usdscope
