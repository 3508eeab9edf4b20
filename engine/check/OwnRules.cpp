// SPDX-License-Identifier: Apache-2.0
#include "engine/check/detail/RuleList.h"

namespace usdscope::detail {

std::span<const Rule> ownRules() {
  static const std::vector<Rule> kRules = {
      {{"usdscope:AssetPaths",
        {kOwnKeyword},
        {},
        "The files that attributes name must exist, at every sample."},
       nullptr,
       checkAssetPaths},
      {{"usdscope:BlendShapes",
        {kOwnKeyword, "UsdSkelValidators"},
        {"UsdSkelBlendShape"},
        "An in-between must have a weight, other than 0, 1 and the weights of the others."},
       nullptr,
       checkInbetweens},
      {{"usdscope:Extents",
        {kOwnKeyword, "UsdGeomValidators"},
        {"UsdGeomBoundable"},
        "The extent of geometry must be authored and right, at every sample."},
       nullptr,
       checkExtents},
      {{"usdscope:InstancedGprims",
        {kOwnKeyword, "UsdGeomValidators"},
        {"UsdGeomGprim"},
        "Geometry should not be an instance itself, but be in one."},
       nullptr,
       checkInstancedGprim},
      {{"usdscope:ModelHierarchy",
        {kOwnKeyword},
        {},
        "Models must be children of groups, and subcomponents be in components."},
       nullptr,
       checkModelHierarchy},
      {{"usdscope:Purposes",
        {kOwnKeyword, "UsdGeomValidators"},
        {},
        "Some geometry should have a purpose that is drawn."},
       checkPurposes,
       nullptr},
      {{"usdscope:SampleTimes", {kOwnKeyword}, {}, "Samples must be at finite times."},
       nullptr,
       checkSampleTimes},
      {{"usdscope:SkelRigs",
        {kOwnKeyword, "UsdSkelValidators"},
        {"UsdSkelRoot"},
        "The geometry of a SkelRoot must follow a skeleton, with joints that exist and weights "
        "that "
        "sum up to 1."},
       nullptr,
       checkRigs},
      {{"usdscope:TimeCodesPerSecond",
        {kOwnKeyword},
        {},
        "A layer should have timeCodesPerSecond if it has framesPerSecond."},
       checkRates,
       nullptr},
      {{"usdscope:TimeRange", {kOwnKeyword}, {}, "The range of a stage must contain its samples."},
       checkTimeRange,
       nullptr},
      {{"usdscope:ValueClips",
        {kOwnKeyword},
        {},
        "Clip sets must be complete, and agree with their files and manifests."},
       checkValueClips,
       nullptr},
  };
  return kRules;
}

}  // namespace usdscope::detail
