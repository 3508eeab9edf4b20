// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/StartPage.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/session/ObserveSubject.h"
#include "app/session/memory/SceneMemory.h"
#include "app/session/playback/FrameText.h"
#include "app/theme/Icons.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"

namespace usdscope {
namespace {

constexpr int kWidth = 560;
constexpr QSize kThumbnail(80, 50);
constexpr int kRowHeight = 60;
constexpr double kFaded = 0.35;

QLabel* makeThumbnail(const RecentScene& scene, double pixelRatio) {
  QPixmap picture(kThumbnail * pixelRatio);
  picture.setDevicePixelRatio(pixelRatio);
  picture.fill(theme::kRaised);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  if (!scene.problem.empty()) painter.setOpacity(kFaded);
  if (!scene.thumbnail.isNull()) painter.drawImage(QRect({}, kThumbnail), scene.thumbnail);
  painter.end();
  auto* label = new QLabel;
  label->setPixmap(picture);
  label->setFixedSize(kThumbnail);
  return label;
}

// "Frame 24  ·  24 Nov, 12:55", or why the file cannot be opened.
QString noteOf(const RecentScene& scene) {
  if (!scene.problem.empty()) return QString::fromStdString(scene.problem);
  QStringList parts;
  if (scene.time) parts << QString::fromStdString(frameText(*scene.time));
  if (scene.leftAt.isValid()) {
    parts << QLocale(QLocale::English).toString(scene.leftAt, QStringLiteral("d MMM, HH:mm"));
  }
  return parts.join(QStringLiteral("  ·  "));
}

}  // namespace

StartPage::StartPage(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), failure_(new QLabel), recent_(new QWidget) {
  setAutoFillBackground(true);
  build();
  session_.loading.observe(this, [this](const LoadState& state) {
    const bool hasFailed = state.phase == LoadState::Phase::Failed;
    failure_->setVisible(hasFailed);
    if (!hasFailed) return;
    const QString file = QFileInfo(QString::fromStdString(state.file)).fileName();
    failure_->setText(
        tr("%1 cannot be opened: %2").arg(file, QString::fromStdString(state.message)));
  });
  session_.recentFiles.observe(this, [this](const std::vector<std::string>&) { showRecent(); });
  session_.memory().recent.observe(this, [this](const std::vector<RecentScene>&) { showRecent(); });
  observeColors(session_, this, [this] {
    useSizes();
    showRecent();
  });
}

void StartPage::useSizes() {
  column_->setMaximumWidth(theme::px(kWidth));
  QFont large = font();
  large.setPixelSize(theme::fontPx(15));
  large.setBold(true);
  title_->setFont(large);
}

void StartPage::build() {
  column_ = new QWidget;
  auto* layout = new QVBoxLayout(column_);
  layout->setSpacing(8);
  title_ = new QLabel(tr("Open a scene"));
  useSizes();
  auto* hint = new QLabel(
      tr("Drop a .usd, .usda, .usdc or .usdz file, or its folder, anywhere in the window."));
  hint->setWordWrap(true);
  theme::makeDim(*hint);
  auto* button = new QPushButton(tr("Open…  Ctrl+O"));
  button->setObjectName("primary");
  button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  button->setToolTip(tr("Choose a file with a scene"));
  button->setAccessibleName(tr("Open a scene"));
  connect(button, &QPushButton::clicked, this, &StartPage::openWanted);
  sample_ = new QPushButton(tr("Open Sample Scene"));
  sample_->setObjectName("openSample");
  sample_->setToolTip(tr("The scene that comes with usdscope"));
  sample_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(sample_, &QPushButton::clicked, this, &StartPage::sampleWanted);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addWidget(button);
  buttons->addWidget(sample_);
  buttons->addStretch();
  failure_->setWordWrap(true);
  failure_->setContentsMargins(0, 0, 0, 16);
  failure_->setObjectName("failure");
  QPalette red = failure_->palette();
  red.setColor(QPalette::WindowText, theme::kError);
  failure_->setPalette(red);
  layout->addWidget(failure_);
  layout->addWidget(title_);
  layout->addWidget(hint);
  layout->addLayout(buttons);
  layout->addSpacing(16);
  layout->addWidget(recent_);
  rows_ = new QVBoxLayout(recent_);
  rows_->setContentsMargins(0, 0, 0, 0);
  rows_->setSpacing(0);

  auto* page = new QWidget;
  auto* down = new QVBoxLayout(page);
  auto* across = new QHBoxLayout;
  across->addStretch();
  across->addWidget(column_, 1);
  across->addStretch();
  down->addStretch(1);
  down->addLayout(across);
  down->addStretch(2);
  // A small window has no room for all recent files.
  auto* scrolled = new QScrollArea;
  scrolled->setFrameShape(QFrame::NoFrame);
  scrolled->setWidgetResizable(true);
  scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scrolled->setWidget(page);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(scrolled);
}

void StartPage::showSampleButton(bool isShown) { sample_->setVisible(isShown); }

void StartPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  session_.memory().readRecent();
}

