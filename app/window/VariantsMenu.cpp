// SPDX-License-Identifier: Apache-2.0
#include "app/window/VariantsMenu.h"

#include <QActionGroup>

#include "engine/stage/Prim.h"

namespace usdscope {

VariantsMenu::VariantsMenu(Session& session, QWidget* parent)
    : QMenu(tr("Variants"), parent), session_(session) {
  setObjectName("variants");
  connect(this, &QMenu::aboutToShow, this, &VariantsMenu::fill);
}

void VariantsMenu::fill() {
  clear();
  const Prim prim = session_.subject().prim;
  if (prim) {
    for (const VariantSet& set : prim.variantSets()) addSet(set);
  }
  if (isEmpty()) {
    addAction(prim ? tr("The prim has no variant sets.") : tr("No prim is selected."))
        ->setEnabled(false);
  }
}

void VariantsMenu::addSet(const VariantSet& set) {
  QMenu* menu = addMenu(QString::fromStdString(set.name));
  auto* group = new QActionGroup(menu);
  const auto add = [&](const QString& title, const std::string& variant) {
    QAction* action = group->addAction(title);
    menu->addAction(action);
    action->setCheckable(true);
    action->setChecked(variant == set.selection);
    connect(action, &QAction::triggered, this,
            [this, name = set.name, variant] { session_.perform("variant", {name, variant}); });
  };
  for (const std::string& variant : set.variants) add(QString::fromStdString(variant), variant);
  if (!set.variants.empty()) menu->addSeparator();
  add(tr("No variant"), {});
}

}  // namespace usdscope
