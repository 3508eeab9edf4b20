// SPDX-License-Identifier: Apache-2.0
#include "app/window/Menus.h"

#include <QAction>
#include <QKeySequence>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <algorithm>
#include <utility>

#include "app/actions/KeyMap.h"
#include "app/session/Inspection.h"
#include "app/session/StoppedClips.h"
#include "app/session/disk/FileWatch.h"
#include "app/session/document/ViewChoice.h"
#include "app/session/edits/LayerSaver.h"
#include "app/session/memory/SceneMemory.h"
#include "app/session/playback/Markers.h"
#include "app/session/playback/RangeDoctor.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/MotionFinder.h"
#include "app/session/problems/ProblemFinder.h"
#include "app/session/problems/SkinningCheck.h"
#include "app/session/scenes/PreparedFrames.h"
#include "app/session/sound/SoundTrack.h"
#include "app/theme/Utf8Text.h"
#include "app/window/CollectionsMenu.h"
#include "app/window/ContextMenuTable.h"
#include "app/window/EditMenus.h"
#include "app/window/MainWindow.h"
#include "app/window/SceneMenus.h"
#include "app/window/VariantsMenu.h"

namespace usdscope {
namespace {

constexpr const char* kMenus[] = {"File",   "Edit", "View",   "Select",
                                  "Camera", "Time", "Window", "Help"};
// The viewport menus of usdview, first in their menus.
constexpr std::pair<const char*, const char*> kViewportMenus[] = {
    {"Shading Mode", "View"},
    {"Inspection View", "View"},
    {"Exposure", "View"},
    {"Complexity", "View"},
    {"Bounding Boxes", "View"},
    {"Purposes", "View"},
    {"HUD", "View"},
    {"Lights", "View"},
    {"Color Management", "View"},
    {"Background", "View"},
    {"Camera Mask", "Camera"},
    {"Camera Reticles", "Camera"},
    {"Selection Highlight", "View"},
    {"Number of Views", "View"},
    {"Compare Frames", "View"},
    {"Paint by Layer or Clip", "View"}};
constexpr int kSentenceWidth = 500;
constexpr std::size_t kMostCameras = 20;  // More are found with a search, as in usdview.

}  // namespace

Menus::Menus(Session& session, MainWindow& window)
    : QObject(&window), session_(session), window_(window) {
  for (const char* title : kMenus) menus_[title] = window.menuBar()->addMenu(tr(title));
  menus_["Context"] = new QMenu(&window);  // Owns entries that only context menus show.
  menus_["Prim Tree"] = new QMenu(tr("Prim Tree"), &window);
  for (const auto& [menu, within] : kViewportMenus) {
    menus_[menu] = menus_.at(within)->addMenu(tr(menu));
  }
  menus_["Open Recent"] = new RecentMenu({session, window}, &window);
  menus_["Views"] = new ViewsMenu({session, window}, &window);
  menus_["Look Along"] = new QMenu(tr("Look Along"), &window);
  menus_["Navigation"] = new QMenu(tr("Navigation"), &window);
  addRows();
  menus_["Camera"]->addSeparator();
  for (const char* submenu : {"Look Along", "Navigation", "Views"}) {
    menus_["Camera"]->addMenu(menus_[submenu]);
  }
  menus_["Color Management"]->addMenu(new OpenColorIoMenu({session, window}, &window));
  menus_["View"]->addMenu(menus_["Prim Tree"]);
  menus_["Camera"]->addMenu(makeCameraMenu(tr("Scene Cameras")));
  menus_["Edit"]->addMenu(new VariantsMenu(session_, &window));
  addEditMenus(session_, *menus_["Edit"]);
  observeState();
}

void Menus::addRows() {
  for (const ActionRow& row : actionRows()) {
    if (!row.run) {
      menus_.at(row.menu)->addSeparator();
      continue;
    }
    if (!*row.menu && !mayHaveShortcut(row)) continue;
    // Actions of no menu are there for their shortcuts.
    QMenu* menu = menus_.at(*row.menu ? row.menu : "Context");
    auto* action = menu->addAction(tr(row.text));
    action->setObjectName(row.id);
    action->setCheckable(row.isChecked != nullptr);
    window_.addAction(action);  // Its shortcut works while the menu bar is hidden, too.
    connect(action, &QAction::triggered, this, [this, &row] {
      session_.showNote(row.run({session_, window_}, {}));
      refresh();  // A click clears the check mark, also of an action that stays checked.
    });
    made_.emplace_back(action, &row);
    if (row.id == std::string_view("open")) menu->addMenu(menus_["Open Recent"]);
  }
}

void Menus::observeState() {
  session_.preferences().values.observe(this, [this](const PreferenceValues& values) {
    for (const auto& [action, row] : made_) action->setShortcuts(shortcutsOf(*row, values));
    refresh();
  });
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.loading.observe(this, [this](const LoadState&) { refresh(); });
  session_.selection.observe(this, [this](const Selection&) { refresh(); });
  session_.edits.observe(this, [this](const EditHistory& edits) {
    const auto name = [&](const char* id, const QString& verb, const std::string& sentence) {
      QString what =
          window_.fontMetrics().elidedText(textOf(sentence), Qt::ElideMiddle, kSentenceWidth);
      what.replace('&', QStringLiteral("&&"));  // A single one would underline a letter.
      action(id)->setText(sentence.empty() ? verb : verb + " " + what);
    };
    name("undo", tr("Undo"), edits.undoSentence());
    name("redo", tr("Redo"), edits.redoSentence());
    refresh();
  });
  session_.editTarget.observe(this, [this](const EditTargetState&) { refresh(); });
  session_.saver().unsaved.observe(this, [this](const auto&) { refresh(); });
  session_.saver().state.observe(this, [this](const SaveState&) { refresh(); });
  session_.row.observe(this, [this](const InspectedRow&) { refresh(); });
  session_.found.observe(this, [this](const std::shared_ptr<const PrimMatches>&) { refresh(); });
  session_.problems.observe(this, [this, was = false](const ProblemState& state) mutable {
    // Progress changes no action.
    const bool has = state.list && !state.list->empty();
    if (std::exchange(was, has) != has) refresh();
  });
  session_.problemFilter.observe(this, [this](const ProblemFilter&) { refresh(); });
  session_.joint.observe(this, [this](const ChosenJoint&) { refresh(); });
  session_.shape.observe(this, [this](const ChosenShape&) { refresh(); });
  session_.skinningCheck().state.observe(this, [this](const SkinningCheckState&) { refresh(); });
  session_.shapeOverrides.observe(this, [this](const ShapeOverrides&) { refresh(); });
  session_.view.observe(this, [this](const ViewSettings&) { refresh(); });
  session_.freeCamera.observe(
      this, [this, was = CameraLens()](const std::optional<FreeCamera>& camera) mutable {
        const CameraLens lens = camera ? camera->lens : CameraLens();
        if (std::exchange(was, lens) != lens) refresh();
      });
  session_.scene.observe(this, [this, had = false](const auto& scene) mutable {
    const bool has = scene && !scene->cameras.empty();
    if (std::exchange(had, has) != has) refresh();
  });
  session_.files().changed.observe(this, [this](const ChangedFiles&) { refresh(); });
  session_.files().isAutomatic.observe(this, [this](bool) { refresh(); });
  session_.sound().state.observe(this, [this](const SoundState&) { refresh(); });
  session_.memory().views.observe(this, [this](const std::vector<NamedView>&) { refresh(); });
  session_.memory().isRestoring.observe(this, [this](bool) { refresh(); });
  session_.viewChoice().arrangement.observe(this, [this](const ViewArrangement&) { refresh(); });
  session_.recentFiles.observe(this, [this](const std::vector<std::string>&) { refresh(); });
  session_.inspection().plot.observe(this, [this](const PlotChoice&) { refresh(); });
  session_.inspection().chosenEdits.observe(this, [this](const auto&) { refresh(); });
  session_.inspection().pinnedPrims.observe(this, [this](const std::vector<Path>&) { refresh(); });
  Transport& transport = session_.transport();
  transport.ticks.observe(this, [this](TickSubject) { refresh(); });
  transport.zoom.observe(this, [this, was = false](const auto& zoom) mutable {
    if (std::exchange(was, zoom.has_value()) != zoom.has_value()) refresh();
  });
  transport.markers().all.observe(this, [this](const auto&) { refresh(); });
  connect(&transport.motion(), &MotionFinder::changed, this, [this] { refresh(); });
  connect(&StoppedClips::of(session_), &StoppedClips::changed, this, [this] { refresh(); });
  connect(&session_.problemFinder(), &ProblemFinder::clipCheckChanged, this, [this] { refresh(); });
  transport.rangeDoctor().advice.observe(this, [this](const RangeAdvice&) { refresh(); });
  session_.preparedFrames().state.observe(this,
                                          [this, was = true](const PreparedState& state) mutable {
                                            if (std::exchange(was, state.isOn) != state.isOn)
                                              refresh();
                                          });
  // Most frames change nothing that an action depends on.
  session_.playback.observe(this, [this,
                                   was = PlaybackState()](const PlaybackState& state) mutable {
    const bool isSame = was.isAnimated() == state.isAnimated() && was.pace == state.pace &&
                        was.loop == state.loop && was.speed == state.speed &&
                        was.stepsPerFrame == state.stepsPerFrame &&
                        was.redrawsOnScrub == state.redrawsOnScrub && was.start == state.start &&
                        was.end == state.end && was.isPlayRangeWhole() == state.isPlayRangeWhole();
    was = state;
    if (!isSame) refresh();
  });
}

void Menus::refresh() {
  const ActionContext context{session_, window_};
  for (const auto& [action, row] : made_) {
    action->setEnabled(row->isEnabled(context));
    if (row->isChecked) action->setChecked(row->isChecked(context));
  }
}

QAction* Menus::action(std::string_view id) const {
  const auto found =
      std::ranges::find_if(made_, [&](const auto& entry) { return entry.second->id == id; });
  return found == made_.end() ? nullptr : found->first;
}

void Menus::popUp(const QString& kind, const QPoint& globalPosition, QMenu* first) {
  QMenu menu;
  if (first) {
    menu.addMenu(first);
    menu.addSeparator();
  }
  for (const std::string_view id : contextMenuActions(kind.toStdString())) {
    if (QAction* found = action(id)) {
      menu.addAction(found);
    } else {
      menu.addSeparator();
    }
  }
  if (kind == QStringLiteral("prim")) {
    menu.addMenu(new VariantsMenu(session_, &menu));
    menu.addMenu(new CollectionsMenu(session_, &menu));
    addEditMenus(session_, menu);
  }
  if (!menu.isEmpty()) menu.exec(globalPosition);
}

QMenu* Menus::makeCameraMenu(const QString& title) {
  auto* menu = new QMenu(title, &window_);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillCameras(menu); });
  return menu;
}

