// SPDX-License-Identifier: Apache-2.0
#include "app/window/PickListMenu.h"

#include <QGuiApplication>

namespace usdscope {
namespace {

constexpr int kPickedPathWidth = 420;

SelectionChange changeNow() {
  const Qt::KeyboardModifiers modifiers = QGuiApplication::keyboardModifiers();
  if (modifiers & Qt::ControlModifier) return SelectionChange::Toggle;
  return modifiers & Qt::ShiftModifier ? SelectionChange::Add : SelectionChange::Replace;
}

}  // namespace

PickListMenu::PickListMenu(Session& session, ViewportWidget& viewport, const QPoint& at,
                           QWidget* parent)
    : QMenu(tr("Select Under Pointer"), parent), session_(session), viewport_(&viewport) {
  setObjectName(QStringLiteral("pickList"));
  setToolTipsVisible(true);
  addAction(tr("Looking …"))->setEnabled(false);
  const QPointer<PickListMenu> self(this);
  viewport.listAt(at, [self](const std::vector<PickedObject>& objects) {
    if (self) self->fill(objects);
  });
  connect(this, &QMenu::aboutToHide, this, [this] { point(std::nullopt); });
}

PickListMenu::~PickListMenu() { point(std::nullopt); }

// The window may end with the menu open.
void PickListMenu::point(const std::optional<PickedPrim>& prim) {
  if (viewport_) viewport_->pointAt(prim);
}

void PickListMenu::fill(const std::vector<PickedObject>& objects) {
  clear();
  const auto count = int(objects.size());
  const bool isCut = objects.size() >= Picking::kMostListed;
  const QString title = objects.empty() ? tr("Nothing is under the pointer.")
                        : isCut         ? tr("The first %1 prims, from front to back").arg(count)
                        : count == 1    ? tr("1 prim")
                                        : tr("%1 prims, from front to back").arg(count);
  QAction* header = addAction(title);
  header->setEnabled(false);
  connect(header, &QAction::hovered, this, [this] { point(std::nullopt); });
  if (!objects.empty()) addSeparator();
  for (const PickedObject& object : objects) {
    const QString name = QString::fromStdString(pickedName(object.picked));
    QString text = fontMetrics().elidedText(name, Qt::ElideMiddle, kPickedPathWidth);
    text.replace('&', QStringLiteral("&&"));  // A single one would underline a letter.
    QAction* action = addAction(text + '\t' + QString::fromStdString(object.type));
    action->setToolTip(name);
    connect(action, &QAction::hovered, this, [this, picked = object.picked] { point(picked); });
    connect(action, &QAction::triggered, this,
            [this, picked = object.picked] { session_.selectPicked({picked}, changeNow()); });
  }
  Q_EMIT filled();
}

}  // namespace usdscope
