// SPDX-License-Identifier: Apache-2.0
#include "app/window/OpenDialog.h"

#include <QComboBox>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QScreen>
#include <QSettings>
#include <algorithm>

#include "app/session/document/OpenCost.h"
#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr const char* kFolderKey = "open/folder";
constexpr int kRestMs = 150;
constexpr int kDialogWidth = 760;
constexpr int kHeight = 520;
constexpr int kMostEntries = 100'000;

QStringList scenePatterns() {
  return {QStringLiteral("*.usd"), QStringLiteral("*.usda"), QStringLiteral("*.usdc"),
          QStringLiteral("*.usdz")};
}

}  // namespace

OpenDialog::OpenDialog(Session& session, const QString& folder, QWidget* parent)
    : QFileDialog(parent, tr("Open a scene"), folder), session_(session), looking_(quiet_) {
  setObjectName(QStringLiteral("openDialog"));
  // Dialogs of the desktop have no room for more rows.
  setOption(QFileDialog::DontUseNativeDialog);
  setFileMode(QFileDialog::ExistingFile);
  setNameFilters({tr("USD scenes (%1)").arg(scenePatterns().join(' ')), tr("All files (*)")});
  addRows();
  const QSize room = screen()->availableSize() * 9 / 10;
  resize(QSize(theme::px(kDialogWidth), theme::px(kHeight)).boundedTo(room));
  waiting_.setSingleShot(true);
  waiting_.setInterval(kRestMs);
  connect(&waiting_, &QTimer::timeout, this, &OpenDialog::look);
  connect(this, &QFileDialog::currentChanged, this, [this](const QString& file) {
    marked_ = file;
    looking_.cancel();
    waiting_.start();
  });
  connect(this, &QFileDialog::accepted, this, [this] {
    QSettings().setValue(kFolderKey, QFileInfo(QString::fromStdString(this->file())).path());
  });
}

void OpenDialog::addRows() {
  auto* grid = qobject_cast<QGridLayout*>(layout());
  if (!grid) return;
  payloads_ = new QComboBox;
  payloads_->setObjectName(QStringLiteral("payloads"));
  payloads_->addItem(tr("As the scene was left; all the first time"), QString());
  payloads_->addItem(tr("Load all"), QStringLiteral("all"));
  payloads_->addItem(tr("Load none"), QStringLiteral("none"));
  auto* label = new QLabel(tr("&Payloads:"));
  label->setBuddy(payloads_);
  cost_ = new QLabel(tr("Mark a file to see what it costs to open."));
  cost_->setObjectName(QStringLiteral("cost"));
  cost_->setWordWrap(true);
  cost_->setTextFormat(Qt::PlainText);
  cost_->setToolTip(tr("Sizes of files, with all variants. Clips and textures are not counted."));
  cost_->setMinimumHeight(2 * cost_->fontMetrics().lineSpacing());
  cost_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  theme::makeDim(*cost_);
  const int row = grid->rowCount();
  grid->addWidget(label, row, 0);
  grid->addWidget(payloads_, row, 1, 1, grid->columnCount() - 2);
  grid->addWidget(cost_, row + 1, 1, 1, grid->columnCount() - 2);
}

QString OpenDialog::usualFolder(const Session& session) {
  const std::string& open = session.document.value().file;
  if (!open.empty()) return QFileInfo(QString::fromStdString(open)).path();
  QString folder = QSettings().value(kFolderKey).toString();
  const auto& recent = session.recentFiles.value();
  if (folder.isEmpty() && !recent.empty()) {
    folder = QFileInfo(QString::fromStdString(recent.front())).path();
  }
  return folder.isEmpty() ? QDir::currentPath() : folder;
}

std::string OpenDialog::file() const {
  const QStringList files = selectedFiles();
  return result() == QDialog::Accepted && !files.isEmpty() ? files.front().toStdString() : "";
}

std::string OpenDialog::payloads() const {
  return payloads_ ? payloads_->currentData().toString().toStdString() : std::string();
}

void OpenDialog::look() {
  if (!cost_) return;
  cost_->setText(tr("Looking at %1 …").arg(QFileInfo(marked_).fileName()));
  looking_.start([this, file = marked_,
                  environment = session_.environment()](const TaskRun& run) -> LatestTask::Show {
    const QFileInfo info(file);
    if (!info.isFile()) {
      return [this] { cost_->setText(tr("Mark a file to see what it costs to open.")); };
    }
    const OpenCost cost = computeOpenCost(environment, file.toStdString(), run.stop);
    if (run.stop.stop_requested()) return {};
    return [this, text = QString::fromStdString(openCostText(cost))] { cost_->setText(text); };
  });
}

std::vector<std::string> scenesIn(const QString& folder) {
  std::vector<std::string> found;
  QDirIterator entries(folder, QDir::Files);
  for (int i = 0; entries.hasNext() && i < kMostEntries; ++i) {
    const QString path = entries.next();
    if (QDir::match(scenePatterns(), entries.fileName())) found.push_back(path.toStdString());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace usdscope
