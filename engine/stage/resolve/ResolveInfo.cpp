// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/ResolveInfo.h"

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/Evaluate.h"

namespace usdscope {
namespace {

void addClip(const ValueOrigin& origin, const OriginValue& value, double time, ResolveInfo& info) {
  const ClipSet& set = *origin.clips;
  auto use = std::make_shared<ClipUse>();
  use->set = set.name();
  use->anchor = set.definition().site;
  use->index = set.clips()[value.clip].file;
  use->file = (*set.definition().assetPaths)[use->index];
  use->time = set.timeMap().clipFromSet(set.setFromStage(time));
  info.clip = std::move(use);
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
  if (origin.clips && !time.isDefault()) addClip(origin, value, time.time(), info);
  return info;
}

}  // namespace usdscope
