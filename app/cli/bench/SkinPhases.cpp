// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/SkinnedMeshes.h"
#include "engine/skel/BakeSkinning.h"
#include "engine/skel/SkinPoints.h"

namespace usdscope {
namespace {

using Points = std::vector<glm::vec3>;

double sumOf(std::span<const glm::vec3> points) {
  double sum = 0.0;
  for (const glm::vec3& point : points) sum += double(point.x) + double(point.y) + double(point.z);
  return sum;
}

// The inputs for skinning one mesh at one time, in flat arrays.
struct KernelInput {
  glm::dmat4 skelFromRest{1.0};
  std::vector<glm::dmat4> skelFromBind;
  std::vector<int> joints;
  std::vector<float> weights;
  std::size_t influencesPerPoint = 0;
  Points rest;

  void skin(bool usesDualQuaternions, Points& points) const {
    SkinPoints{.usesDualQuaternions = usesDualQuaternions,
               .skelFromRest = skelFromRest,
               .skelFromBind = skelFromBind,
               .joints = joints,
               .weights = weights,
               .influencesPerPoint = influencesPerPoint,
               .rest = rest,
               .points = points}
        .run();
  }
};

// Returns false when the mesh has no joints, or its influences do not match its points.
bool prepareKernel(const SkinnedMesh& mesh, double time, KernelInput& input) {
  Diagnostics ignored;
  const std::optional<Influences> own = mesh.query.influences(time, ignored);
  if (!own || !mesh.skeleton->computeSkinningTransforms(time, input.skelFromBind)) return false;
  input.skelFromBind = mesh.query.inPrimOrder(input.skelFromBind);
  input.skelFromRest = mesh.query.geomBindTransform(time);
  input.influencesPerPoint = static_cast<std::size_t>(mesh.query.influencesPerPoint());
  input.rest = restPoints(mesh.query.prim(), time);
  const std::size_t repeats = mesh.query.isRigid() ? input.rest.size() : 1;
  for (std::size_t i = 0; i < repeats; ++i) {
    input.joints.insert(input.joints.end(), own->joints.begin(), own->joints.end());
    input.weights.insert(input.weights.end(), own->weights.begin(), own->weights.end());
  }
  Points points(input.rest.size());
  return SkinPoints{.skelFromBind = input.skelFromBind,
                    .joints = input.joints,
                    .weights = input.weights,
                    .influencesPerPoint = input.influencesPerPoint,
                    .rest = input.rest,
                    .points = points}
      .run();
}

}  // namespace

void benchSkin(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const std::vector<double> times = run.framesOf(*stage);
  BakedSkinning baked;
  Diagnostics ignored;  // Meshes that cannot be skinned show in the check.
  run.time("skin", [&] { baked = bakeSkinning(*stage, {.frames = times}, ignored); });
  run.check("skin", [&]() -> OrderedJson {
    std::size_t count = 0;
    double points = 0.0;
    double normals = 0.0;
    for (const BakedPrim& prim : baked.prims) {
      for (const Deformed& deformed : prim.deformed) count += deformed.points ? 1 : 0;
      const Deformed& last = prim.deformed.back();
      if (last.points) points += sumOf(last.points->span());
      if (last.normals) normals += sumOf(last.normals->span());
    }
    return {{"meshFrames", count}, {"points", points}, {"normals", normals}};
  });
}

void benchSkinKernel(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const double time = run.framesOf(*stage).front();
  std::vector<KernelInput> inputs;
  for (const SkinnedMesh& mesh : findSkinnedMeshes(*stage)) {
    KernelInput input;
    if (prepareKernel(mesh, time, input)) inputs.push_back(std::move(input));
  }
  for (const bool usesDualQuaternions : {false, true}) {
    const std::string name =
        usesDualQuaternions ? "skinKernel.dualQuaternion" : "skinKernel.linear";
    std::vector<Points> results;
    for (const KernelInput& input : inputs) results.push_back(input.rest);
    run.time(name, [&] {
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        inputs[i].skin(usesDualQuaternions, results[i]);
      }
    });
    run.check(name, [&]() -> OrderedJson {
      std::size_t count = 0;
      double sum = 0.0;
      for (const Points& points : results) {
        count += points.size();
        sum += sumOf(points);
      }
      return {{"points", count}, {"sum", sum}};
    });
  }
}

}  // namespace usdscope
