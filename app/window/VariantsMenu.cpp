// SPDX-License-Identifier: Apache-2.0
#include "app/window/VariantsMenu.h"

#include <QActionGroup>

#include "engine/stage/Prim.h"

namespace usdscope {
namespace {

// A click in the picture selects a shape, while the variants are those of its model.
Prim ancestorWithVariants(const Prim& prim) {
  Prim at = prim.parent();
  while (at && at.variantSets().empty()) at = at.parent();
  return at;
}

}  // namespace

VariantsMenu::VariantsMenu(Session& session, QWidget* parent)
    : QMenu(tr("Variants"), parent), session_(session) {
  setObjectName("variants");
  connect(this, &QMenu::aboutToShow, this, &VariantsMenu::fill);
}

void VariantsMenu::fill() {
  clear();
  const Prim prim = session_.subject().prim;
  if (!prim) return void(addAction(tr("No prim is selected."))->setEnabled(false));
  for (const VariantSet& set : prim.variantSets()) addSet(set);
  if (!isEmpty()) return;
  addAction(tr("The prim has no variant sets."))->setEnabled(false);
  const Prim ancestor = ancestorWithVariants(prim);
  if (!ancestor) return;
  const std::string path(ancestor.path().text());
  const QString name = QString::fromStdString(path).replace('&', QStringLiteral("&&"));
  connect(addAction(tr("Select %1, Which Has Variants").arg(name)), &QAction::triggered, this,
          [this, path] { session_.perform("select", {path}); });
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
