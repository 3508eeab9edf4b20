// SPDX-License-Identifier: Apache-2.0
#include "app/MainWindow.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <map>

#include "app/PlaybackBar.h"
#include "app/actions/Actions.h"
#include "app/panes/Panes.h"
#include "app/panes/ProblemsPane.h"
#include "app/viewport/ViewportWidget.h"

namespace usdscope {
namespace {

constexpr const char* kMenus[] = {"File", "Edit", "View", "Select", "Camera", "Time", "Window"};
constexpr const char* kGeometryKey = "window/geometry";
constexpr const char* kLayoutKey = "window/layout";

QString elided(const QString& text, const QWidget& widget, int width) {
  return widget.fontMetrics().elidedText(text, Qt::ElideMiddle, width);
}

}  // namespace

MainWindow::MainWindow(Session& session) : session_(session) {
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  // The tree and the properties reach down to the playback bar.
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  resize(1600, 1000);
  buildCentre();
  buildDocks();
  buildMenus();

  status_ = new QLabel;
  cancel_ = new QToolButton;
  cancel_->setText(tr("Cancel"));
  connect(cancel_, &QToolButton::clicked, this, [this] { session_.cancelLoading(); });
  statusBar()->addWidget(status_, 1);
  statusBar()->addPermanentWidget(cancel_);
  statusBar()->setSizeGripEnabled(false);
  session_.loading.observe(this, [this](const LoadState& state) { showLoading(state); });
  session_.document.observe(this, [this](const Document& document) {
    const QString file = QString::fromStdString(document.file);
    setWindowTitle(document.isOpen() ? QFileInfo(file).fileName() + tr(" — usdscope")
                                     : tr("usdscope"));
    showLoading(session_.loading.value());
  });
  const QSettings settings;
  restoreGeometry(settings.value(kGeometryKey).toByteArray());
  restoreState(settings.value(kLayoutKey).toByteArray());
}

MainWindow::~MainWindow() = default;

void MainWindow::buildCentre() {
  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);

  auto* top = new QHBoxLayout;
  top->setContentsMargins(8, 2, 8, 2);
  selectionLabel_ = new QLabel;
  selectionLabel_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  selectionLabel_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  top->addWidget(selectionLabel_, 1);
  cameraButton_ = new QToolButton;
  cameraButton_->setPopupMode(QToolButton::InstantPopup);
  cameraButton_->setFocusPolicy(Qt::NoFocus);
  auto* cameras = new QMenu(cameraButton_);
  connect(cameras, &QMenu::aboutToShow, this, [this, cameras] { fillCameraMenu(cameras); });
  cameraButton_->setMenu(cameras);
  top->addWidget(cameraButton_);
  layout->addLayout(top);

  viewport_ = new ViewportWidget(session_);
  layout->addWidget(viewport_, 1);
  setCentralWidget(centre);

  session_.selection.observe(this, [this](const Selection& selection) {
    const Path leading = selection.leading();
    const Path path =
        selection.property && !leading.isEmpty() ? leading.property(selection.property) : leading;
    QString text = QString::fromStdString(path.text());
    selectionLabel_->setToolTip(text);
    if (selection.prims.size() > 1) text += tr("  and %1 more").arg(selection.prims.size() - 1);
    selectionLabel_->setText(leading.isEmpty() ? tr("Nothing selected") : elided(text, *this, 900));
  });
  session_.view.observe(this, [this](const ViewSettings& view) {
    const std::string_view name = view.camera.name().text();
    cameraButton_->setText(view.camera.isEmpty()
                               ? tr("Free camera")
                               : QString::fromUtf8(name.data(), qsizetype(name.size())));
  });
}

void MainWindow::buildDocks() {
  std::map<Qt::DockWidgetArea, QDockWidget*> firstOfArea;
  for (const PaneRow& row : paneRows()) {
    auto* dock = new QDockWidget(tr(row.title));
    dock->setObjectName(row.id);
    QWidget* pane = row.make(session_);
    dock->setWidget(pane);
    dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable |
                      QDockWidget::DockWidgetFloatable);
    addDockWidget(row.area, dock);
    QDockWidget*& first = firstOfArea[row.area];
    if (first) {
      tabifyDockWidget(first, dock);
    } else {
      first = dock;
    }
    if (auto* problems = qobject_cast<ProblemsPane*>(pane)) {
      const QString title = tr(row.title);
      connect(problems, &ProblemsPane::countChanged, dock, [dock, title](int count) {
        dock->setWindowTitle(count > 0 ? QStringLiteral("%1 %2").arg(title).arg(count) : title);
      });
    }
  }
  for (const auto& [area, dock] : firstOfArea) dock->raise();
  // Below everything, across the whole window.
  auto* playback = new QToolBar(tr("Playback"));
  playback->setObjectName("playback");
  playback->setMovable(false);
  playback->toggleViewAction()->setVisible(false);
  playback->addWidget(new PlaybackBar(session_));
  addToolBar(Qt::BottomToolBarArea, playback);
  resizeDocks({firstOfArea[Qt::LeftDockWidgetArea], firstOfArea[Qt::RightDockWidgetArea]},
              {340, 380}, Qt::Horizontal);
  resizeDocks({firstOfArea[Qt::BottomDockWidgetArea]}, {190}, Qt::Vertical);
}

