// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/SkinnedMeshes.h"

#include "app/cli/bench/PlainPrims.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/SkelBindings.h"

namespace usdscope {

std::vector<SkinnedMesh> findSkinnedMeshes(const Stage& stage) {
  std::vector<SkinnedMesh> meshes;
  Diagnostics ignored;  // Meshes that cannot be skinned show in the check.
  for (const Prim& root : plainPrimsOfType(stage, types::kSkelRoot)) {
    for (const SkelBinding& binding : computeSkelBindings(root, ignored)) {
      for (const SkinningQuery& target : binding.targets) {
        const Prim& prim = target.prim();
        if (prim.isA(types::kPointBased) && !prim.isInstanceProxy()) {
          meshes.push_back({binding.skeleton, target});
        }
      }
    }
  }
  return meshes;
}

std::vector<glm::vec3> restPoints(const Prim& mesh, TimeCode time) {
  const auto points = readValue<Array<glm::vec3>>(mesh, geom::kPoints, time);
  return points ? std::vector<glm::vec3>(points->begin(), points->end()) : std::vector<glm::vec3>();
}

}  // namespace usdscope
