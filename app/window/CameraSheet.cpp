// SPDX-License-Identifier: Apache-2.0
#include "app/window/CameraSheet.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <numbers>

#include "app/actions/RunAction.h"
#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr int kCameraSheetWidth = 360;
constexpr int kDigits = 6;
constexpr int kPlaneDigits = 9;  // A change of one plane sends the other as it is shown.

// A field that the user is typing into keeps its text.
void setNumber(QLineEdit& field, double number, int digits = kDigits) {
  if (field.hasFocus() && field.isModified()) return;
  field.setText(QString::number(number, 'g', digits));
  field.setCursorPosition(0);
}

}  // namespace

void CameraSheet::showFor(ActionContext context) {
  auto* sheet = context.window.widget()->findChild<CameraSheet*>();
  if (!sheet) sheet = new CameraSheet(context);
  sheet->show();
  sheet->raise();
  sheet->activateWindow();
}

CameraSheet::CameraSheet(ActionContext context)
    : QDialog(context.window.widget()), context_(context) {
  setObjectName("cameraSheet");
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Free Camera"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(12);
  auto* form = new QFormLayout;
  form->setSpacing(8);
  layout->addLayout(form);
  orthographic_ = addSwitch(*form, "orthographic");
  fov_ = addNumber(*form, tr("Vertical field of view"), "fieldOfView");
  fov_->setToolTip(tr("In degrees, for perspective views"));
  autoClip_ = addSwitch(*form, "autoClip");
  near_ = addNumber(*form, tr("Near plane"), "nearPlane");
  near_->setToolTip(tr("Nothing nearer to the camera is drawn. In stage units"));
  far_ = addNumber(*form, tr("Far plane"), "farPlane");
  far_->setToolTip(tr("Nothing farther from the camera is drawn. In stage units"));
  connect(fov_, &QLineEdit::editingFinished, this, [this] {
    if (!fov_->isModified()) return;
    fov_->setModified(false);
    run("fieldOfView", {fov_->text().trimmed().toStdString()});
  });
  connect(near_, &QLineEdit::editingFinished, this, &CameraSheet::takePlanes);
  connect(far_, &QLineEdit::editingFinished, this, &CameraSheet::takePlanes);
  message_ = new QLabel;
  message_->setObjectName("message");
  message_->setWordWrap(true);
  message_->setTextFormat(Qt::PlainText);
  theme::makeDim(*message_);
  layout->addWidget(message_);
  layout->addStretch(1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  auto* reset = buttons->addButton(tr("Reset View"), QDialogButtonBox::ResetRole);
  for (QAbstractButton* button : buttons->buttons()) {
    button->setIcon({});
    static_cast<QPushButton*>(button)->setAutoDefault(false);  // Enter belongs to the fields.
  }
  connect(reset, &QPushButton::clicked, this, [this] { run("resetView", {}); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
  context_.session.freeCamera.observe(this, [this](const auto&) { showCamera(); });
  context_.session.view.observe(this, [this](const ViewSettings&) { showCamera(); });
  context_.session.scene.observe(this, [this](const auto&) { showCamera(); });
  fov_->setFocus();
  resize(theme::px(kCameraSheetWidth), sizeHint().height());
}

QLineEdit* CameraSheet::addNumber(QFormLayout& form, const QString& label, const char* name) {
  auto* field = new QLineEdit;
  field->setObjectName(name);
  form.addRow(label, field);
  return field;
}

QCheckBox* CameraSheet::addSwitch(QFormLayout& form, const char* action) {
  auto* box = new QCheckBox(tr(findAction(action)->text));
  box->setObjectName(action);
  form.addRow(box);
  connect(box, &QCheckBox::clicked, this, [this, action] { run(action, {}); });
  return box;
}

void CameraSheet::takePlanes() {
  if (!near_->isModified() && !far_->isModified()) return;
  near_->setModified(false);
  far_->setModified(false);
  run("clippingRange",
      {near_->text().trimmed().toStdString(), far_->text().trimmed().toStdString()});
}

// The text of a field that is wrong stays, for correction, until the camera changes.
void CameraSheet::run(const char* action, const std::vector<std::string>& arguments) {
  const std::string problem = runAction(context_, action, arguments);
  if (problem.empty()) showCamera();
  if (!problem.empty()) message_->setText(QString::fromStdString(problem));
}

void CameraSheet::showCamera() {
  const FreeCamera camera = context_.session.presentCamera();
  const bool isFitted = camera.lens.clipping == Clipping::Fit;
  orthographic_->setChecked(camera.lens.isOrthographic);
  autoClip_->setChecked(isFitted);
  setNumber(*fov_, camera.lens.verticalFovRadians * 180.0 / std::numbers::pi);
  setNumber(*near_, camera.lens.nearPlane, kPlaneDigits);
  setNumber(*far_, camera.lens.farPlane, kPlaneDigits);
  fov_->setEnabled(!camera.lens.isOrthographic);
  near_->setEnabled(!isFitted);
  far_->setEnabled(!isFitted);
  const SceneCamera* seen = context_.session.sceneCamera();
  message_->setText(
      seen ? tr("You look through %1. A change here leaves it, and goes on from its view.")
                 .arg(QString::fromStdString(seen->path.text()))
      : camera.lens.clipping == Clipping::Kept
          ? tr("The planes are those of the camera that you left, until you frame something.")
      : isFitted ? tr("The planes are as close to the scene as they can be.")
                 : tr("Only things between the two planes are drawn."));
}

}  // namespace usdscope
