// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/TrailGuides.h"

#include <QGuiApplication>
#include <utility>
#include <vector>

#include "app/session/Inspection.h"
#include "app/session/document/ViewChoice.h"
#include "engine/report/supply/Trail.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::chrono::milliseconds kTrailBudget{2000};
// Widths in points. A trail often runs through its prim, which hides it.
constexpr float kTrailWidth = 2.5f;
constexpr float kMarkWidth = 6.0f;
constexpr float kMarkRimWidth = 9.0f;
constexpr float kHiddenTrailOpacity = 0.7f;
constexpr glm::vec3 kMarkRimColor(0.08f);
constexpr std::size_t kMostTrailSwatches = 8;

std::string nameOf(const TrailRequest& request, const Prim& prim) {
  if (request.point) {
    return "point " + std::to_string(*request.point) + " of " + prim.name().string();
  }
  if (request.joint.isEmpty()) return prim.name().string();
  const std::string joint(request.joint.text());
  return "joint " + joint.substr(joint.rfind('/') + 1);
}

HudLegend legendOf(const Trail& trail, const TrailRequest& request, const Prim& prim) {
  HudLegend legend;
  const std::string name = "Trail of " + nameOf(request, prim);
  if (trail.points.empty()) {
    legend.title = name + ": it does not move";
    return legend;
  }
  legend.title = name + ", " + numberToText(trail.points.front().time) + " to " +
                 numberToText(trail.points.back().time);
  if (!trail.isWhole) legend.title += " (a part of the range)";
  for (const SupplierColor& supplier : trail.suppliers) {
    if (legend.swatches.size() == kMostTrailSwatches) break;
    legend.swatches.push_back({supplier.color, supplier.name});
  }
  return legend;
}

std::shared_ptr<const GuidePicture> makeClickHint() {
  auto hint = std::make_shared<GuidePicture>();
  hint->lines = std::make_shared<const std::vector<GuideLine>>();
  hint->legend.title = "Click a point of a mesh to see its trail";
  return hint;
}

}  // namespace

std::vector<GuideLine> trailToLines(const Trail& trail, float pixelsPerPoint) {
  std::vector<GuideLine> lines;
  for (std::size_t i = 1; i < trail.points.size(); ++i) {
    const TrailPoint& point = trail.points[i];
    if (point.isAfterHole) continue;
    lines.push_back({trail.points[i - 1].world, point.world, trail.suppliers[point.supplier].color,
                     kTrailWidth * pixelsPerPoint, kHiddenTrailOpacity});
  }
  // The marks lie over the whole trail, and all rims below them: a crowded mark is not hidden.
  for (const TrailPoint& point : trail.points) {
    if (!point.isSample) continue;
    lines.push_back({point.world, point.world, kMarkRimColor, kMarkRimWidth * pixelsPerPoint,
                     kHiddenTrailOpacity});
  }
  for (const TrailPoint& point : trail.points) {
    if (!point.isSample) continue;
    lines.push_back({point.world, point.world, trail.suppliers[point.supplier].color,
                     kMarkWidth * pixelsPerPoint, kHiddenTrailOpacity});
  }
  return lines;
}

bool TrailGuides::Subject::isSame(const Subject& other) const {
  return stage.lock() == other.stage.lock() && prim == other.prim && skeleton == other.skeleton &&
         joint == other.joint && point == other.point && from == other.from && to == other.to;
}

TrailGuides::TrailGuides(Session& session, QObject* parent)
    : QObject(parent),
      session_(session),
      guides_(std::make_shared<const GuidePicture>()),
      picture_(guides_),
      clickHint_(makeClickHint()),
      task_(session.background()) {
  session_.document.observe(this, [this](const Document&) { update(); });
  session_.selection.observe(this, [this](const Selection&) { update(); });
  session_.playback.observe(this, [this](const PlaybackState&) { update(); });
  session_.viewChoice().arrangement.observe(this, [this](const ViewArrangement&) { update(); });
  session_.joint.observe(this, [this](const ChosenJoint&) { update(); });
  session_.inspection().clicked.observe(this, [this](const ClickedPoint&) { update(); });
}

TrailGuides::Subject TrailGuides::wantedSubject() const {
  const PlaybackState& playback = session_.playback.value();
  Subject wanted{.stage = session_.document.value().stage,
                 .prim = session_.selection.value().leading(),
                 .from = playback.playStart,
                 .to = playback.playEnd};
  if (session_.viewChoice().arrangement.value().isTrailOfPoint) {
    const ClickedPoint& clicked = session_.inspection().clicked.value();
    wanted.prim = clicked.prim;
    wanted.point = clicked.point;
  } else if (const ChosenJoint& joint = session_.joint.value()) {
    wanted.skeleton = joint.skeleton;
    wanted.joint = joint.joint;
  }
  return wanted;
}

void TrailGuides::update() {
  const auto& stage = session_.document.value().stage;
  const PlaybackState& playback = session_.playback.value();
  const ViewArrangement& views = session_.viewChoice().arrangement.value();
  const Subject wanted = wantedSubject();
  const bool isWanted = stage && views.hasTrail && playback.playStart <= playback.playEnd;
  if (!isWanted) {
    subject_.reset();
    task_.cancel();
    return show(nullptr);
  }
  if (!wanted.prim.isPrim()) {
    subject_.reset();
    task_.cancel();
    return show(views.isTrailOfPoint ? clickHint_ : nullptr);
  }
  if (subject_ && subject_->isSame(wanted)) return;
  subject_ = wanted;
  TrailRequest request;
  request.from = wanted.from;
  request.to = wanted.to;
  request.step = playback.timeCodesPerFrame();
  request.near = playback.time;
  request.budget = kTrailBudget;
  request.point = wanted.point;
  request.joint = wanted.joint;
  request.legendColors = session_.legendColors();
  const Path prim = wanted.joint.isEmpty() ? wanted.prim : wanted.skeleton;
  const auto pixelsPerPoint = float(qGuiApp->devicePixelRatio());
  task_.start([this, stage, prim, request, pixelsPerPoint](const TaskRun& run) -> LatestTask::Show {
    const Prim moving = stage->primAt(prim);
    if (!moving) return [this] { show(nullptr); };
    const Trail trail = makeTrail(moving, request, run.stop);
    auto made = std::make_shared<GuidePicture>();
    made->lines =
        std::make_shared<const std::vector<GuideLine>>(trailToLines(trail, pixelsPerPoint));
    made->legend = legendOf(trail, request, moving);
    return [this, made] { show(made); };
  });
}

std::shared_ptr<const GuidePicture> TrailGuides::over(std::shared_ptr<const GuidePicture> guides) {
  guides_ = std::move(guides);
  join();
  return picture_;
}

void TrailGuides::show(std::shared_ptr<const GuidePicture> trail) {
  if (trail_ == trail) return;
  trail_ = std::move(trail);
  join();
  Q_EMIT changed();
}

void TrailGuides::join() {
  picture_ = guides_;
  if (!trail_) return;
  auto both = std::make_shared<GuidePicture>(*guides_);
  std::vector<GuideLine> lines;
  if (guides_->lines) lines = *guides_->lines;
  lines.insert(lines.end(), trail_->lines->begin(), trail_->lines->end());
  if (!lines.empty())
    both->lines = std::make_shared<const std::vector<GuideLine>>(std::move(lines));
  HudLegend& legend = both->legend;
  if (legend.title.empty()) legend.title = trail_->legend.title;
  legend.swatches.insert(legend.swatches.end(), trail_->legend.swatches.begin(),
                         trail_->legend.swatches.end());
  picture_ = both;
}

}  // namespace usdscope
