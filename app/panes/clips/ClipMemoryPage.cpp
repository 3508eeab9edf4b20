// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipMemoryPage.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/widgets/PaneParts.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostMemoryRows = 500;

QString sizeText(std::size_t bytes) {
  if (bytes < 1024) return ClipMemoryPage::tr("%1 bytes").arg(bytes);
  if (bytes < 1024 * 1024)
    return ClipMemoryPage::tr("%L1 KiB").arg(double(bytes) / 0x1p10, 0, 'f', 1);
  return ClipMemoryPage::tr("%L1 MiB").arg(double(bytes) / 0x1p20, 0, 'f', 1);
}

}  // namespace

ClipMemoryPage::ClipMemoryPage(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), list_(new QTreeWidget) {
  list_->setObjectName("clipsInMemory");
  list_->setAccessibleName(tr("Clips in memory"));
  list_->setHeaderLabels({tr("File in memory"), tr("Size of file")});
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  connect(list_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
    const int row = list_->indexOfTopLevelItem(item);
    session_.perform("frame", {numberToText(rows_[std::size_t(row)].time)});
  });
  list_->setProperty("contextMenu", "clip");
  list_->installEventFilter(this);
  connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    const int row = list_->indexOfTopLevelItem(item);
    if (row < 0 || std::size_t(row) >= rows_.size()) return;
    const ClipInMemory& clip = rows_[std::size_t(row)].clip;
    session_.inspectRow({clip.identifier, {}, clip.file, clip.file});
  });
  auto* const buttons = new QHBoxLayout;
  buttons->setContentsMargins(6, 2, 6, 2);
  const struct {
    QString text;
    QString tip;
    const char* action;
  } kButtons[] = {
      {tr("Read Ahead"), tr("Read the clips that play next, as far as the budget allows"),
       "readClipsAhead"},
      {tr("Evict All"), tr("Remove all clips from memory; they are read again when needed"),
       "evictClips"},
  };
  for (const auto& button : kButtons) {
    auto* const widget = new QToolButton;
    widget->setText(button.text);
    widget->setToolTip(button.tip);
    widget->setObjectName(button.action);
    connect(widget, &QToolButton::clicked, this,
            [this, action = std::string(button.action)] { session_.perform(action); });
    buttons->addWidget(widget);
  }
  buttons->addStretch(1);
  QVBoxLayout* layout = makeColumn(*this);
  layout->addLayout(buttons);
  layout->addWidget(list_, 1);
}

bool ClipMemoryPage::eventFilter(QObject* watched, QEvent* event) {
  const bool isPress = event->type() == QEvent::KeyPress;
  if (watched != list_ || !(isPress || event->type() == QEvent::ShortcutOverride)) {
    return QWidget::eventFilter(watched, event);
  }
  const int key = static_cast<QKeyEvent*>(event)->key();
  const int row = list_->indexOfTopLevelItem(list_->currentItem());
  if ((key != Qt::Key_Delete && key != Qt::Key_Backspace) || row < 0) return false;
  event->accept();
  if (isPress) session_.perform("evictClip", {rows_[std::size_t(row)].clip.identifier});
  return true;
}

void ClipMemoryPage::show(std::vector<Row> rows) {
  if (rows.size() > kMostMemoryRows) rows.resize(kMostMemoryRows);
  if (rows == rows_) return;
  // The row of the session stays when rows are shown anew.
  const QSignalBlocker blocker(list_);
  rows_ = std::move(rows);
  list_->clear();
  QList<QTreeWidgetItem*> items;
  for (const Row& row : rows_) {
    auto* const item =
        new QTreeWidgetItem({QString::fromStdString(row.clip.file), sizeText(row.clip.byteSize)});
    item->setToolTip(0, QString::fromStdString(row.clip.identifier));
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    items.push_back(item);
  }
  list_->addTopLevelItems(items);
}

}  // namespace usdscope
