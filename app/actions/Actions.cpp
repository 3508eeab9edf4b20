// SPDX-License-Identifier: Apache-2.0
#include "app/actions/Actions.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/actions/ActionParts.h"
#include "app/actions/CameraActions.h"
#include "app/actions/CaptureActions.h"
#include "app/actions/ClipActions.h"
#include "app/actions/DisplayActions.h"
#include "app/actions/EditActions.h"
#include "app/actions/EditListActions.h"
#include "app/actions/InspectActions.h"
#include "app/actions/LayerActions.h"
#include "app/actions/LayoutActions.h"
#include "app/actions/MarkerActions.h"
#include "app/actions/MotionActions.h"
#include "app/actions/OpenActions.h"
#include "app/actions/PaintActions.h"
#include "app/actions/PickActions.h"
#include "app/actions/PlotActions.h"
#include "app/actions/PreferenceActions.h"
#include "app/actions/PrimActions.h"
#include "app/actions/ProblemActions.h"
#include "app/actions/RigActions.h"
#include "app/actions/RunningWork.h"
#include "app/actions/SaveActions.h"
#include "app/actions/SceneActions.h"
#include "app/actions/SoundActions.h"
#include "app/actions/StatisticsActions.h"
#include "app/actions/TimeActions.h"
#include "app/actions/TreeActions.h"
#include "app/actions/ValueActions.h"
#include "app/actions/ViewActions.h"
#include "app/session/PathsFromText.h"
#include "engine/report/text/ValueText.h"
#include "engine/scene/FindCamera.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

bool canCancel(const ActionContext& c) { return runningWork(c) != RunningWork::None; }

void openInstead(const ActionContext& c, const std::string& file) {
  c.window.leave([&session = c.session, file] { session.open(file); });
}

ActionProblem select(const ActionContext& c, const Arguments& arguments) {
  const PathsFromText found = pathsFromText(c.session.document.value().stage.get(), arguments);
  if (!found.problem.empty()) return found.problem;
  c.session.select(found.prims);
  if (found.property) c.session.selectProperty(found.property);
  return {};
}

ActionProblem copyPath(const ActionContext& c, const Arguments&) {
  QApplication::clipboard()->setText(
      QString::fromStdString(c.session.selection.value().leading().text()));
  return {};
}

ActionProblem copyPropertyPath(const ActionContext& c, const Arguments&) {
  const Selection& selection = c.session.selection.value();
  QApplication::clipboard()->setText(
      QString::fromStdString(selection.leading().property(selection.property).text()));
  return {};
}

// Copies the whole value, however long it is.
ActionProblem copyValue(const ActionContext& c, const Arguments&) {
  const Subject subject = c.session.subject();
  if (!subject || !subject.prim.attribute(subject.property)) return "Only attributes have values.";
  c.session.copy([subject, time = c.session.playback.value().timeCode()] {
    const Value value = subject.prim.attribute(subject.property).value(time);
    return CopyResult{.text = valueToText(value, std::numeric_limits<std::size_t>::max())};
  });
  return {};
}

ActionProblem search(const ActionContext& c, const Arguments& arguments) {
  return c.window.search("primTree", arguments.empty() ? "" : arguments[0]);
}

ActionProblem chooseCamera(const ActionContext& c, const Arguments& arguments) {
  Path camera;
  if (!arguments.empty()) {
    const auto& scene = c.session.scene.value();
    const SceneCamera* found = scene ? findCamera(*scene, arguments[0]) : nullptr;
    if (!found) return "There is no camera " + arguments[0] + ".";
    camera = found->path;
  }
  c.session.changeView([&](ViewSettings& view) { view.camera = camera; });
  return {};
}

ActionProblem look(const ActionContext& c, const Arguments& arguments) {
  std::array<double, 6> numbers{};
  if (arguments.size() != numbers.size()) return "Expected six numbers.";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = numberOf(arguments[i]);
    if (!number || !std::isfinite(*number)) return arguments[i] + " is not a finite number.";
    numbers[i] = *number;
  }
  const glm::dvec3 eye(numbers[0], numbers[1], numbers[2]);
  const glm::dvec3 target(numbers[3], numbers[4], numbers[5]);
  if (eye == target) return "The eye and the target are the same place.";
  c.window.look(eye, target);
  return {};
}