void StartPage::showRecent() {
  while (QLayoutItem* item = rows_->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  const std::vector<std::string>& files = session_.recentFiles.value();
  recent_->setVisible(!files.empty());
  if (files.empty()) return;
  rows_->addWidget(makeHeading());
  const std::vector<RecentScene>& known = session_.memory().recent.value();
  for (const std::string& file : files) {
    const auto found = std::ranges::find(known, file, &RecentScene::file);
    rows_->addWidget(makeRow(found == known.end() ? RecentScene{.file = file} : *found));
  }
}

QWidget* StartPage::makeHeading() {
  auto* heading = new QWidget;
  auto* layout = new QHBoxLayout(heading);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* title = new QLabel(tr("Recent"));
  theme::makeDim(*title);
  auto* clear = new QToolButton;
  clear->setObjectName("clearRecent");
  clear->setText(tr("Clear"));
  clear->setToolTip(tr("Remove all files from this list"));
  clear->setAccessibleName(clear->toolTip());
  connect(clear, &QToolButton::clicked, this, [this] { session_.perform("clearRecent"); });
  layout->addWidget(title, 1);
  layout->addWidget(clear);
  return heading;
}

// The picture, the name of the file, and below it its folder and last frame in a dim colour.
QWidget* StartPage::makeRow(const RecentScene& scene) {
  const QFileInfo info(QString::fromStdString(scene.file));
  auto* row = new QWidget;
  auto* across = new QHBoxLayout(row);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(4);
  auto* open = new QPushButton;
  open->setObjectName("link");
  open->setCursor(Qt::PointingHandCursor);
  const QString noted = noteOf(scene);
  open->setToolTip(noted.isEmpty() ? info.filePath() : info.filePath() + '\n' + noted);
  open->setAccessibleName(tr("Open %1").arg(info.fileName()));
  open->setAccessibleDescription(noted.isEmpty() ? info.path() : info.path() + ", " + noted);
  theme::setFixedSize(*open, 0, kRowHeight);
  open->setEnabled(scene.problem.empty());
  auto* inside = new QHBoxLayout(open);
  inside->setContentsMargins(4, 0, 8, 0);
  inside->setSpacing(12);
  auto* name = new ElidedLabel;
  name->setFullText(info.fileName());
  auto* folder = new ElidedLabel;
  folder->setFullText(info.path());
  auto* note = new QLabel(noted);
  QLabel* picture = makeThumbnail(scene, devicePixelRatioF());
  auto* texts = new QVBoxLayout;
  texts->setSpacing(2);
  texts->addStretch();
  auto* lower = new QHBoxLayout;
  lower->addWidget(folder, 1);
  lower->addWidget(note);
  texts->addWidget(name);
  texts->addLayout(lower);
  texts->addStretch();
  inside->addWidget(picture);
  inside->addLayout(texts, 1);
  if (scene.problem.empty()) {
    theme::makeDim(*folder);
    note->setStyleSheet(QStringLiteral("color: %1").arg(theme::kDim.name()));
  }
  for (QLabel* label : {picture, static_cast<QLabel*>(name), static_cast<QLabel*>(folder), note}) {
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
  }
  connect(open, &QPushButton::clicked, this,
          [this, file = scene.file] { session_.perform("open", {file}); });
  auto* remove = new QToolButton;
  remove->setObjectName("forgetRecent");
  remove->setIcon(theme::icon("close"));
  remove->setToolTip(tr("Remove %1 from this list").arg(info.fileName()));
  remove->setAccessibleName(remove->toolTip());
  connect(remove, &QToolButton::clicked, this,
          [this, file = scene.file] { session_.perform("forgetRecent", {file}); });
  across->addWidget(open, 1);
  across->addWidget(remove);
  return row;
}

}  // namespace usdscope
