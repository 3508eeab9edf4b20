// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/ResolveInfo.h"

#include "engine/stage/resolve/detail/TraceValue.h"

namespace usdscope {
namespace {

std::shared_ptr<const ClipUse> clipUseOf(const ClipSet& set, const OriginValue& value) {
  auto use = std::make_shared<ClipUse>();
  use->set = set.name();
  use->anchor = set.definition().site;
  use->index = set.clips()[value.clip].file;
  use->file = (*set.definition().assetPaths)[use->index];
  use->time = value.fileTime;
  return use;
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

ResolveInfo resolveInfoOf(const ValueOrigin& origin, const OriginValue& value, TimeCode time) {
  ResolveInfo info;
  info.source = origin.source;
  info.isBlocked = origin.isBlocked;
  if (!origin.opinion.entry) return info;
  info.samples = value.sampled.use;
  info.lowerTime = value.sampled.lowerTime;
  info.upperTime = value.sampled.upperTime;
  info.layer = value.clipLayer ? value.clipLayer : origin.opinion.layer();
  info.specPath = origin.clips ? origin.inClips.path : origin.opinion.path.property(origin.name);
  info.node = origin.opinion.node;
  info.offset =
      origin.clips ? origin.clips->definition().stageFromSet : origin.anchor.stageFromLayer;
  if (origin.clips && !time.isDefault()) info.clip = clipUseOf(*origin.clips, value);
  return info;
}

ResolveInfo resolveInfoAt(const ValueOrigin& origin, TimeCode time,
                          InterpolationType interpolation) {
  return resolveInfoOf(origin, evaluate(origin, time, interpolation), time);
}

}  // namespace usdscope
