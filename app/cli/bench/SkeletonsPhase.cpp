// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/PlainPrims.h"
#include "engine/base/Parallel.h"
#include "engine/schema/SchemaNames.h"
#include "engine/skel/SkeletonQuery.h"

namespace usdscope {

void benchSkeletons(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const std::vector<double> times = run.framesOf(*stage);
  std::vector<SkeletonQuery> queries;
  Diagnostics ignored;  // Skeletons that cannot be posed show in the check.
  for (const Prim& prim : plainPrimsOfType(*stage, types::kSkeleton)) {
    if (SkeletonQuery query(prim, ignored); query) queries.push_back(std::move(query));
  }

  // The last frame is kept for the check. Others are dropped, as the reference's benchmark does.
  std::vector<std::vector<glm::dmat4>> skelFromJoint(queries.size());
  double total = 0.0;
  double worst = 0.0;
  for (const double time : times) {
    const double milliseconds = run.millisecondsOf([&] {
      parallelFor(queries.size(), 16, [&](std::size_t first, std::size_t last) {
        std::vector<glm::dmat4> dropped;
        for (std::size_t i = first; i < last; ++i) {
          std::vector<glm::dmat4>& joints = time == times.back() ? skelFromJoint[i] : dropped;
          if (!queries[i].computeJointSkelTransforms(time, joints)) joints.clear();
        }
      });
    });
    total += milliseconds;
    worst = std::max(worst, milliseconds);
  }
  run.record("skeletons", total / double(times.size())).worst = worst;

  run.check("skeletons", [&]() -> OrderedJson {
    std::size_t count = 0;
    double sum = 0.0;
    for (const auto& matrices : skelFromJoint) {
      count += matrices.size();
      for (const glm::dmat4& matrix : matrices) sum += matrix[3].x + matrix[3].y + matrix[3].z;
    }
    return {{"joints", count}, {"sum", sum}};
  });
}

}  // namespace usdscope
