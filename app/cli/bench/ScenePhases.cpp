// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/PlainPrims.h"
#include "engine/base/Parallel.h"
#include "engine/base/Sha1.h"
#include "engine/scene/Bounds.h"
#include "engine/scene/WorldTransforms.h"
#include "engine/schema/MaterialBinding.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {

void benchBounds(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const TimeCode time(run.framesOf(*stage).front());
  Box box;
  run.time("bounds", [&] { box = BoundsCache(time).worldBound(stage->pseudoRoot()); });
  run.check("bounds", [&]() -> OrderedJson {
    const auto corner = [&](const glm::dvec3& point) -> OrderedJson {
      if (box.isEmpty()) return nullptr;
      return OrderedJson::array({point.x, point.y, point.z});
    };
    return {{"min", corner(box.min)}, {"max", corner(box.max)}};
  });
}

void benchTransforms(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const std::vector<Prim> prims = plainPrimsOfType(*stage, types::kXformable);
  const TimeCode time(run.framesOf(*stage).front());
  std::vector<glm::dmat4> worldFromLocal;
  run.time("transforms", [&] { worldFromLocal = computeWorldTransforms(prims, time); });
  run.check("transforms", [&]() -> OrderedJson {
    double sum = 0.0;
    for (const glm::dmat4& matrix : worldFromLocal) {
      sum += matrix[3].x + matrix[3].y + matrix[3].z;
    }
    return {{"prims", prims.size()}, {"sum", sum}};
  });
}

void benchMaterials(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const std::vector<Prim> prims = plainPrimsOfType(*stage, types::kGprim);
  std::vector<Path> materials(prims.size());
  run.time("materials", [&] {
    MaterialBindings bindings;
    parallelFor(prims.size(), 64, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) materials[i] = bindings.boundMaterial(prims[i]);
    });
  });
  run.check("materials", [&]() -> OrderedJson {
    std::size_t count = 0;
    Sha1 sha1;
    for (std::size_t i = 0; i < prims.size(); ++i) {
      if (materials[i].isEmpty()) continue;
      ++count;
      sha1.update(prims[i].path().text() + ' ' + materials[i].text() + '\n');
    }
    return {{"gprims", prims.size()}, {"bound", count}, {"sha1", sha1.finish()}};
  });
}

}  // namespace usdscope
