// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/ResolveInfo.h"

#include "engine/stage/Property.h"
#include "engine/stage/ResolveValue.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

TimeRung::By rungOf(ArcType arc) {
  switch (arc) {
    case ArcType::Reference:
      return TimeRung::By::Reference;
    case ArcType::Payload:
      return TimeRung::By::Payload;
    default:
      return TimeRung::By::Arc;
  }
}

/// The ladder of mappings of time, from the stage down.
class Ladder {
 public:
  explicit Ladder(double stageTime) : time_(stageTime) {}

  void add(TimeRung::By by, SourceSite site, const LayerOffset& outerFromInner) {
    const auto innerFromOuter = outerFromInner.inverse();
    if (outerFromInner.isIdentity() || !innerFromOuter) return;
    const double inner = (*innerFromOuter)(time_);
    rungs_.push_back({by, std::move(site), outerFromInner, time_, inner});
    time_ = inner;
  }

  std::vector<TimeRung> take() { return std::move(rungs_); }

 private:
  double time_;
  std::vector<TimeRung> rungs_;
};

std::vector<TimeRung> rungsOf(const ValueOrigin& origin, const PrimIndex& index, double time) {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node = origin.opinion.node; node != PrimIndexNode::kNone;
       node = index.nodes()[node].parent) {
    nodes.push_back(node);
  }
  Ladder ladder(time);
  for (std::size_t i = nodes.size() - 1; i-- > 0;) {
    const PrimIndexNode& node = index.nodes()[nodes[i]];
    const PrimIndexNode& parent = index.nodes()[node.parent];
    ladder.add(rungOf(node.arc),
               {.layer = parent.layerStack->rootLayer()->identifier(),
                .path = index.introPath(nodes[i]).text()},
               node.parentFromNode.timeOffset());
  }
  const LayerStackEntry& entry = *origin.opinion.entry;
  ladder.add(TimeRung::By::SubLayer, {.layer = entry.layer->identifier()}, entry.offset);
  return ladder.take();
}

void addClip(const ValueOrigin& origin, const OriginValue& value, double time, ResolveInfo& info) {
  const ClipSet& set = *origin.clips;
  const ClipTimeMap& map = set.timeMap();
  const double setTime = set.setFromStage(time);
  auto use = std::make_shared<ClipUse>();
  use->set = set.name();
  use->anchor = set.definition().site;
  use->index = set.clips()[value.clip].file;
  use->file = (*set.definition().assetPaths)[use->index];
  use->time = map.clipFromSet(setTime);
  if (!map.isIdentity()) {
    info.rungs.push_back(
        {TimeRung::By::ClipTimes,
         {.layer = set.definition().layer->identifier(), .path = set.definition().site.text()},
         map.setFromClip(map.segmentAt(setTime)),
         setTime,
         use->time});
  }
  info.clip = std::move(use);
}

// What leads to the time of a clip set: the way to its anchor, or whatever else the metadata says.
std::vector<TimeRung> rungsToSet(const ValueOrigin& origin, const PrimIndex& index, double time) {
  const ClipSetDefinition& set = origin.clips->definition();
  if (set.stageFromSet == origin.anchor.stageFromLayer) return rungsOf(origin, index, time);
  Ladder ladder(time);
  ladder.add(TimeRung::By::Arc, {.layer = set.layer->identifier(), .path = set.site.text()},
             set.stageFromSet);
  return ladder.take();
}

}  // namespace

std::string_view nameOf(ValueSource source) {
  switch (source) {
    case ValueSource::None:
      return "none";
    case ValueSource::Fallback:
      return "fallback";
    case ValueSource::Default:
      return "default";
    case ValueSource::TimeSamples:
      return "timeSamples";
    case ValueSource::Clips:
      return "clips";
    case ValueSource::Spline:
      return "spline";
  }
  return "none";
}

ResolveInfo resolveInfoOf(const ValueOrigin& origin, const Attribute& attribute, TimeCode time,
                          InterpolationType interpolation) {
  ResolveInfo info;
  info.source = origin.source;
  info.isBlocked = origin.isBlocked;
  if (!origin.opinion.entry) return info;

  const OriginValue value = evaluate(origin, time, interpolation);
  info.samples = value.sampled.use;
  info.lowerTime = value.sampled.lowerTime;
  info.upperTime = value.sampled.upperTime;
  info.layer = value.layer ? value.layer : origin.opinion.layer();
  info.specPath =
      origin.clips ? origin.inClips.path : origin.opinion.site->path.property(attribute.name());
  info.node = origin.opinion.node;
  info.offset =
      origin.clips ? origin.clips->definition().stageFromSet : origin.anchor.stageFromLayer;
  if (time.isDefault()) return info;
  const PrimIndex& index = attribute.prim().index();
  if (origin.clips) {
    info.rungs = rungsToSet(origin, index, time.time());
    addClip(origin, value, time.time(), info);
  } else {
    info.rungs = rungsOf(origin, index, time.time());
  }
  return info;
}

}  // namespace usdscope
