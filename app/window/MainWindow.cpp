// SPDX-License-Identifier: Apache-2.0
#include "app/window/MainWindow.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QProgressBar>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <QWindow>
#include <algorithm>
#include <utility>

#include "app/actions/KeyMap.h"
#include "app/actions/RunAction.h"
#include "app/actions/RunningWork.h"
#include "app/panes/Panes.h"
#include "app/panes/playback/PlaybackBar.h"
#include "app/panes/problems/ProblemsPane.h"
#include "app/session/ObserveSubject.h"
#include "app/session/StoppedClips.h"
#include "app/session/edits/LayerSaver.h"
#include "app/session/memory/Preferences.h"
#include "app/session/memory/SceneMemory.h"
#include "app/session/memory/SettingsCheck.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/MotionFinder.h"
#include "app/session/problems/ProblemFinder.h"
#include "app/session/sound/SoundTrack.h"
#include "app/theme/Theme.h"
#include "app/viewport/StartPage.h"
#include "app/viewport/ViewGrid.h"
#include "app/viewport/ViewportWidget.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/FocusRing.h"
#include "app/widgets/Typing.h"
#include "app/window/AccessibleNames.h"
#include "app/window/DockTitles.h"
#include "app/window/Drops.h"
#include "app/window/Layouts.h"
#include "app/window/ManualWindow.h"
#include "app/window/Menus.h"
#include "app/window/NoticeBar.h"
#include "app/window/PickListMenu.h"
#include "app/window/RestoreBar.h"
#include "app/window/SceneOpener.h"
#include "app/window/ShortcutTips.h"
#include "app/window/TextEditor.h"
#include "app/window/TopBar.h"
#include "app/window/UnsavedGuard.h"
#include "app/window/WindowCapture.h"

