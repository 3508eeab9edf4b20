// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/BenchPhases.h"
#include "app/cli/bench/SkinnedMeshes.h"
#include "engine/base/Parallel.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Xformable.h"
#include "engine/skel/SkinPoints.h"

namespace usdscope {
namespace {

using Points = std::vector<glm::vec3>;

double sumOf(const Points& points) {
  double sum = 0.0;
  for (const glm::vec3& point : points) sum += double(point.x) + double(point.y) + double(point.z);
  return sum;
}

bool hasNormalsPerVertex(const Prim& mesh) {
  const Attribute normals = mesh.attribute(Token("normals"));
  if (!normals || !normals.hasAuthoredValue()) return false;
  const Token interpolation = normals.metadata(Token("interpolation")).valueOr(Token("vertex"));
  return interpolation == Token("vertex");
}

// The skinned points in the mesh's own space; empty where it cannot be skinned.
Points skinnedPoints(const SkinnedMesh& mesh, double time) {
  const Prim& prim = mesh.query.prim();
  Points points = restPoints(prim, time);
  Diagnostics ignored;  // What cannot be skinned shows in the check.
  if (!mesh.query.skinPoints(*mesh.skeleton, time, points, ignored)) return {};
  if (!mesh.query.hasInfluences()) return points;  // Shapes alone leave them where they are.
  const glm::dmat4 meshFromSkel = glm::inverse(computeWorldFromLocal(prim, time)) *
                                  computeWorldFromLocal(mesh.skeleton->prim(), time);
  if (meshFromSkel == glm::dmat4(1.0)) return points;
  for (glm::vec3& point : points) {
    point = glm::vec3(glm::dvec3(meshFromSkel * glm::dvec4(glm::dvec3(point), 1.0)));
  }
  return points;
}

// What skinning one mesh at one time needs, in flat arrays.
struct KernelInput {
  glm::dmat4 skelFromRest{1.0};
  std::vector<glm::dmat4> skelFromBind;
  std::vector<int> joints;
  std::vector<float> weights;
  std::size_t influencesPerPoint = 0;
  Points rest;

  // Skins in place, on all threads.
  void skin(bool usesDualQuaternions, Points& points) const {
    parallelFor(points.size(), 8192, [&](std::size_t first, std::size_t last) {
      const std::size_t begin = first * influencesPerPoint;
      const std::size_t count = (last - first) * influencesPerPoint;
      SkinPoints{.usesDualQuaternions = usesDualQuaternions,
                 .skelFromRest = skelFromRest,
                 .skelFromBind = skelFromBind,
                 .joints = std::span(joints).subspan(begin, count),
                 .weights = std::span(weights).subspan(begin, count),
                 .influencesPerPoint = influencesPerPoint,
                 .points = std::span(points).subspan(first, last - first)}
          .run();
    });
  }
};

// False, when the mesh follows no joints or its influences do not fit its points.
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
  return SkinPoints{.skelFromBind = input.skelFromBind,
                    .joints = input.joints,
                    .weights = input.weights,
                    .influencesPerPoint = input.influencesPerPoint,
                    .points = input.rest}
      .problem()
      .empty();
}

}  // namespace

void benchSkin(BenchRun& run) {
  const std::shared_ptr<const Stage> stage = run.openStage();
  if (!stage) return;
  const std::vector<double> times = run.framesOf(*stage);
  for (const SkinnedMesh& mesh : findSkinnedMeshes(*stage)) {
    if (hasNormalsPerVertex(mesh.query.prim())) {
      return run.fail(mesh.query.prim().path().text() +
                      " has normals, and skinned normals are not there yet.");
    }
  }
  std::vector<Points> results;  // Mesh by mesh.
  run.time("skin", [&] {
    const std::vector<SkinnedMesh> meshes = findSkinnedMeshes(*stage);
    results.resize(meshes.size() * times.size());
    parallelFor(results.size(), 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        results[i] = skinnedPoints(meshes[i / times.size()], times[i % times.size()]);
      }
    });
  });
  run.check("skin", [&]() -> OrderedJson {
    std::size_t count = 0;
    double sum = 0.0;
    for (std::size_t i = 0; i < results.size(); ++i) {
      count += results[i].empty() ? 0 : 1;
      if ((i + 1) % times.size() == 0) sum += sumOf(results[i]);
    }
    return {{"meshFrames", count}, {"points", sum}, {"normals", 0.0}};
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
