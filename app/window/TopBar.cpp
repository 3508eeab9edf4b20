// SPDX-License-Identifier: Apache-2.0
#include "app/window/TopBar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "app/window/EditTargetMenu.h"
#include "app/window/Menus.h"

namespace usdscope {
namespace {

constexpr const char* kShadings[] = {"wireframe", "wireframeOnSurface", "smooth", "flat", "points",
                                     "geomOnly"};
constexpr const char* kPurposes[] = {"purposeGuide", "purposeProxy", "purposeRender"};

}  // namespace

TopBar::TopBar(Session& session, Menus& menus, QWidget* parent)
    : QWidget(parent), session_(session), menus_(menus), path_(new ElidedLabel) {
  auto* layout = new QHBoxLayout(this);
  setObjectName("topBar");
  layout->setContentsMargins(8, 2, 4, 2);
  layout->setSpacing(0);
  path_->setFont(theme::codeFont());
  layout->addWidget(path_, 1);
  target_ = addButton(tr("Edit target: where edits are written"));
  target_->setObjectName("editTarget");
  target_->setMenu(new EditTargetMenu(session, this));
  camera_ = addButton(tr("Camera"));
  camera_->setMenu(menus.makeCameraMenu(tr("Camera")));
  shading_ = addButton(tr("Shading mode"));
  auto* shadings = new QMenu(this);
  for (const char* id : kShadings) shadings->addAction(menus.action(id));
  shading_->setMenu(shadings);
  purposes_ = addButton(tr("Purposes that are shown besides default"));
  auto* purposes = new QMenu(this);
  for (const char* id : kPurposes) purposes->addAction(menus.action(id));
  purposes_->setMenu(purposes);
  session.editTarget.observe(this, [this](const EditTargetState& t) { showTarget(t); });
  session.document.observe(this,
                           [this](const Document&) { showTarget(session_.editTarget.value()); });
  session.selection.observe(this, [this](const Selection& s) { showSelection(s); });
  session.view.observe(this, [this](const ViewSettings& view) { showView(view); });
}

QToolButton* TopBar::addButton(const QString& tip) {
  auto* button = new QToolButton;
  button->setPopupMode(QToolButton::InstantPopup);
  button->setFocusPolicy(Qt::NoFocus);
  button->setToolTip(tip);
  layout()->addWidget(button);
  return button;
}

void TopBar::showSelection(const Selection& selection) {
  const Path leading = selection.leading();
  if (leading.isEmpty()) {
    path_->setFullText(tr("Nothing selected"));
    return;
  }
  const Path path = selection.property ? leading.property(selection.property) : leading;
  QString text = QString::fromStdString(path.text());
  if (selection.prims.size() > 1) text += tr("  and %1 more").arg(selection.prims.size() - 1);
  path_->setFullText(text);
}

void TopBar::showTarget(const EditTargetState& target) {
  target_->setEnabled(session_.document.value().isOpen());
  const QString text = QString::fromStdString(target.text());
  target_->setText(tr("Edit: ") + fontMetrics().elidedText(text, Qt::ElideMiddle, 260) +
                   QStringLiteral(" ▾"));
  QString tip = tr("Edits are written to the %1.").arg(text);
  if (!target.isSession()) {
    tip = tr("Edits are written to %1.\n%2\nThe file changes when you save it.")
              .arg(text, QString::fromStdString(target.target->layer()));
  }
  target_->setToolTip(tip);
  // Edits of a file are not to happen unnoticed.
  target_->setStyleSheet(
      target.isSession() ? QString() : QStringLiteral("color: %1").arg(theme::kFocus.name()));
}

void TopBar::showView(const ViewSettings& view) {
  const QString arrow = QStringLiteral(" ▾");
  const QString camera = QString::fromStdString(view.camera.name().string());
  camera_->setText((view.camera.isEmpty()
                        ? tr("Free camera")
                        : fontMetrics().elidedText(camera, Qt::ElideMiddle, 200)) +
                   arrow);
  for (const char* id : kShadings) {
    if (menus_.action(id)->isChecked()) shading_->setText(menus_.action(id)->text() + arrow);
  }
  QStringList purposes;
  if (view.showGuides) purposes << tr("guide");
  if (view.showProxy) purposes << tr("proxy");
  if (view.showRender) purposes << tr("render");
  purposes_->setText((purposes.isEmpty() ? tr("default") : purposes.join(", ")) + arrow);
}

}  // namespace usdscope
