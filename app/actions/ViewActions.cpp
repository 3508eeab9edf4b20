// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ViewActions.h"

#include <QFileDialog>
#include <QObject>

#include "app/actions/ActionParts.h"
#include "app/session/Inspection.h"
#include "app/session/document/CompareTolerance.h"
#include "app/session/document/ViewChoice.h"

namespace usdscope {
namespace {

const ViewArrangement& arrangementOf(const ActionContext& c) {
  return c.session.viewChoice().arrangement.value();
}

template <int Count>
ActionProblem showViews(const ActionContext& c, const Arguments&) {
  return c.session.viewChoice().setCount(Count);
}
template <int Count>
bool hasViews(const ActionContext& c) {
  return arrangementOf(c).sideCount == Count - 1;
}

template <CompareMode Mode>
ActionProblem compare(const ActionContext& c, const Arguments&) {
  c.session.viewChoice().compare(Mode);
  return {};
}
template <CompareMode Mode>
bool compares(const ActionContext& c) {
  return arrangementOf(c).comparison.mode == Mode;
}

// Reads the number of a view from the first argument; 0 if it is not one.
int viewOf(const Arguments& arguments) {
  const auto number = arguments.empty() ? std::nullopt : numberOf(arguments[0]);
  return number && *number >= 1.0 && *number <= 4.0 ? int(*number) : 0;
}

// Reads `playhead`, `+2` or `-2` (frames after or before the playhead), or a time.
std::optional<ViewTime> timeOf(const ActionContext& c, const std::string& text) {
  if (text == "playhead") return ViewTime();
  const bool isOffset = text.starts_with('+') || text.starts_with('-');
  const auto number = numberOf(text.starts_with('+') ? text.substr(1) : text);
  if (!number) return std::nullopt;
  const double perFrame = c.session.playback.value().timeCodesPerFrame();
  if (isOffset) return ViewTime{ViewTime::Kind::Offset, *number * perFrame};
  return ViewTime{ViewTime::Kind::Fixed, *number};
}

constexpr const char* kExpectedTime =
    "Expected playhead, a number of frames with its sign (+2), or a time.";

ActionProblem setCameraOfView(const ActionContext& c, const Arguments& arguments) {
  const int view = viewOf(arguments);
  if (view == 0 || arguments.size() > 2) return "Expected the number of a view, and a camera.";
  const Path camera = arguments.size() > 1 ? Path::fromText(arguments[1]) : Path();
  return c.session.viewChoice().setCamera(view, camera);
}

ActionProblem setTime(const ActionContext& c, const Arguments& arguments) {
  const int view = viewOf(arguments);
  if (view == 0 || arguments.size() != 2) return "Expected the number of a view, and a time.";
  const auto time = timeOf(c, arguments[1]);
  return time ? c.session.viewChoice().setTime(view, *time) : kExpectedTime;
}

ActionProblem compareWith(const ActionContext& c, const Arguments& arguments) {
  const auto time = arguments.size() == 1 ? timeOf(c, arguments[0]) : std::nullopt;
  return time ? c.session.viewChoice().compareWith(*time) : kExpectedTime;
}

ActionProblem setWipe(const ActionContext& c, const Arguments& arguments) {
  const auto share = arguments.size() == 1 ? numberOf(arguments[0]) : std::nullopt;
  if (!share || !(*share >= 0.0 && *share <= 1.0)) return "Expected a number from 0 to 1.";
  c.session.viewChoice().setWipe(*share);
  return {};
}

ActionProblem compareVersion(const ActionContext& c, const Arguments& arguments) {
  ViewChoice& views = c.session.viewChoice();
  if (arguments.size() == 2 && arguments[0] == "muted") {
    return views.compareWithMuted(arguments[1]);
  }
  if (arguments.size() > 1) return "Expected a file, or muted and a layer.";
  if (!arguments.empty()) return views.compareWithFile(arguments[0]);
  const QString file =
      QFileDialog::getOpenFileName(c.window.widget(), QObject::tr("Compare with another version"),
                                   QString(), QObject::tr("Scenes (*.usd *.usda *.usdc *.usdz)"));
  return file.isEmpty() ? "" : views.compareWithFile(file.toStdString());
}
ActionProblem forgetVersion(const ActionContext& c, const Arguments&) {
  c.session.viewChoice().compareWithNoVersion();
  return {};
}
ActionProblem setTolerance(const ActionContext& c, const Arguments& arguments) {
  const auto value = arguments.size() == 1 ? numberOf(arguments[0]) : std::nullopt;
  if (!value) return "Expected a finite number of 0 or more.";
  return CompareTolerance::of(c.session).set(*value);
}
bool hasVersion(const ActionContext& c) {
  return c.session.viewChoice().version.value().isChosen();
}

bool hasTrail(const ActionContext& c) {
  return arrangementOf(c).hasTrail && !arrangementOf(c).isTrailOfPoint;
}

bool hasOnion(const ActionContext& c) { return arrangementOf(c).onion.count > 0; }

// `onionSkin 3 2` shows three frames before and after, each second one; without numbers, switches.
ActionProblem showOnion(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty()) return c.session.viewChoice().showOnion(hasOnion(c) ? 0 : 2, 1.0);
  const auto count = numberOf(arguments[0]);
  const auto step = arguments.size() > 1 ? numberOf(arguments[1]) : std::optional(1.0);
  const bool isCount =
      count && *count >= 0.0 && *count <= OnionFrames::kMost && *count == double(int(*count));
  if (!isCount || !step || arguments.size() > 2) {
    return "Expected 0 to " + std::to_string(OnionFrames::kMost) + " frames, and a step.";
  }
  return c.session.viewChoice().showOnion(int(*count), *step);
}

ActionProblem toggleTrail(const ActionContext& c, const Arguments&) {
  c.session.viewChoice().setTrail(!hasTrail(c));
  return {};
}
bool hasTrailOfPoint(const ActionContext& c) {
  return arrangementOf(c).hasTrail && arrangementOf(c).isTrailOfPoint;
}
ActionProblem toggleTrailOfPoint(const ActionContext& c, const Arguments& arguments) {
  constexpr double kMostPointNumber = 4e9;
  const double point = arguments.size() == 2 ? numberOf(arguments[1]).value_or(-1.0) : -1.0;
  const Path prim = arguments.empty() ? Path() : Path::fromText(arguments[0]);
  const bool isPoint = prim.isPrim() && point >= 0.0 && point < kMostPointNumber;
  if (!arguments.empty() && !isPoint) return "Expected a prim and the number of a point.";
  if (isPoint) c.session.inspection().clickPoint(prim, std::uint32_t(point));
  c.session.viewChoice().setTrailOfPoint(isPoint || !hasTrailOfPoint(c));
  return {};
}

constexpr ActionRow kViewRows[] = {
    {"oneView", "Number of Views", "One View", "", "", always, hasViews<1>, showViews<1>},
    {"twoViews", "Number of Views", "Two Views", "", "", always, hasViews<2>, showViews<2>},
    {"fourViews", "Number of Views", "Four Views", "", "", always, hasViews<4>, showViews<4>},
    {"viewCamera", "", "Set Camera of a View", "", "VIEW CAMERA", hasDocument, nullptr,
     setCameraOfView},
    {"viewTime", "", "Set Time of a View", "", "VIEW playhead|+FRAMES|-FRAMES|TIME", hasDocument,
     nullptr, setTime},
    {"compareOff", "Compare Frames", "Off", "", "", always, compares<CompareMode::Off>,
     compare<CompareMode::Off>},
    {"compareWipe", "Compare Frames", "Wipe With This Frame", "", "", hasDocument,
     compares<CompareMode::Wipe>, compare<CompareMode::Wipe>},
    {"compareGhost", "Compare Frames", "Ghost of This Frame", "", "", hasDocument,
     compares<CompareMode::Ghost>, compare<CompareMode::Ghost>},
    {"compareDifference", "Compare Frames", "Difference From This Frame", "", "", hasDocument,
     compares<CompareMode::Difference>, compare<CompareMode::Difference>},
    {"compareWith", "", "Compare With a Frame", "", "playhead|+FRAMES|-FRAMES|TIME", hasDocument,
     nullptr, compareWith},
    {"compareVersion", "Compare Frames", "Another Version…", "", "FILE|muted LAYER", hasDocument,
     hasVersion, compareVersion},
    {"compareNoVersion", "Compare Frames", "No Other Version", "", "", hasVersion, nullptr,
     forgetVersion},
    {"compareTolerance", "", "Tolerance of Compared Values", "", "NUMBER", always, nullptr,
     setTolerance},
    {"onionSkin", "View", "Onion Skin", "", "[FRAMES [STEP]]", hasDocument, hasOnion, showOnion},
    {"trail", "View", "Trail of the Selection", "", "", always, hasTrail, toggleTrail},
    {"trailOfPoint", "View", "Trail of the Clicked Point", "", "[PRIM POINT]", hasDocument,
     hasTrailOfPoint, toggleTrailOfPoint},
    {"wipe", "", "Place the Line of the Wipe", "", "SHARE", hasDocument, nullptr, setWipe},
};

}  // namespace

std::span<const ActionRow> viewActionRows() { return kViewRows; }

}  // namespace usdscope
