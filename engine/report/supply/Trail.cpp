// SPDX-License-Identifier: Apache-2.0
#include "engine/report/supply/Trail.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "engine/report/skel/PoseSource.h"
#include "engine/report/skel/SkelRig.h"
#include "engine/report/supply/LegendColors.h"
#include "engine/report/text/DistinctNames.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"
#include "engine/skel/Deformer.h"
#include "engine/skel/SkelBindings.h"
#include "engine/skel/VectorStore.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/ValueOrigin.h"

namespace usdscope {
namespace {

// An attribute that moves the prim.
struct Mover {
  Prim prim;
  AttributeQuery query;
  std::vector<double> samples;  // Ascending.
};

using Times = std::vector<double>;

// The part of a range in which no more clips play than the budget allows.
void limitToClips(const ClipSet& set, const TrailRequest& request, double& from, double& to) {
  const std::size_t now = set.clipAt(std::clamp(request.near, request.from, request.to));
  const std::size_t half = request.clipBudget / 2;
  const LayerOffset& stageFromSet = set.definition().stageFromSet;
  const auto clips = set.clips();
  if (stageFromSet.scale < 0.0) return;
  if (now > half) from = std::max(from, stageFromSet(clips[now - half].authoredStart));
  if (now + half < clips.size()) to = std::min(to, stageFromSet(clips[now + half].authoredStart));
}

class TrailMaker {
 public:
  TrailMaker(const Prim& prim, const TrailRequest& request, const std::stop_token& stop)
      : prim_(prim),
        request_(request),
        from_(request.from),
        to_(request.to),
        colors_(prim.stage()),
        legendColors_(request.legendColors ? request.legendColors
                                           : std::make_shared<LegendColors>()) {
    const Prim moved = request.joint.isEmpty() ? followPoints() : followJoint();
    for (Prim at = moved; at && !at.isPseudoRoot(); at = at.parent()) {
      if (stop.stop_requested()) return;
      for (const Attribute& op : transformOps(at)) addMover(op);
      if (XformQuery::compute(at, request.near).resetsXformStack) break;
    }
    if (!moved) movers_.clear();
  }

  Trail make(const std::stop_token& stop) {
    Trail trail;
    trail.isWhole = !stop.stop_requested();
    if (movers_.empty() || !trail.isWhole) return trail;
    const auto start = std::chrono::steady_clock::now();
    const Times times = timesOutward(trail);
    for (const double time : times) {
      const bool isLate =
          request_.budget.count() > 0 && std::chrono::steady_clock::now() - start > request_.budget;
      if (stop.stop_requested() || isLate) {
        trail.isWhole = false;
        break;
      }
      addPoint(time, trail);
    }
    std::ranges::sort(trail.points, {}, &TrailPoint::time);
    orderSuppliers(trail);
    std::ranges::sort(holes_);
    for (std::size_t i = 1; i < trail.points.size(); ++i) {
      const auto hole = std::ranges::upper_bound(holes_, trail.points[i - 1].time);
      trail.points[i].isAfterHole = hole != holes_.end() && *hole < trail.points[i].time;
    }
    return trail;
  }

 private:
  // These two return the prim whose transform moves the followed place; none if there is no place.

  Prim followJoint() {
    rig_ = SkelRig(prim_);
    const int joint = rig_ ? rig_.indexOf(request_.joint) : -1;
    if (joint < 0) return {};
    joint_ = std::size_t(joint);
    addAnimation();
    return rig_.skeleton().prim();
  }

  Prim followPoints() {
    const Attribute points = prim_.attribute(geom::kPoints);
    if (!points) return request_.point ? Prim() : prim_;
    points_ = points.query();
    rig_ = SkelRig(prim_);
    const auto followers = rig_ && isSkinnable(prim_) ? findFollowers(rig_.skeleton().prim(), prim_)
                                                      : std::vector<SkinningQuery>();
    if (followers.size() == 1) {
      deformer_.emplace(followers.front(), rig_.skeleton(), DeformParts{.normals = false});
      if (!deformer_->changesAnything()) deformer_.reset();
    }
    if (!deformer_) {
      hasPoints_ = addMover(points) || request_.point;
      return prim_;
    }
    hasPoints_ = true;
    for (const Attribute& input : deformer_->inputs()) addMover(input);
    addAnimation();
    return deformer_->isSkinned() ? rig_.skeleton().prim() : prim_;
  }

  void addAnimation() {
    const SkelAnimation& animation = rig_.skeleton().animation();
    if (!animation) return;
    for (const Attribute& attribute : poseAttributesOf(animation.prim())) addMover(attribute);
  }

  // Returns whether the attribute may vary.
  bool addMover(const Attribute& attribute) {
    Mover mover{attribute.prim(), attribute.query(), {}};
    if (!mover.query.mightBeTimeVarying()) return false;
    const ValueOrigin origin = findOrigin(attribute, TimeKind::Numeric);
    if (!origin.clips || origin.clips->clips().size() <= request_.clipBudget) {
      mover.samples = mover.query.timeSamples();
    } else {
      limitToClips(*origin.clips, request_, from_, to_);
      for (const ClipSpan& span : origin.clips->clips()) {
        mover.samples.push_back(origin.clips->definition().stageFromSet(span.authoredStart));
      }
    }
    std::ranges::sort(mover.samples);
    movers_.push_back(std::move(mover));
    return true;
  }

