// SPDX-License-Identifier: Apache-2.0
#include "app/window/EditTargetMenu.h"

#include <utility>

#include "app/theme/Utf8Text.h"
#include "engine/stage/Prim.h"

namespace usdscope {
EditTargetMenu::EditTargetMenu(Session& session, QWidget* parent)
    : QMenu(parent), session_(session) {
  setObjectName("editTargetMenu");
  setToolTipsVisible(true);
  connect(this, &QMenu::aboutToShow, this, &EditTargetMenu::fill);
}

void EditTargetMenu::addTarget(const QString& title, const QString& tip, bool isPresent,
                               std::vector<std::string> arguments) {
  QString text = fontMetrics().elidedText(title, Qt::ElideMiddle, 420);
  QAction* action = addAction(text.replace('&', QStringLiteral("&&")));
  action->setToolTip(tip);
  action->setCheckable(true);
  action->setChecked(isPresent);
  connect(action, &QAction::triggered, this, [this, arguments = std::move(arguments)] {
    if (!arguments.empty()) session_.perform("editTarget", arguments);
  });
}

void EditTargetMenu::fill() {
  clear();
  const auto& stage = session_.document.value().stage;
  if (!stage) return;
  const EditTargetState& present = session_.editTarget.value();
  const EditTargetChoice& choice = session_.targetChoice();
  addTarget(tr("Session layer"), tr("Edits change no file."), present.isSession(), {"session"});
  addSection(tr("Layers"));
  for (const LocalLayer& layer : choice.localLayers()) {
    const std::string& id = layer.identifier;
    const bool isPresent = present.target && present.target->layer() == id &&
                           present.target->stageFromSpec().pairs().empty();
    const QString indent(static_cast<qsizetype>(2 * layer.depth), ' ');
    addTarget(indent + textOf(id).section('/', -1), textOf(id), isPresent, {id});
  }
  const Prim prim = session_.subject().prim;
  if (!prim || prim.isPseudoRoot()) return;
  bool isFirst = true;
  for (const VariantSet& set : prim.variantSets()) {
    if (std::exchange(isFirst, false)) {
      addSection(tr("Variants of %1").arg(textOf(prim.path().name().string())));
    }
    const bool isChosen = !set.selection.empty();
    addTarget(textOf(set.name + " = " + (isChosen ? set.selection : "none selected")), {}, false,
              {"variant", set.name});
    actions().back()->setEnabled(isChosen);
  }
  if (present.target && !present.target->isIdentity() &&
      !present.target->stageFromSpec().pairs().empty()) {
    addSection(tr("Present target"));
    addTarget(textOf(present.text()), textOf(present.target->layer()), true, {});
  }
}

}  // namespace usdscope