namespace usdscope {
namespace {

constexpr const char* kGeometryKey = "window/geometry";
constexpr const char* kSafeColorsKey = "view/safeColors";
constexpr int kHintMs = 4000;
constexpr QSize kLeastPane(230, 80);
constexpr int kTitleBar = 40;  // The desktop adds it to a window.

// Returns whether a key goes to a window of its own, as the preferences have. Asks for the
// receiver: without a window manager no window may be the active one. A floating pane belongs to
// `main`.
bool isOfOtherWindow(QObject* receiver, const QWidget& main) {
  const QWidget* window = nullptr;
  if (const auto* widget = qobject_cast<QWidget*>(receiver)) {
    window = widget->window();
  } else {
    const QWidgetList windows = QApplication::topLevelWidgets();
    const auto found = std::ranges::find_if(
        windows, [&](const QWidget* each) { return each->windowHandle() == receiver; });
    if (found != windows.end()) window = *found;
  }
  return window && window != &main && window->windowType() == Qt::Dialog;
}

// Returns whether Escape is not to become a shortcut. It cancels loading and the search for bad
// motion wherever the pointer is; a menu title under it would take the key. The action `cancel`
// does the rest: after a key that has cancelled something it does not come.
bool takesEscape(const ActionContext& context, QObject* receiver) {
  const RunningWork running = runningWork(context);
  // Another window closes before work ends.
  if (running != RunningWork::None && isOfOtherWindow(receiver, *context.window.widget())) {
    return true;
  }
  // A field has its Escape before the clips that are read meanwhile.
  if (running == RunningWork::Clips || running == RunningWork::ClipCheck) return isTyping();
  const bool isHere = running == RunningWork::Loading || running == RunningWork::Motion;
  if (!isHere || QApplication::activePopupWidget()) return false;
  cancelRunningWork(context);
  return true;
}

// On a row without children, Left and Right move up and down, as in usdview.
bool moveFromLeaf(QObject* watched, const QKeyEvent& key) {
  auto* tree = qobject_cast<QTreeView*>(watched);
  const bool isLeft = key.key() == Qt::Key_Left;
  if (!tree || key.modifiers() || !(isLeft || key.key() == Qt::Key_Right)) return false;
  const QModelIndex row = tree->currentIndex().siblingAtColumn(0);
  if (!row.isValid() || tree->model()->hasChildren(row)) return false;
  const QModelIndex next = isLeft ? tree->indexAbove(row) : tree->indexBelow(row);
  if (next.isValid()) tree->setCurrentIndex(next);
  return true;
}

}  // namespace

MainWindow::MainWindow(Session& session) : session_(session) {
  observeLook();
  new FocusRing(this);
  new AccessibleNames(this);
  connect(&session_, &Session::actionWanted, this,
          [this](const std::string& action, const std::vector<std::string>& arguments) {
            session_.showNote({});
            const std::string problem = runAction({session_, *this}, action, arguments);
            if (!problem.empty()) session_.showNote(problem);
          });
  setAcceptDrops(true);
  setDocumentMode(true);
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks | GroupedDragging);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  // The tree reaches down to the playback bar.
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  resize(QSize(1600, 1000).boundedTo(screen()->availableSize() - QSize(0, kTitleBar)));
  menus_ = new Menus(session_, *this);
  guard_ = new UnsavedGuard(session_, this);
  editor_ = new TextEditor(session_, this);
  opener_ = new SceneOpener({session_, *this}, this);
  drops_ = new Drops({session_, *this}, this);
  connect(&session_, &Session::textEditorWanted, this,
          [this](const std::string& layer) { session_.showNote(openInEditor(layer)); });
  buildCentre();
  capture_ = new WindowCapture(session_, *viewport_, *this);
  connect(capture_, &WindowCapture::changed, this, &MainWindow::showCapture);
  buildDocks();
  buildStatus();
  const QByteArray geometry = QSettings().value(kGeometryKey).toByteArray();
  if (!geometry.isEmpty() && !restoreGeometry(geometry)) {
    session_.notify(setSettingsAside("The place of the window in the settings is damaged.",
                                     {QString::fromLatin1(kGeometryKey)}));
  }
  buildLayouts();
  session_.document.observe(this, [this](const Document&) {
    showTitle();
    showLoading(session_.loading.value());
  });
  session_.saver().unsaved.observe(this, [this](const auto&) { showTitle(); });
  session_.preferences().values.observe(
      this, [this](const PreferenceValues& values) { showShortcutsInTips(*this, values); });
  qApp->installEventFilter(this);
  viewport_->setFocus(Qt::OtherFocusReason);
}

MainWindow::~MainWindow() {
  session_.memory().setPictureReader({});
  // A field that loses the focus sends its text, so dialogs close while they and this window are
  // whole.
  for (QDialog* dialog : findChildren<QDialog*>()) dialog->hide();
  // Docks report that they are hidden when they are destroyed, after this window's own members.
  for (QDockWidget* dock : findChildren<QDockWidget*>()) disconnect(dock, nullptr, this, nullptr);
  // The Clips pane is hidden then, too, and reads no more.
  disconnect(&StoppedClips::of(session_), nullptr, menus_, nullptr);
  disconnect(&session_.problemFinder(), nullptr, menus_, nullptr);
}

// The theme has the look before the panes take colours and sizes from it.
void MainWindow::observeLook() {
  const bool isSafe = QSettings().value(kSafeColorsKey).toBool();
  session_.changeView([&](ViewSettings& view) { view.safeColors = isSafe; });
  const auto use = [this] {
    const PreferenceValues& values = session_.preferences().values.value();
    theme::use({.ground = values.isLight ? theme::Ground::Light : theme::Ground::Dark,
                .hasSafeColors = session_.view.value().safeColors,
                .fontSize = values.fontSize,
                .scale = values.uiScale});
  };
  session_.preferences().values.observe(this, [use](const PreferenceValues&) { use(); });
  session_.view.observe(this, [use, last = isSafe](const ViewSettings& view) mutable {
    if (std::exchange(last, view.safeColors) == view.safeColors) return;
    QSettings().setValue(kSafeColorsKey, view.safeColors);
    use();
  });
}

