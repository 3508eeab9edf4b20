// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "engine/check/detail/ExtentTimes.h"
#include "engine/check/detail/FixSites.h"
#include "engine/schema/Extent.h"
#include "engine/schema/SchemaNames.h"
#include "engine/value/TimeSamples.h"

namespace usdscope::detail {
namespace {

const Token kExtentType("float3[]");

FixOrRefusal refuse(const Prim& prim, std::string_view why) {
  return {std::nullopt,
          fmt::format("The extent of <{}> is not fixed: {}.", prim.path().text(), why)};
}

// Returns the place of an opinion among the specs of a prim: 0 for the strongest.
std::size_t strengthOf(const std::vector<StackEntry>& stack, const ResolveInfo& info) {
  const auto found = std::ranges::find_if(stack, [&](const StackEntry& entry) {
    return entry.layer == info.layer && entry.path == info.specPath.primOrVariantPath();
  });
  return std::size_t(found - stack.begin());
}

Value valueOf(const Box& box) {
  constexpr float kMost = std::numeric_limits<float>::max();
  if (box.isEmpty()) return Value(Array<glm::vec3>{glm::vec3(kMost), glm::vec3(-kMost)});
  return Value(Array<glm::vec3>{glm::vec3(box.min), glm::vec3(box.max)});
}

}  // namespace

FixOrRefusal fixExtent(const Stage& stage, const Finding& finding, FixTarget target) {
  const Prim prim = stage.primAt(finding.sites.front().primPath());
  if (!prim) return {};
  if (target == FixTarget::SessionLayer && prim.isInstanceProxy()) {
    return refuse(prim, "it is in an instance, which overrides do not reach");
  }
  // Find the strongest layer with the extent or a part of the shape.
  std::vector<Attribute> attributes = shapeAttributes(prim);
  const std::vector<TimeCode> times = extentTimes(prim, attributes);
  const Attribute extent = prim.attribute(geom::kExtent);
  attributes.push_back(extent);
  const std::vector<StackEntry> stack = prim.primStack();
  std::size_t strongest = stack.size();
  ResolveInfo winner;
  for (const Attribute& attribute : attributes) {
    const ResolveInfo info = attribute.resolveInfo(times.front());
    if (info.isBlocked) return refuse(prim, "a layer blocks its values");
    if (info.source == ValueSource::Clips || info.source == ValueSource::Spline) {
      return refuse(prim, "its shape comes from value clips or splines");
    }
    if (!info.layer) continue;
    const std::size_t strength = strengthOf(stack, info);
    if (strength >= strongest) continue;
    strongest = strength;
    winner = info;
  }
  if (!winner.layer) return refuse(prim, "no layer has its shape");
  const auto site = fixSite(stage, target, winner.layer->identifier(),
                            winner.specPath.primOrVariantPath().property(geom::kExtent),
                            winner.offset, extent.path());
  if (!site) return refuse(prim, "the times of its layer cannot be mapped");

  // Compute it at all samples.
  PropertyFieldEdit edit;
  edit.path = site->path;
  edit.typeName = kExtentType;
  if (times.front().isEarliest()) {
    const auto box = extentFromGeometry(prim, times.front());
    if (!box) return refuse(prim, "its shape has no extent");
    edit.field = fields::kDefault;
    edit.value = valueOf(*box);
  } else {
    std::map<double, Value> samples;
    for (const TimeCode time : times) {
      const auto box = extentFromGeometry(prim, time);
      if (!box) return refuse(prim, "its shape has no extent at some samples");
      samples.insert_or_assign(site->layerFromStage(time.time()), valueOf(*box));
    }
    std::vector<double> keys;
    std::vector<Value> values;
    for (auto& [time, value] : samples) {
      keys.push_back(time);
      values.push_back(std::move(value));
    }
    edit.field = fields::kTimeSamples;
    edit.value =
        Value(TimeSamples(Array<double>(std::move(keys)), Array<Value>(std::move(values))));
  }
  const bool isAnimated = edit.field == fields::kTimeSamples;
  Fix fix{site->layer, {std::move(edit)}, {}};
  fix.sentence = isAnimated
                     ? fmt::format("The extent of <{}> is computed anew at {} samples.",
                                   prim.path().text(), times.size())
                     : fmt::format("The extent of <{}> is computed anew.", prim.path().text());
  return {std::move(fix), {}};
}

}  // namespace usdscope::detail
