// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/BakeSkinning.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/base/Parallel.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/schema/Xformable.h"
#include "engine/skel/SkelBindings.h"

namespace usdscope {
namespace {

// A skeleton and the prims that it deforms.
struct Rig {
  std::shared_ptr<const SkeletonQuery> skeleton;
  std::vector<Deformer> deformers;
  std::vector<TimeCode> times;
  bool withNormals = false;
};

using Times = std::vector<double>;

void addSamples(const Attribute& attribute, const BakeOptions& options, Times& times) {
  if (!attribute) return;
  for (const double time : attribute.timeSamples()) {
    if (time >= options.first && time <= options.last) times.push_back(time);
  }
}

// Adds samples of the prim's own transform ops. Like the reference, for prims of any type that are
// or have an Xformable ancestor.
void addTransformSamples(const Prim& prim, const BakeOptions& options, Times& times) {
  Prim at = prim;
  while (at && !at.isPseudoRoot() && !at.isA(types::kXformable)) at = at.parent();
  const auto order = readValue<Array<Token>>(prim, geom::kXformOpOrder);
  if (!order || !at || at.isPseudoRoot()) return;
  for (const Token& op : *order) {
    std::string_view name = op.text();
    if (name.starts_with(geom::kInvertPrefix)) name.remove_prefix(geom::kInvertPrefix.size());
    addSamples(prim.attribute(Token(name)), options, times);
  }
}

void addSamples(const Rig& rig, const BakeOptions& options, Times& times) {
  const auto any = [&](bool (Deformer::*does)() const) {
    return std::ranges::any_of(rig.deformers, [&](const Deformer& d) { return (d.*does)(); });
  };
  const Prim animation = rig.skeleton->animation().prim();
  if (any(&Deformer::isSkinned)) {
    if (animation) {
      for (const Token name : {skel::kTranslations, skel::kRotations, skel::kScales}) {
        addSamples(animation.attribute(name), options, times);
      }
    }
    addTransformSamples(rig.skeleton->prim(), options, times);
  }
  if (any(&Deformer::usesBlendShapes)) {
    addSamples(animation.attribute(skel::kBlendShapeWeights), options, times);
  }
  for (const Deformer& deformer : rig.deformers) {
    for (const Attribute& input : deformer.inputs()) addSamples(input, options, times);
    if (deformer.changesTransform()) {
      addTransformSamples(deformer.prim().parent(), options, times);
    } else if (deformer.isSkinned()) {
      addTransformSamples(deformer.prim(), options, times);
    }
  }
  std::ranges::sort(times);
  times.erase(std::ranges::unique(times).begin(), times.end());
}

/// The frames at which a stage plays. Two numbers ask for any number of them, so they are not kept.
class PlaybackFrames {
 public:
  PlaybackFrames(const Stage& stage, const BakeOptions& options) {
    const TimeCodeRange range = stage.timeCodeRange();
    const double step = std::abs(stage.timeCodesPerSecond() / stage.framesPerSecond());
    if (!range.isAuthored || !(range.end >= range.start) || !std::isfinite(step) ||
        !(step > 1e-9)) {
      return;
    }
    start_ = range.start;
    step_ = step;
    first_ = std::max(range.start, options.first);
    last_ = std::min(range.end + step, options.last);
  }

  /// The number of frames between the first and the last of some times.
  double countWithin(const Times& times) const {
    const double first = std::max(first_, times.front());
    const double last = std::min(last_, times.back());
    return last < first ? 0.0 : std::floor((last - first) / step_) + 1.0;
  }

  /// Adds the frames between the first and the last of some times to them.
  void addWithin(Times& times) const {
    const double first = std::max(first_, times.front());
    const double last = std::min(last_, times.back());
    if (last < first) return;
    const double index = std::max(0.0, std::floor((first - start_) / step_));
    const double count = countWithin(times);
    // Adding a step may not change a large number, so that the last frame is never passed.
    for (double i = 0.0; i <= count; ++i) {
      const double time = start_ + step_ * (index + i);
      if (time > last) return;
      if (time >= first) times.push_back(time);
    }
  }