void MainWindow::buildCentre() {
  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(new NoticeBar({session_, *this}));
  layout->addWidget(new RestoreBar({session_, *this}));
  topBar_ = new TopBar(session_, *menus_);
  layout->addWidget(topBar_);
  viewport_ = new ViewportWidget(session_);
  connect(viewport_, &ViewportWidget::menuWanted, this, [this](const QPoint& at) {
    if (!session_.document.value().isOpen()) return;
    PickListMenu list(session_, *viewport_, viewport_->mapFromGlobal(at), nullptr);
    menus_->popUp("prim", at, &list);
  });
  layout->addWidget(new ViewGrid(session_, *viewport_), 1);
  setCentralWidget(centre);
  session_.memory().setPictureReader([this] {
    const auto& shown = viewport_->picture();
    return shown && shown->scene ? shown->image : QImage();
  });

  // Over the picture, so that OpenGL starts, and reports its problems, before a file is opened.
  auto* start = new StartPage(session_);
  auto* over = new QVBoxLayout(viewport_);
  over->setContentsMargins(0, 0, 0, 0);
  over->addWidget(start);
  connect(start, &StartPage::openWanted, this, [this] { menus_->action("open")->trigger(); });
  connect(start, &StartPage::sampleWanted, this,
          [this] { menus_->action("openSample")->trigger(); });
  start->showSampleButton(menus_->action("openSample")->isEnabled());
  const auto showStart = [this, start] {
    start->setVisible(!session_.document.value().isOpen() &&
                      !session_.loading.value().isLoading() &&
                      session_.drawingProblem.value().empty());
  };
  session_.document.observe(start, [showStart](const Document&) { showStart(); });
  session_.loading.observe(start, [showStart](const LoadState&) { showStart(); });
  session_.drawingProblem.observe(start, [showStart](const std::string&) { showStart(); });
}

void MainWindow::buildDocks() {
  titles_ = new DockTitles(*this);
  connect(titles_, &DockTitles::helpWanted, this,
          [this](const QString& pane) { showManual(manualPlaceOfPane(pane.toStdString())); });
  for (const PaneRow& row : paneRows()) {
    auto* dock = new QDockWidget(tr(row.title));
    dock->setObjectName(row.id);
    QWidget* pane = row.make(session_);
    // Long words in a pane must not widen the window, and all layouts fit into 800 points.
    const auto limit = [pane] {
      pane->setMinimumSize(theme::px(kLeastPane.width()), theme::px(kLeastPane.height()));
    };
    observeColors(session_, pane, limit);
    limit();
    dock->setWidget(pane);
    dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable |
                      QDockWidget::DockWidgetFloatable);
    addDockWidget(row.area, dock);
    titles_->add(*dock);
    connect(dock->toggleViewAction(), &QAction::triggered, dock, [dock](bool isShown) {
      if (isShown) dock->raise();
    });
    menus_->menu("Window")->addAction(dock->toggleViewAction());
    if (auto* problems = qobject_cast<ProblemsPane*>(pane)) {
      const QString title = tr(row.title);
      connect(problems, &ProblemsPane::countChanged, dock, [dock, title](int count) {
        dock->setWindowTitle(count > 0 ? QStringLiteral("%1 %2").arg(
                                             title, QLocale(QLocale::English).toString(count))
                                       : title);
      });
    }
  }
  // The playback bar spans the window at its bottom.
  auto* playback = new QToolBar(tr("Playback"));
  playback->setObjectName("playback");
  playback->setMovable(false);
  playback->toggleViewAction()->setVisible(false);
  playback->addWidget(new PlaybackBar(session_));
  addToolBar(Qt::BottomToolBarArea, playback);
}

