// SPDX-License-Identifier: Apache-2.0
#include "engine/render/JointIds.h"

#include <algorithm>

#include "engine/render/IdColor.h"

namespace usdscope {
namespace {

constexpr std::uint32_t kNumberMask = (1u << 23) - 1u;

bool haveEqualNames(const FollowedJoints* a, const FollowedJoints* b) {
  return a == b || (a && b && a->joints == b->joints);
}

}  // namespace

std::uint32_t jointNumber(const FollowedJoints* names, std::uint32_t joint) {
  const bool isNamed = names && joint < names->joints.size();
  return 1u + ((isNamed ? idBits(names->joints[joint].text()) : joint) & kNumberMask);
}

std::uint32_t rigidJointNumber(const Item& item) {
  const FollowedJoints* names = item.joints.get();
  return names && names->rigid && !hasVertexJoints(item) ? jointNumber(names, *names->rigid) : 0;
}

bool hasVertexJoints(const Item& item) { return item.skin && item.skin->influencesPerVertex > 0; }

std::shared_ptr<const Geometry> JointGeometries::of(const Item& item) {
  std::vector<Numbered>& known = numbered_[{item.geometry.get(), item.skin.get()}];
  for (const Numbered& each : known) {
    if (haveEqualNames(each.names.get(), item.joints.get())) return each.geometry;
  }
  auto made = std::make_shared<Geometry>(*item.geometry);
  std::vector<glm::vec4> colors;
  colors.reserve(made->vertexCount());
  for (const std::int32_t joint : leadingJoints(*item.geometry, *item.skin)) {
    const std::uint32_t number =
        joint < 0 ? 0 : jointNumber(item.joints.get(), static_cast<std::uint32_t>(joint));
    colors.emplace_back(float(number), 0.0f, 0.0f, 1.0f);
  }
  made->colors = Array<glm::vec4>(std::move(colors));
  known.push_back({item.geometry, item.skin, item.joints, made});
  return made;
}

void JointGeometries::drop(const std::function<bool(const Geometry*)>& isUsed) {
  for (auto& [key, known] : numbered_) {
    std::erase_if(known, [&](const Numbered& each) { return !isUsed(each.geometry.get()); });
  }
  std::erase_if(numbered_, [](const auto& entry) { return entry.second.empty(); });
}

void nameJoint(const DrawnJoints& drawn, std::uint32_t vertex, PickResult& result) {
  if (!drawn.names) return;
  std::int32_t joint = -1;
  // The skin of a rigid item may have blend shapes alone.
  if (drawn.skin && drawn.skin->influencesPerVertex > 0) {
    joint = leadingJoint(*drawn.geometry, *drawn.skin, vertex);
  } else if (drawn.names->rigid) {
    joint = static_cast<std::int32_t>(*drawn.names->rigid);
  }
  if (joint < 0 || std::size_t(joint) >= drawn.names->joints.size()) return;
  result.skeleton = drawn.names->skeleton;
  result.joint = drawn.names->joints[std::size_t(joint)];
}

}  // namespace usdscope