  // The frames and samples, the nearest to the playhead first.
  Times timesOutward(Trail& trail) const {
    Times times;
    trail.isWhole = from_ <= request_.from && to_ >= request_.to;
    const double frames = std::floor((to_ - from_) / request_.step);
    const double most = double(request_.mostPoints);
    // A very long range shows only the frames around the playhead.
    const double near = std::clamp(request_.near, from_, to_);
    const double first = std::max(0.0, std::floor((near - from_) / request_.step) - most);
    for (std::size_t i = 0; i <= 2 * request_.mostPoints && first + double(i) <= frames; ++i) {
      times.push_back(from_ + (first + double(i)) * request_.step);
    }
    for (const Mover& mover : movers_) {
      const auto begin = std::ranges::lower_bound(mover.samples, from_);
      const auto end = std::ranges::upper_bound(mover.samples, to_);
      if (begin < end) times.insert(times.end(), begin, end);
    }
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::ranges::stable_sort(times, {}, [&](double time) { return std::abs(time - near); });
    if (times.size() > request_.mostPoints) {
      times.resize(request_.mostPoints);
      trail.isWhole = false;
    }
    return times;
  }

  // Suppliers were found outward from the playhead.
  static void orderSuppliers(Trail& trail) {
    constexpr std::size_t kUnseen = SIZE_MAX;
    std::vector<std::size_t> placeOf(trail.suppliers.size(), kUnseen);
    std::vector<SupplierColor> inTime;
    for (TrailPoint& point : trail.points) {
      std::size_t& place = placeOf[point.supplier];
      if (place == kUnseen) {
        place = inTime.size();
        inTime.push_back(std::move(trail.suppliers[point.supplier]));
      }
      point.supplier = place;
    }
    std::vector<std::string> names;
    std::vector<std::string> files;
    for (const SupplierColor& supplier : inTime) {
      names.push_back(supplier.name);
      files.push_back(supplier.id);
    }
    names = distinctLabels(names, files);
    for (std::size_t i = 0; i < names.size(); ++i) inTime[i].name = std::move(names[i]);
    trail.suppliers = std::move(inTime);
  }

  // Returns the followed point, or the middle of all points.
  std::optional<glm::dvec3> placeIn(const Value& value) const {
    const auto* points = value.find<Array<glm::vec3>>();
    if (!points || points->size() == 0) return std::nullopt;
    if (request_.point) {
      if (*request_.point >= points->size()) return std::nullopt;
      return glm::dvec3(points->span()[*request_.point]);
    }
    glm::dvec3 sum(0.0);
    for (const glm::vec3& point : points->span()) sum += glm::dvec3(point);
    return sum / double(points->size());
  }

  std::optional<glm::dvec3> deformedPlace(double time) const {
    const SkelPose pose = computeSkelPose(rig_.skeleton(), time);
    const glm::dmat4 worldFromSkel = computeWorldFromLocal(rig_.skeleton().prim(), time);
    const Deformed deformed = deformer_->at(pose, worldFromSkel, std::make_shared<VectorStore>());
    const auto local = placeIn(deformed.points ? Value(*deformed.points) : points_.value(time));
    if (!local) return std::nullopt;
    const glm::dmat4 worldFromLocal =
        deformed.parentFromLocal
            ? computeWorldFromLocal(prim_.parent(), time) * *deformed.parentFromLocal
            : computeWorldFromLocal(prim_, time);
    return glm::dvec3(worldFromLocal * glm::dvec4(*local, 1.0));
  }

  std::optional<glm::dvec3> worldAt(double time) const {
    if (joint_) {
      const auto place = rig_.placeAt(*joint_, time, kAnimatedPose);
      return place ? std::optional(glm::dvec3(place->worldFromJoint[3])) : std::nullopt;
    }
    if (deformer_) return deformedPlace(time);
    std::optional<glm::dvec3> local(0.0);
    if (hasPoints_) local = placeIn(points_.value(time));
    if (!local) return std::nullopt;
    return glm::dvec3(computeWorldFromLocal(prim_, time) * glm::dvec4(*local, 1.0));
  }

  std::optional<glm::dvec3> placeAt(double time) const {
    const auto world = worldAt(time);
    const bool isFinite =
        world && std::isfinite(world->x) && std::isfinite(world->y) && std::isfinite(world->z);
    return isFinite ? world : std::nullopt;
  }

  void addPoint(double time, Trail& trail) {
    const auto world = placeAt(time);
    if (!world) return holes_.push_back(time);
    TrailPoint point{time, *world, false, 0};
    const Mover* mover = &movers_.front();
    for (const Mover& each : movers_) {
      if (!std::ranges::binary_search(each.samples, time)) continue;
      point.isSample = true;
      mover = &each;
      break;
    }
    const ResolveInfo info = mover->query.resolveInfo(time);
    SupplierColor color = colors_.of(mover->prim, info);
    const auto [found, isNew] = indexes_.try_emplace(color.id, trail.suppliers.size());
    if (isNew) {
      color.color = legendColors_->of(info, color);
      trail.suppliers.push_back(std::move(color));
    }
    point.supplier = found->second;
    trail.points.push_back(point);
  }

  Prim prim_;
  TrailRequest request_;
  double from_;
  double to_;
  SupplierColors colors_;
  std::shared_ptr<LegendColors> legendColors_;
  std::vector<Mover> movers_;  // The points or the animation first, then the ops from the prim up.
  bool hasPoints_ = false;     // A point or the middle of the points is followed, not the origin.
  AttributeQuery points_;
  SkelRig rig_;
  std::optional<std::size_t> joint_;
  std::optional<Deformer> deformer_;
  std::map<std::string, std::size_t> indexes_;
  Times holes_;  // The times without a place.
};

}  // namespace

Trail makeTrail(const Prim& prim, const TrailRequest& request, const std::stop_token& stop) {
  return TrailMaker(prim, request, stop).make(stop);
}

}  // namespace usdscope