ActionProblem screenshot(const ActionContext& c, const Arguments& arguments) {
  QString file = arguments.empty() ? QString() : QString::fromStdString(arguments[0]);
  if (file.isEmpty()) {
    file =
        QFileDialog::getSaveFileName(c.window.widget(), QObject::tr("Save a picture of the window"),
                                     "usdscope.png", QObject::tr("PNG (*.png)"));
    if (file.isEmpty()) return {};
    if (QFileInfo(file).suffix().isEmpty()) file += ".png";
  }
  const QFileInfo info(file);
  const bool isDevice = info.exists() && !info.isFile();
  if (!isDevice && info.suffix().compare("png", Qt::CaseInsensitive) != 0) {
    return file.toStdString() + ": Expected a file that ends with .png.";
  }
  if (c.window.saveScreenshot(file)) return {};
  const bool hasFolder = QFileInfo(info.path()).isDir();
  return file.toStdString() + ": The picture cannot be written" +
         (hasFolder ? "." : ": there is no folder " + info.path().toStdString() + ".");
}

ActionProblem showPane(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty()) return "Expected the id of a pane.";
  const QString id = QString::fromStdString(arguments[0]);
  const bool isThere = c.window.showPane(id) && c.window.focusPane(id);
  return isThere ? "" : "There is no pane " + arguments[0] + ".";
}

ActionProblem showManual(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() > 1) return "Expected the name of a page.";
  c.window.showManual(arguments.empty() ? std::string() : arguments[0]);
  return {};
}

template <BonesDisplay Display>
ActionProblem toggleBones(const ActionContext& c, const Arguments&) {
  c.session.changeView(
      [](ViewSettings& view) { view.bones = view.bones == Display ? BonesDisplay::Off : Display; });
  return {};
}
template <BonesDisplay Display>
bool showsBones(const ActionContext& c) {
  return c.session.view.value().bones == Display;
}

template <InterpolationType Type>
ActionProblem interpolate(const ActionContext& c, const Arguments&) {
  c.session.setInterpolation(Type);
  return {};
}
template <InterpolationType Type>
bool isInterpolated(const ActionContext& c) {
  return c.session.interpolation() == Type;
}

constexpr ActionRow kFileRows[] = {
    {"reload", "File", "Reload", "Ctrl+R", "", hasDocument, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.session.reload();
       return ActionProblem();
     }},
    {"reopen", "File", "Reopen Without Edits", "Ctrl+Shift+R", "", hasDocument, nullptr,
     [](const ActionContext& c, const Arguments&) {
       openInstead(c, c.session.document.value().file);
       return ActionProblem();
     }},
    {"cancel", "File", "Cancel Running Work", "Esc", "", canCancel, nullptr,
     [](const ActionContext& c, const Arguments&) {
       cancelRunningWork(c);
       return ActionProblem();
     }},
    {"close", "File", "Close", "Ctrl+W", "", hasDocument, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.leave([&session = c.session] { session.close(); });
       return ActionProblem();
     }},
};