 private:
  double start_ = 0.0;
  double step_ = 1.0;
  double first_ = 0.0;
  double last_ = -1.0;
};

// Each deformed prim has a result for each frame. This many results are allowed, and some times
// more for each result at the time of a sample.
constexpr double kAlwaysAllowedResults = 250'000;
constexpr double kAllowedForEachResult = 64;

bool areTooMany(const PlaybackFrames& frames, const std::vector<Rig>& rigs,
                const std::vector<Times>& samples) {
  double allowed = kAlwaysAllowedResults;
  double wanted = 0.0;
  for (std::size_t i = 0; i < rigs.size(); ++i) {
    const double deformed = double(rigs[i].deformers.size());
    allowed += kAllowedForEachResult * deformed * double(samples[i].size());
    if (samples[i].size() < 2) continue;
    wanted += deformed * frames.countWithin(samples[i]);
  }
  return wanted > allowed;
}

// Returns the times to bake; without frames if that is null.
std::vector<TimeCode> timesOf(Times times, const PlaybackFrames* frames,
                              const BakeOptions& options) {
  if (!options.frames.empty()) return {options.frames.begin(), options.frames.end()};
  if (times.empty()) return {TimeCode()};
  if (times.size() > 1 && frames) {
    frames->addWithin(times);
    std::ranges::sort(times);
    times.erase(std::ranges::unique(times).begin(), times.end());
  }
  return {times.begin(), times.end()};
}

// Collects the rigs of a stage and the SkelRoots that become plain transforms.
std::vector<Rig> collectRigs(const Stage& stage, const BakeOptions& options,
                             std::vector<Prim>& skelRoots, Diagnostics& diagnostics) {
  std::vector<Rig> rigs;
  const auto reportInstance = [&](const Prim& prim) {
    diagnostics.report(kSkelInstanceNotBaked, {.path = prim.path().text()},
                       "Skinned prims in an instance cannot be baked; they stay as they are.");
  };
  std::unordered_set<Path> reported;  // Instances that contain skinned prims.
  const auto reportInstanceOf = [&](const Prim& proxy) {
    Prim instance = proxy;
    while (instance && !instance.isInstance()) instance = instance.parent();
    while (instance && instance.isInstanceProxy()) instance = instance.parent();
    if (instance && reported.insert(instance.path()).second) reportInstance(instance);
  };
  std::unordered_map<Path, bool> hasSkelRoot;  // Per prototype.
  const auto holdsSkelRoot = [&](const Prim& instance) {
    const auto [known, isNew] = hasSkelRoot.try_emplace(instance.prototype().path(), false);
    if (!isNew) return known->second;
    traverse(instance, {.instanceProxies = true}, [&](const Prim& prim) {
      known->second = known->second || prim.isA(types::kSkelRoot);
      return !known->second;
    });
    return known->second;
  };
  const auto add = [&](const SkelBinding& binding) {
    Rig rig{.skeleton = binding.skeleton};
    Prim root;
    for (const SkinningQuery& target : binding.targets) {
      if (target.prim().isInstanceProxy()) {
        reportInstanceOf(target.prim());
        continue;
      }
      if (target.prim().isInstance()) {
        reportInstance(target.prim());
        continue;
      }
      if (!root) root = findSkelRoot(target.prim());
      Deformer deformer(target, *binding.skeleton, options.parts);
      diagnostics.append(deformer.problems());
      if (!deformer.changesAnything()) continue;
      rig.withNormals |= deformer.skinsNormals();
      rig.deformers.push_back(std::move(deformer));
    }
    if (root && std::ranges::find(skelRoots, root) == skelRoots.end()) skelRoots.push_back(root);
    if (!rig.deformers.empty()) rigs.push_back(std::move(rig));
  };
  traverse(stage.pseudoRoot(), {.instanceProxies = false}, [&](const Prim& prim) {
    const bool isSkelRoot = prim.isA(types::kSkelRoot);
    if (prim.isInstance()) {
      if (isSkelRoot || holdsSkelRoot(prim)) reportInstance(prim);
      return true;
    }
    if (!isSkelRoot) return true;
    for (const SkelBinding& binding : computeSkelBindings(prim, diagnostics)) add(binding);
    return true;
  });
  return rigs;
}

}  // namespace

BakedSkinning bakeSkinning(const Stage& stage, const BakeOptions& options,
                           Diagnostics& diagnostics) {
  BakedSkinning result;
  std::vector<Rig> rigs = collectRigs(stage, options, result.skelRoots, diagnostics);
  std::vector<Times> samples(rigs.size());
  parallelFor(rigs.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) addSamples(rigs[i], options, samples[i]);
  });
  const PlaybackFrames frames(stage, options);
  const bool isTooLong = options.frames.empty() && areTooMany(frames, rigs, samples);
  if (isTooLong) {
    diagnostics.report(kSkelTooManyFrames, {.layer = stage.request().rootLayer},
                       "The range of the stage has too many frames for its skinned prims: only the "
                       "times of samples are baked.");
  }
  parallelFor(rigs.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      rigs[i].times = timesOf(std::move(samples[i]), isTooLong ? nullptr : &frames, options);
    }
  });

  // A step is a rig at one of its times.
  struct Step {
    const Rig* rig;
    std::size_t time;
    std::size_t firstPrim;  // Into result.prims; one for each deformer.
  };
  std::vector<Step> steps;
  for (const Rig& rig : rigs) {
    for (std::size_t i = 0; i < rig.times.size(); ++i) {
      steps.push_back({&rig, i, result.prims.size()});
    }
    for (const Deformer& deformer : rig.deformers) {
      result.prims.push_back(
          {.prim = deformer.prim(),
           .changesPoints = deformer.changesPoints(),
           .changesNormals = deformer.changesNormals(),
           .changesTransform = deformer.changesTransform(),
           .resetsXformStack = computeLocalTransform(deformer.prim(), {}).resetsXformStack,
           .times = rig.times,
           .deformed = std::vector<Deformed>(rig.times.size())});
    }
  }
  const auto store = std::make_shared<VectorStore>();
  parallelFor(steps.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Step& step = steps[i];
      const SkeletonQuery& skeleton = *step.rig->skeleton;
      const TimeCode time = step.rig->times[step.time];
      const SkelPose pose = computeSkelPose(skeleton, time, kAnimatedPose, step.rig->withNormals);
      const glm::dmat4 worldFromSkel = computeWorldFromLocal(skeleton.prim(), time);
      for (std::size_t d = 0; d < step.rig->deformers.size(); ++d) {
        result.prims[step.firstPrim + d].deformed[step.time] =
            step.rig->deformers[d].at(pose, worldFromSkel, store);
      }
    }
  });
  for (const BakedPrim& prim : result.prims) {
    for (const Deformed& deformed : prim.deformed) diagnostics.append(deformed.problems);
  }
  return result;
}

}  // namespace usdscope
