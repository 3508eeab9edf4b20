// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/StartPage.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"

namespace usdscope {
namespace {

constexpr int kWidth = 480;

}  // namespace

StartPage::StartPage(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), recent_(new QWidget) {
  setAutoFillBackground(true);
  auto* column = new QWidget;
  column->setMaximumWidth(kWidth);
  auto* layout = new QVBoxLayout(column);
  layout->setSpacing(8);
  auto* title = new QLabel(tr("Open a scene"));
  QFont large = title->font();
  large.setPixelSize(15);
  large.setBold(true);
  title->setFont(large);
  auto* hint = new QLabel(tr("Drop a .usd, .usda, .usdc or .usdz file anywhere in the window."));
  hint->setWordWrap(true);
  theme::makeDim(*hint);
  auto* button = new QPushButton(tr("Open…  Ctrl+O"));
  button->setObjectName("primary");
  button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(button, &QPushButton::clicked, this, &StartPage::openWanted);
  failure_ = new QLabel;
  failure_->setWordWrap(true);
  failure_->setContentsMargins(0, 0, 0, 16);
  failure_->setObjectName("failure");
  QPalette red = failure_->palette();
  red.setColor(QPalette::WindowText, theme::kError);
  failure_->setPalette(red);
  layout->addWidget(failure_);
  layout->addWidget(title);
  layout->addWidget(hint);
  layout->addWidget(button);
  layout->addSpacing(16);
  layout->addWidget(recent_);

  rows_ = new QVBoxLayout(recent_);
  rows_->setContentsMargins(0, 0, 0, 0);
  rows_->setSpacing(0);
  auto* across = new QHBoxLayout;
  across->addStretch();
  across->addWidget(column, 1);
  across->addStretch();
  auto* down = new QVBoxLayout(this);
  down->addStretch(1);
  down->addLayout(across);
  down->addStretch(2);
  session_.loading.observe(this, [this](const LoadState& state) {
    const bool hasFailed = state.phase == LoadState::Phase::Failed;
    failure_->setVisible(hasFailed);
    if (!hasFailed) return;
    const QString file = QFileInfo(QString::fromStdString(state.file)).fileName();
    failure_->setText(
        tr("%1 cannot be opened: %2").arg(file, QString::fromStdString(state.message)));
  });
  session_.recentFiles.observe(
      this, [this](const std::vector<std::string>& files) { showRecent(files); });
}

void StartPage::showRecent(const std::vector<std::string>& files) {
  while (QLayoutItem* item = rows_->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  recent_->setVisible(!files.empty());
  auto* heading = new QLabel(tr("Recent"));
  theme::makeDim(*heading);
  rows_->addWidget(heading);
  for (const std::string& file : files) {
    const QFileInfo info(QString::fromStdString(file));
    // The name of the file, then its folder in a dim colour.
    auto* row = new QPushButton;
    row->setObjectName("link");
    row->setCursor(Qt::PointingHandCursor);
    row->setToolTip(info.filePath());
    row->setMinimumHeight(28);
    auto* inside = new QHBoxLayout(row);
    inside->setContentsMargins(8, 0, 8, 0);
    inside->setSpacing(12);
    auto* folder = new ElidedLabel;
    folder->setFullText(info.path());
    theme::makeDim(*folder);
    auto* name = new QLabel(info.fileName());
    for (QLabel* label : {name, static_cast<QLabel*>(folder)}) {
      label->setAttribute(Qt::WA_TransparentForMouseEvents);
    }
    inside->addWidget(name);
    inside->addWidget(folder, 1);
    connect(row, &QPushButton::clicked, this, [this, file] { session_.open(file); });
    rows_->addWidget(row);
  }
}

}  // namespace usdscope
