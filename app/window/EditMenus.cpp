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
  const auto add = [&](QMenu* to, const QString& title, const std::string& word, auto command) {
    QObject::connect(to->addAction(title), &QAction::triggered, to, [&session, word, command] {
      const std::string problem =
          (session.editor().*command)(session.selection.value().prims, word);
      if (!problem.empty()) session.showNote(problem);
    });
  };
  QMenu* kinds = menu.addMenu(QMenu::tr("Kind"));
  kinds->setObjectName("kinds");
  for (const char* kind : kKinds) add(kinds, kind, kind, &StageEditor::setKind);
  kinds->addSeparator();
  add(kinds, QMenu::tr("Clear in Edit Target"), {}, &StageEditor::setKind);
  QMenu* modes = menu.addMenu(QMenu::tr("Draw Mode"));
  modes->setObjectName("drawModes");
  for (const char* mode : kDrawModes) add(modes, mode, mode, &StageEditor::setDrawMode);
}

}  // namespace usdscope