void MainWindow::buildMenus() {
  std::map<std::string_view, QMenu*> menus;
  for (const char* name : kMenus) menus[name] = menuBar()->addMenu(tr(name));
  std::vector<std::pair<QAction*, const ActionRow*>> made;
  for (const ActionRow& row : actionRows()) {
    if (!*row.menu) continue;
    QMenu* menu = menus[row.menu];
    if (!row.run) {
      menu->addSeparator();
      continue;
    }
    auto* action = menu->addAction(tr(row.text));
    action->setObjectName(row.id);
    action->setShortcut(QKeySequence(row.shortcut));
    action->setCheckable(row.isChecked != nullptr);
    connect(action, &QAction::triggered, this, [this, &row] {
      const ActionContext context{session_, *this};
      const std::string problem = row.run(context, {});
      if (!problem.empty()) status_->setText(QString::fromStdString(problem));
    });
    made.emplace_back(action, &row);
    if (row.id == std::string_view("open")) {
      QMenu* recent = menu->addMenu(tr("Open Recent"));
      connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
      session_.recentFiles.observe(recent, [recent](const std::vector<std::string>& files) {
        recent->setEnabled(!files.empty());
      });
    }
  }
  const auto refresh = [this, made] {
    const ActionContext context{session_, *this};
    for (const auto& [action, row] : made) {
      action->setEnabled(row->isEnabled(context));
      if (row->isChecked) action->setChecked(row->isChecked(context));
    }
  };
  session_.document.observe(this, [refresh](const Document&) { refresh(); });
  session_.loading.observe(this, [refresh](const LoadState&) { refresh(); });
  session_.selection.observe(this, [refresh](const Selection&) { refresh(); });
  session_.view.observe(this, [refresh](const ViewSettings&) { refresh(); });
  // Not at every frame: only what changes whether actions can be done.
  session_.playback.observe(
      this, [refresh, was = PlaybackState()](const PlaybackState& state) mutable {
        const bool isSame = was.isAnimated() == state.isAnimated() && was.pace == state.pace &&
                            was.isLooping == state.isLooping;
        was = state;
        if (!isSame) refresh();
      });
  QMenu* cameras = menus["Camera"]->addMenu(tr("Scene Cameras"));
  connect(cameras, &QMenu::aboutToShow, this, [this, cameras] { fillCameraMenu(cameras); });
  for (QDockWidget* dock : findChildren<QDockWidget*>()) {
    menus["Window"]->addAction(dock->toggleViewAction());
  }
}

void MainWindow::fillRecentMenu(QMenu* menu) {
  menu->clear();
  for (const std::string& file : session_.recentFiles.value()) {
    const QString text = QString::fromStdString(file);
    QAction* action = menu->addAction(elided(text, *this, 500));
    action->setToolTip(text);
    connect(action, &QAction::triggered, this, [this, file] { session_.open(file); });
  }
}

void MainWindow::fillCameraMenu(QMenu* menu) {
  menu->clear();
  const auto choose = [this](Path camera) {
    ViewSettings view = session_.view.value();
    view.camera = camera;
    session_.view.set(view);
  };
  const Path now = session_.view.value().camera;
  const auto add = [&](const QString& text, Path camera) {
    QAction* action = menu->addAction(text);
    action->setCheckable(true);
    action->setChecked(camera == now);
    connect(action, &QAction::triggered, this, [choose, camera] { choose(camera); });
  };
  add(tr("Free camera"), {});
  const auto& scene = session_.scene.value();
  if (scene && !scene->cameras.empty()) menu->addSeparator();
  if (!scene) return;
  for (const SceneCamera& camera : scene->cameras) {
    add(QString::fromStdString(camera.path.text()), camera.path);
  }
}

void MainWindow::showLoading(const LoadState& state) {
  const QString file = QFileInfo(QString::fromStdString(state.file)).fileName();
  QString text;
  switch (state.phase) {
    case LoadState::Phase::Idle:
      if (const Document& document = session_.document.value(); document.isOpen()) {
        text = QString::fromStdString(document.file);
      }
      break;
    case LoadState::Phase::Reading:
      text = tr("Reading %1 …").arg(file);
      break;
    case LoadState::Phase::Composing:
      text = tr("Composing %1 …").arg(file);
      break;
    case LoadState::Phase::Extracting:
      text = tr("Preparing the picture of %1 …").arg(file);
      break;
    case LoadState::Phase::Failed:
      text = tr("%1 cannot be opened: %2").arg(file, QString::fromStdString(state.message));
      break;
  }
  status_->setText(text);
  cancel_->setVisible(state.phase != LoadState::Phase::Idle &&
                      state.phase != LoadState::Phase::Failed);
}

void MainWindow::frameAll() { viewport_->frameAll(); }

void MainWindow::frameSelection() { viewport_->frameSelection(); }

bool MainWindow::showPane(const QString& id) {
  auto* dock = findChild<QDockWidget*>(id);
  if (!dock) return false;
  dock->show();
  dock->raise();
  return true;
}

bool MainWindow::saveScreenshot(const QString& file) { return grab().save(file, "PNG"); }

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  for (const QUrl& url : event->mimeData()->urls()) {
    if (!url.isLocalFile()) continue;
    session_.open(url.toLocalFile().toStdString());
    return;
  }
}

void MainWindow::closeEvent(QCloseEvent* event) {
  QSettings settings;
  settings.setValue(kGeometryKey, saveGeometry());
  settings.setValue(kLayoutKey, saveState());
  session_.setPlaying(false);
  QMainWindow::closeEvent(event);
}

}  // namespace usdscope