void MainWindow::buildLayouts() {
  layouts_ =
      new Layouts(*this, {menuBar(), topBar_, statusBar(), findChild<QToolBar*>("playback")});
  presentHint_ = new QLabel(tr("F11 shows the panes again"), viewport_);
  presentHint_->setObjectName("presentHint");
  presentHint_->setAttribute(Qt::WA_TransparentForMouseEvents);
  presentHint_->hide();
  // In the middle: the counts of the head-up display are at the left, the device is at the right.
  static_cast<QVBoxLayout*>(viewport_->layout())
      ->insertWidget(0, presentHint_, 0, Qt::AlignHCenter | Qt::AlignTop);
  connect(layouts_, &Layouts::currentChanged, this, [this] {
    menus_->refresh();
    const bool isPresent = layouts_->current().isPictureOnly;
    presentHint_->setVisible(isPresent);
    if (isPresent) QTimer::singleShot(kHintMs, presentHint_, &QWidget::hide);
  });
  const QStringList damaged = layouts_->restore();
  if (damaged.isEmpty()) return;
  session_.notify(
      setSettingsAside("How the panes were arranged is damaged or of a newer usdscope.", damaged));
}

void MainWindow::buildStatus() {
  status_ = new ElidedLabel;
  status_->setContentsMargins(8, 0, 8, 0);
  progress_ = new QProgressBar;
  progress_->setRange(0, 0);
  progress_->setTextVisible(false);
  theme::setFixedSize(*progress_, 120, 0);
  cancel_ = new QToolButton;
  cancel_->setText(tr("Cancel (Esc)"));
  connect(cancel_, &QToolButton::clicked, this, [this] { menus_->action("cancel")->trigger(); });
  statusBar()->addWidget(status_, 1);
  statusBar()->addPermanentWidget(progress_);
  statusBar()->addPermanentWidget(cancel_);
  statusBar()->setSizeGripEnabled(false);
  session_.loading.observe(this, [this](const LoadState& state) { showLoading(state); });
  session_.saver().state.observe(this, [this](const SaveState& state) { showSaving(state); });
  session_.sound().state.observe(this, [this, last = std::string()](const SoundState& s) mutable {
    if (std::exchange(last, s.problem) != s.problem && !s.problem.empty()) {
      status_->setFullText(QString::fromStdString(s.problem));
    }
  });
  const MotionFinder& motion = session_.transport().motion();
  connect(&motion, &MotionFinder::changed, this, [this, &motion] {
    if (!motion.text().empty()) status_->setFullText(QString::fromStdString(motion.text()));
  });
  connect(&session_.problemFinder(), &ProblemFinder::remarked, this,
          [this, shown = QString()](const QString& text) mutable { showPassing(shown, text); });
  session_.note.observe(this, [this](const std::string& note) {
    if (!note.empty()) status_->setFullText(QString::fromStdString(note));
  });
  session_.picked.observe(this, [this, shown = QString()](const std::string& picked) mutable {
    showPassing(shown, QString::fromStdString(picked));
  });
}

void MainWindow::showPassing(QString& shown, const QString& text) {
  const bool isShown = !shown.isEmpty() && status_->fullText() == shown;
  shown = text;
  if (!text.isEmpty()) {
    status_->setFullText(text);
  } else if (isShown) {
    showLoading(session_.loading.value());
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
    case LoadState::Phase::Composing:
      text = tr("Reading and composing %1 …").arg(file);
      if (state.layerCount > 1) {
        const QString layer = QString::fromStdString(state.layer);
        text += tr("  %1 layers so far, now %2")
                    .arg(QLocale(QLocale::English).toString(qulonglong(state.layerCount)),
                         layer.mid(layer.lastIndexOf('/') + 1));
      }
      break;
    case LoadState::Phase::Extracting:
      text = tr("Preparing the picture of %1 …").arg(file);
      break;
    case LoadState::Phase::Failed:
      text = tr("%1 cannot be opened: %2").arg(file, QString::fromStdString(state.message));
      break;
  }
  if (state.isLoading() && state.seconds > 0) text += tr("  %1 s").arg(state.seconds);
  status_->setFullText(text);
  progress_->setRange(0, 0);
  progress_->setVisible(state.isLoading());
  cancel_->setVisible(state.isLoading());
}

