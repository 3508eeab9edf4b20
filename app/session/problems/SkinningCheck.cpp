// SPDX-License-Identifier: Apache-2.0
#include "app/session/problems/SkinningCheck.h"

#include "app/session/Session.h"
#include "engine/report/skel/SkelRig.h"
#include "engine/skel/SkelBindings.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostFrames = 1000;

}  // namespace

const ExtentCheck* farthestOutside(const std::vector<ExtentCheck>& extents) {
  const auto share = [](const ExtentCheck& check) {
    return check.extentSize > 0.0 ? check.farthest / check.extentSize : check.farthest;
  };
  const ExtentCheck* worst = nullptr;
  for (const ExtentCheck& check : extents) {
    if (!check.outside.empty() && (!worst || share(check) > share(*worst))) worst = &check;
  }
  return worst;
}

SkinningCheck::SkinningCheck(Session& session) : session_(session), task_(session.background()) {
  session.document.observe(this, [this](const Document&) { forget(); });
  session.selection.observe(this, [this](const Selection&) { forget(); });
  session.scene.observe(this, [this](const std::shared_ptr<const Scene>&) {
    SkinningCheckState next = state.value();
    next.frame.reset();
    state.set(std::move(next));
  });
}

void SkinningCheck::forget() {
  task_.cancel();
  state.set({});
}

void SkinningCheck::cancel() {
  task_.cancel();
  SkinningCheckState next = state.value();
  next.isRunning = false;
  state.set(std::move(next));
}

void SkinningCheck::fail(const std::string& problem) {
  state.set({});
  session_.showNote(problem);
}

std::string SkinningCheck::start() {
  const Subject subject = session_.subject();
  if (!subject.stage || !session_.scene.value()) return "No scene is open.";
  if (!readDrawn_) return "Nothing is drawn, so there is nothing to check.";
  if (!session_.isPictureReady()) return "The picture is not ready yet.";
  if (!subject) return "No rig is selected.";
  state.set({.isRunning = true});
  task_.start([this, subject](const TaskRun&) -> LatestTask::Show {
    const SkelRig rig(subject.prim);
    if (!rig) {
      const std::string problem = rig.whyNot().empty() ? "No rig is selected." : rig.whyNot();
      return [this, problem] { fail(problem); };
    }
    SkinnedRig found{rig.skeleton(), findFollowers(rig.skeleton().prim(), rig.explained())};
    if (found.followers.empty()) {
      return [this, skeleton = rig.path()] { fail("Nothing follows " + skeleton.text() + "."); };
    }
    return [this, found, explained = rig.explained().path(), stage = subject.stage] {
      SkinningCheckState next = state.value();
      next.prim = explained;
      state.set(next);
      check(found, stage);
    };
  });
  return {};
}

void SkinningCheck::check(const SkinnedRig& rig, const std::shared_ptr<const Stage>& stage) {
  const auto& scene = session_.scene.value();
  if (!readDrawn_ || !scene) return fail("Nothing is drawn, so there is nothing to check.");
  std::vector<Path> prims;
  for (const SkinningQuery& follower : rig.followers) prims.push_back(follower.prim().path());
  const ExtractOptions options{.pose = session_.view.value().pose,
                               .shapes = session_.shapeOverrides.value()};
  const TimeCode time = scene->time;
  SkinningCheckState next = state.value();
  next.time = time.isNumeric() ? time.time() : 0.0;
  state.set(next);
  task_.start([this, stage, scene, rig, prims, read = readDrawn_, options, time,
               times = framesOf(session_.playback.value(), kMostFrames)](
                  const TaskRun& run) -> LatestTask::Show {
    const DrawnFrame drawn = read(scene, prims);
    auto frame =
        std::make_shared<const SkinCheck>(checkSkin(rig, time, options, drawn.vertices, run.stop));
    auto extents =
        std::make_shared<const std::vector<ExtentCheck>>(checkExtents(rig, times, run.stop));
    return [this, scene, frame, extents, skinnedOn = drawn.skinnedOn, count = times.size()] {
      SkinningCheckState found = state.value();
      found.skinnedOn = skinnedOn;
      found.isRunning = false;
      if (session_.scene.value() == scene) found.frame = frame;
      found.extents = extents;
      found.timeCount = count;
      state.set(std::move(found));
    };
  });
}

}  // namespace usdscope
