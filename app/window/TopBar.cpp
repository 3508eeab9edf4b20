// SPDX-License-Identifier: Apache-2.0
#include "app/window/TopBar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <utility>

#include "app/session/ObserveSubject.h"
#include "app/session/disk/FileWatch.h"
#include "app/theme/Theme.h"
#include "app/window/ChangedFilesBadge.h"
#include "app/window/EditTargetMenu.h"
#include "app/window/Menus.h"
#include "app/window/PathField.h"
#include "app/window/VariantsMenu.h"

namespace usdscope {
namespace {

constexpr const char* kShadings[] = {
    "wireframe", "wireframeOnSurface",    "smooth", "flat", "points", "geomOnly", "geomSmooth",
    "geomFlat",  "hiddenSurfaceWireframe"};
constexpr int kLeastPath = 170;
constexpr int kLeastName = 240;
constexpr const char* kPurposes[] = {"purposeGuide", "purposeProxy", "purposeRender"};

}  // namespace

TopBar::TopBar(Session& session, Menus& menus, QWidget* parent)
    : QWidget(parent), session_(session), menus_(menus) {
  auto* layout = new QHBoxLayout(this);
  setObjectName("topBar");
  layout->setContentsMargins(8, 2, 4, 2);
  layout->setSpacing(0);
  layout->addWidget(new PathField(session), 1);
  badge_ = new ChangedFilesBadge(session, menus);
  layout->addWidget(badge_);
  variants_ = addButton(tr("Variants of the selected prim"));
  variants_->setObjectName("variants");
  variants_->setMenu(new VariantsMenu(session, this));
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
  observeSubject(session, this, [this] { showVariants(); });
  session.files().changed.observe(this, [this](const ChangedFiles&) { fit(); });
  session.view.observe(this, [this](const ViewSettings& view) { showView(view); });
}

QToolButton* TopBar::addButton(const QString& tip) {
  auto* button = new QToolButton;
  button->setPopupMode(QToolButton::InstantPopup);
  button->setFocusPolicy(Qt::TabFocus);
  button->setAccessibleName(tip);
  button->setToolTip(tip);
  layout()->addWidget(button);
  return button;
}

void TopBar::showTarget(const EditTargetState& target) {
  target_->setEnabled(session_.document.value().isOpen());
  const QString text = QString::fromStdString(target.text());
  fullTarget_ = tr("Edit: ") + fontMetrics().elidedText(text, Qt::ElideMiddle, nameRoom());
  briefTarget_ = target.isSession()
                     ? tr("Edit: session")
                     : tr("Edit: ") + fontMetrics().elidedText(text, Qt::ElideMiddle, 90);
  QString tip = tr("Edits are written to the %1.").arg(text);
  if (!target.isSession()) {
    tip = tr("Edits are written to %1.\n%2\nThe file changes when you save it.")
              .arg(text, QString::fromStdString(target.target->layer()));
  }
  target_->setToolTip(tip);
  // Edits of a file are not to happen unnoticed.
  target_->setStyleSheet(
      target.isSession() ? QString() : QStringLiteral("color: %1").arg(theme::kFocus.name()));
  fit();
}

void TopBar::showVariants() {
  const Prim prim = session_.subject().prim;
  const auto sets = prim ? prim.variantSets() : std::vector<VariantSet>();
  QStringList choices;
  for (const VariantSet& set : sets) {
    choices << QString::fromStdString(set.name) + QStringLiteral(": ") +
                   (set.selection.empty() ? tr("none") : QString::fromStdString(set.selection));
  }
  fullVariants_ =
      fontMetrics().elidedText(choices.join(QStringLiteral("  ")), Qt::ElideMiddle, nameRoom());
  briefVariants_ = sets.empty() ? QString() : tr("Variants");
  variants_->setToolTip(tr("Variants of the selected prim") + "\n" + choices.join('\n'));
  fit();
}

void TopBar::showView(const ViewSettings& view) {
  const QString arrow = QStringLiteral(" ▾");
  const bool isFree = view.camera.isEmpty();
  const QString camera = QString::fromStdString(view.camera.name().string());
  fullCamera_ =
      isFree ? tr("Free camera") : fontMetrics().elidedText(camera, Qt::ElideMiddle, nameRoom());
  briefCamera_ = isFree ? tr("Free") : fontMetrics().elidedText(camera, Qt::ElideMiddle, 80);
  for (const char* id : kShadings) {
    if (!menus_.action(id)->isChecked()) continue;
    fullShading_ = menus_.action(id)->text();
    // Names whose first word another mode has.
    briefShading_ = view.shading == ShadingMode::WireframeOnSurface ? tr("On Surface")
                    : fullShading_.startsWith(tr("Geom"))           ? fullShading_
                                                          : fullShading_.section(' ', 0, 0);
  }
  QStringList purposes;
  if (view.showGuides) purposes << tr("guide");
  if (view.showProxy) purposes << tr("proxy");
  if (view.showRender) purposes << tr("render");
  purposes_->setText((purposes.isEmpty() ? tr("default") : purposes.join(", ")) + arrow);
  fit();
}

int TopBar::saved() const {
  const auto width = [this](const QString& text) { return fontMetrics().horizontalAdvance(text); };
  return width(fullVariants_) - width(briefVariants_) + width(fullTarget_) - width(briefTarget_) +
         width(badge_->fullText()) - width(badge_->briefText()) + width(fullCamera_) -
         width(briefCamera_) + width(fullShading_) - width(briefShading_);
}

// Buttons that do not fit are hidden.
QSize TopBar::minimumSizeHint() const {
  return {theme::px(kLeastPath) + target_->sizeHint().width(), QWidget::minimumSizeHint().height()};
}

void TopBar::fit() {
  const QString arrow = QStringLiteral(" ▾");
  const auto show = [&](bool isBrief) {
    isBrief_ = isBrief;
    badge_->showBrief(isBrief);
    variants_->setText((isBrief ? briefVariants_ : fullVariants_) + arrow);
    target_->setText((isBrief ? briefTarget_ : fullTarget_) + arrow);
    camera_->setText((isBrief ? briefCamera_ : fullCamera_) + arrow);
    shading_->setText((isBrief ? briefShading_ : fullShading_) + arrow);
  };
  show(isBrief_);
  const QMargins margins = layout()->contentsMargins();
  const auto roomOfButtons = [&] {
    const int badge = badge_->isHidden() ? 0 : badge_->sizeHint().width();
    return width() - margins.left() - margins.right() - badge - theme::px(kLeastPath);
  };
  // The least important ones come last. Menus have their entries, too.
  const std::array buttons = {target_, camera_, shading_, purposes_, variants_};
  int needed = isBrief_ ? saved() : 0;
  for (const QToolButton* button : buttons) needed += button->sizeHint().width();
  if (briefVariants_.isEmpty()) needed -= variants_->sizeHint().width();
  if (const bool isBrief = roomOfButtons() < needed; isBrief != isBrief_) {
    show(isBrief);
    updateGeometry();
  }
  int room = roomOfButtons();
  bool isFull = false;
  for (QToolButton* button : buttons) {
    const bool isWanted = button != variants_ || !briefVariants_.isEmpty();
    if (isWanted) room -= button->sizeHint().width();
    isFull = isFull || room < 0;
    // Edits are not to happen unnoticed.
    button->setVisible(isWanted && (!isFull || button == target_));
  }
}

int TopBar::nameRoom() const { return std::max(theme::px(kLeastName), width() / 6); }

void TopBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (std::exchange(shownRoom_, nameRoom()) == nameRoom()) return fit();
  showTarget(session_.editTarget.value());
  showVariants();
  showView(session_.view.value());
}

}  // namespace usdscope