QDockWidget* MainWindow::dockOf(const QString& id) const { return findChild<QDockWidget*>(id); }
void MainWindow::showSaving(const SaveState& state) {
  if (session_.loading.value().isLoading()) return;
  if (!state.text.empty()) status_->setFullText(QString::fromStdString(state.text));
  progress_->setRange(0, state.progress < 0.0 ? 0 : 100);
  progress_->setValue(int(state.progress * 100.0));
  progress_->setVisible(state.isRunning);
  cancel_->setVisible(state.canCancel);
}

void MainWindow::showCapture() {
  menus_->refresh();
  if (session_.loading.value().isLoading()) return;
  const CaptureState& state = capture_->state();
  if (!state.text.isEmpty()) status_->setFullText(state.text);
  progress_->setRange(0, state.count);
  progress_->setValue(state.done);
  progress_->setVisible(state.isRunning);
  cancel_->setVisible(state.isRunning);
}

void MainWindow::showTitle() {
  const Document& document = session_.document.value();
  const QString name = QFileInfo(QString::fromStdString(document.file)).fileName();
  const bool isUnsaved = !session_.saver().unsaved.value().empty();
  setWindowTitle(!document.isOpen() ? tr("usdscope")
                 : isUnsaved        ? name + tr("* — usdscope")
                                    : name + tr(" — usdscope"));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) { drops_->hover(event); }

void MainWindow::dragMoveEvent(QDragMoveEvent* event) { drops_->hover(event); }

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) { drops_->leave(); }

void MainWindow::dropEvent(QDropEvent* event) { drops_->drop(event); }

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayClose_ && guard_->mustAsk()) {
    event->ignore();
    return leave([this] {
      mayClose_ = true;
      close();
    });
  }
  QSettings settings;
  settings.setValue(kGeometryKey, saveGeometry());
  layouts_->save();
  session_.setPlaying(false);
  session_.memory().keep();
  QMainWindow::closeEvent(event);
}

void MainWindow::contextMenuEvent(QContextMenuEvent* event) {
  for (QWidget* at = childAt(event->pos()); at; at = at->parentWidget()) {
    const QVariant kind = at->property("contextMenu");
    if (kind.isValid()) return menus_->popUp(kind.toString(), event->globalPos());
  }
}

// Lists and fields that use Escape themselves have had it already.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || event->modifiers()) {
    // Shortcuts come here only if their actions are disabled.
    const PreferenceValues& preferences = session_.preferences().values.value();
    if (const ActionRow* row = actionOfKey(sequenceOf(*event), preferences)) {
      session_.showNote(whyNot(*row, {session_, *this}, {}));
    }
    return QMainWindow::keyPressEvent(event);
  }
  menus_->action("focusUnderPointer")->trigger();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
      takesEscape({session_, *this}, watched)) {
    event->accept();
    return true;
  }
  // A button that has the keyboard takes Space; it would play otherwise.
  if (event->type() == QEvent::ShortcutOverride && qobject_cast<QAbstractButton*>(watched) &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space &&
      !static_cast<QKeyEvent*>(event)->modifiers()) {
    event->accept();
    return true;
  }
  // With the pointer over a list, the arrow keys move in the list, as in usdview.
  if (event->type() == QEvent::ShortcutOverride) {
    auto* list = qobject_cast<QAbstractItemView*>(watched);
    auto* key = static_cast<QKeyEvent*>(event);
    const bool isAlong = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right ||
                         key->key() == Qt::Key_Home || key->key() == Qt::Key_End;
    // Up and Down belong to the list that has the keyboard, wherever the pointer is.
    const bool isAcross = key->key() == Qt::Key_Up || key->key() == Qt::Key_Down;
    const bool isMove = isAcross || (isAlong && list && list->underMouse());
    if (list && isMove && key->modifiers() == Qt::NoModifier) {
      event->accept();
      return true;
    }
  }
  if (event->type() == QEvent::KeyPress && moveFromLeaf(watched, *static_cast<QKeyEvent*>(event))) {
    return true;
  }
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace usdscope