void Menus::fillCameras(QMenu* menu) {
  menu->clear();
  const Path now = session_.view.value().camera;
  const auto add = [&](const QString& title, const std::vector<std::string>& arguments,
                       bool isChosen) {
    QAction* action = menu->addAction(title);
    action->setCheckable(true);
    action->setChecked(isChosen);
    connect(action, &QAction::triggered, this,
            [this, arguments] { session_.perform("camera", arguments); });
  };
  add(tr("Free camera"), {}, now.isEmpty());
  const auto& scene = session_.scene.value();
  if (!scene || scene->cameras.empty()) {
    menu->addAction(tr("The scene has no cameras."))->setEnabled(false);
    return;
  }
  menu->addSeparator();
  const std::size_t count = scene->cameras.size();
  for (std::size_t i = 0; i < count; ++i) {
    // The one that is looked through is listed, too.
    const Path camera = scene->cameras[i].path;
    if (i >= kMostCameras && camera != now) continue;
    QString title =
        window_.fontMetrics().elidedText(textOf(camera.text()), Qt::ElideMiddle, kSentenceWidth);
    add(title.replace('&', QStringLiteral("&&")), {camera.text()}, camera == now);
  }
  if (count <= kMostCameras) return;
  menu->addSeparator();
  connect(menu->addAction(
              tr("All %1 Cameras…").arg(QLocale(QLocale::English).toString(qulonglong(count)))),
          &QAction::triggered, this, [this] { action("cameras")->trigger(); });
}

}  // namespace usdscope
