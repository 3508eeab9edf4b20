// SPDX-License-Identifier: Apache-2.0
#include "app/window/CameraList.h"

#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include "app/theme/Theme.h"
#include "app/widgets/ListKeys.h"
#include "app/widgets/SearchField.h"
#include "app/widgets/TypedAhead.h"

namespace usdscope {

void CameraList::showFor(ActionContext context) {
  auto* list = new CameraList(context);
  list->setAttribute(Qt::WA_DeleteOnClose);
  list->show();
  list->activateWindow();
}

CameraList::CameraList(ActionContext context)
    : QDialog(context.window.widget()),
      context_(context),
      search_(new SearchField(tr("Part of a camera's path"))),
      list_(new QListWidget) {
  setObjectName("cameraList");
  setWindowTitle(tr("Scene Cameras"));
  resize(560, 420);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(6);
  layout->addWidget(search_);
  layout->addWidget(list_, 1);
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setUniformItemSizes(true);
  list_->setStyleSheet(QStringLiteral("QListWidget::item { height: %1px; padding-left: %2px; }")
                           .arg(theme::px(22))
                           .arg(theme::px(8)));
  auto* field = search_->findChild<QLineEdit*>();
  new ListKeys(*field, *list_, [this] { choose(list_->currentItem()); });
  field->setFocus();
  new TypedAhead(*field);
  // Without the pause of the search field: Enter chooses among what has been typed.
  connect(field, &QLineEdit::textChanged, this, &CameraList::showCameras);
  connect(list_, &QListWidget::itemActivated, this, &CameraList::choose);
  connect(list_, &QListWidget::itemClicked, this, &CameraList::choose);
  context_.session.document.observe(this, [this](const Document&) { showCameras(); });
}

void CameraList::showCameras() {
  list_->clear();
  const auto& scene = context_.session.scene.value();
  const Path now = context_.session.view.value().camera;
  const QString searched = search_->text().trimmed();
  if (scene) {
    for (const SceneCamera& camera : scene->cameras) {
      const QString path = QString::fromStdString(camera.path.text());
      if (!path.contains(searched, Qt::CaseInsensitive)) continue;
      auto* item = new QListWidgetItem(path, list_);
      item->setToolTip(path);
      if (camera.path == now) list_->setCurrentItem(item);
    }
  }
  if (!list_->currentItem()) list_->setCurrentRow(0);
  const qsizetype total = scene ? qsizetype(scene->cameras.size()) : 0;
  search_->setCount(list_->count(), total);
  if (list_->count() > 0) return;
  auto* none = new QListWidgetItem(
      total == 0 ? tr("The scene has no cameras.") : tr("No camera has this text in its path."),
      list_);
  none->setFlags(Qt::NoItemFlags);
}

void CameraList::choose(const QListWidgetItem* item) {
  if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
  context_.session.perform("camera", {item->text().toStdString()});
  close();
}

}  // namespace usdscope