constexpr ActionRow kWindowRows[] = {
    {"screenshot", "File", "Save Screenshot…", "F12", "FILE.png", always, nullptr, screenshot},
    {"quit", "File", "Quit", "Ctrl+Q", "", always, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.closeWindow();
       return ActionProblem();
     }},
    {"-", "Edit", "", "", "", always, nullptr, nullptr},
    {"copyPath", "Edit", "Copy Prim Path", "Ctrl+Shift+C", "", hasSelection, nullptr, copyPath},
    {"copyPropertyPath", "Edit", "Copy Property Path", "", "", hasProperty, nullptr,
     copyPropertyPath},
    {"copyValue", "Edit", "Copy Property Value", "", "", hasProperty, nullptr, copyValue},
    {"-", "Edit", "", "", "", always, nullptr, nullptr},
    {"linear", "Edit", "Interpolate Linearly", "", "", always,
     isInterpolated<InterpolationType::Linear>, interpolate<InterpolationType::Linear>},
    {"held", "Edit", "Hold Samples", "", "", always, isInterpolated<InterpolationType::Held>,
     interpolate<InterpolationType::Held>},
    {"search", "Select", "Find Prims…", "Ctrl+F", "TEXT", hasDocument, nullptr, search},
    {"goToPath", "Select", "Go to Path…", "Ctrl+L", "", hasDocument, nullptr,
     [](const ActionContext& c, const Arguments&) { return c.window.search("path", {}); }},
    {"select", "", "Select", "", "PATH…", hasDocument, nullptr, select},
    {"deselect", "Select", "Clear Selection", "", "", hasSelection, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.session.select({});
       return ActionProblem();
     }},
    {"bones", "View", "Bones", "B", "", always, showsBones<BonesDisplay::Shown>,
     toggleBones<BonesDisplay::Shown>},
    {"bonesXRay", "View", "Bones Through Everything", "Shift+B", "", always,
     showsBones<BonesDisplay::XRay>, toggleBones<BonesDisplay::XRay>},
    {"rollover", "View", "Facts Under the Pointer", "Shift+I", "", always,
     isOn<&ViewSettings::showRollover>, toggle<&ViewSettings::showRollover>},
    {"frameSelection", "Camera", "Frame Selection", "F", "", hasDocument, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.frameSelection();
       return ActionProblem();
     }},
    {"frameAll", "Camera", "Frame All", "A", "", hasDocument, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.frameAll();
       return ActionProblem();
     }},
    {"toggleFraming", "Camera", "Toggle Framed View", "J", "", hasDocument, nullptr,
     [](const ActionContext& c, const Arguments&) {
       return c.window.toggleFraming() ? ActionProblem() : "Nothing has been framed yet.";
     }},
    {"look", "", "Look From Here To There", "", "EYE-X Y Z TARGET-X Y Z", hasDocument, nullptr,
     look},
    {"camera", "", "Choose Camera", "", "PATH", hasDocument, nullptr, chooseCamera},
    {"pane", "", "Show Pane", "", "ID", always, nullptr, showPane},
    {"safeColors", "View", "Colour-Blind Safe Colours", "", "", always,
     isOn<&ViewSettings::safeColors>, toggle<&ViewSettings::safeColors>},
    {"focusUnderPointer", "View", "Keyboard Follows Mouse", "", "", always, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.focusUnderPointer();
       return ActionProblem();
     }},
    {"palette", "Help", "Find Action…", "Ctrl+Shift+P", "", always, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.showPalette();
       return ActionProblem();
     }},
    {"colors", "Help", "Colours", "", "", always, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.showColors();
       return ActionProblem();
     }},
    {"manual", "Help", "Manual", "F1", "[PAGE]", always, nullptr, showManual},
    {"keys", "Help", "Keys and Mouse", "Shift+F1", "", always, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.showKeys();
       return ActionProblem();
     }},
};

}  // namespace

std::span<const ActionRow> actionRows() {
  static const std::vector<ActionRow> all = [] {
    // The order of the tables is the order of the entries in each menu.
    std::vector<ActionRow> rows;
    for (const std::span<const ActionRow> table :
         {openActionRows(),       std::span<const ActionRow>(kFileRows),
          saveActionRows(),       sceneActionRows(),
          sampleActionRows(),     std::span<const ActionRow>(kWindowRows),
          displayActionRows(),    cameraActionRows(),
          pickActionRows(),       editActionRows(),
          editListActionRows(),   layerActionRows(),
          primActionRows(),       valueActionRows(),
          paintActionRows(),      rigActionRows(),
          inspectActionRows(),    layoutActionRows(),
          plotActionRows(),       problemActionRows(),
          statisticsActionRows(), timeActionRows(),
          markerActionRows(),     motionActionRows(),
          treeActionRows(),       preferenceActionRows(),
          clipActionRows(),       soundActionRows(),
          captureActionRows(),    viewActionRows()}) {
      rows.insert(rows.end(), table.begin(), table.end());
    }
    return rows;
  }();
  return all;
}

const ActionRow* findAction(std::string_view id) {
  for (const ActionRow& row : actionRows()) {
    if (row.run && row.id == id) return &row;
  }
  return nullptr;
}

}  // namespace usdscope
