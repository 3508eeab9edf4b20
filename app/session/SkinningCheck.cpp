// SPDX-License-Identifier: Apache-2.0
#include "app/session/SkinningCheck.h"

#include "app/session/Session.h"
#include "engine/report/SkelRig.h"
#include "engine/skel/SkelBindings.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostFrames = 1000;

}  // namespace

SkinningCheck::SkinningCheck(Session& session) : session_(session) {
  session.document.observe(this, [this](const Document&) { forget(); });
  session.selection.observe(this, [this](const Selection&) { forget(); });
  session.scene.observe(this, [this](const std::shared_ptr<const Scene>&) {
    SkinningCheckState next = state.value();
    next.frame.reset();
    state.set(std::move(next));
  });
}

void SkinningCheck::forget() {
  job_.cancel();
  state.set({});
}

void SkinningCheck::cancel() {
  job_.cancel();
  SkinningCheckState next = state.value();
  next.isRunning = false;
  state.set(std::move(next));
}

std::string SkinningCheck::start() {
  const Document& document = session_.document.value();
  const auto& scene = session_.scene.value();
  if (!document.isOpen() || !scene) return "No scene is open.";
  if (!readDrawn_) return "Nothing is drawn, so there is nothing to check.";
  if (!session_.isSettled()) return "The picture is not there yet.";
  const Prim leading = document.stage->primAt(session_.selection.value().leading());
  const SkelRig rig = leading ? SkelRig(leading) : SkelRig();
  if (!rig) return rig.whyNot().empty() ? "No rig is selected." : rig.whyNot();
  SkinnedRig test{rig.skeleton(), findFollowers(rig.skeleton().prim(), rig.explained())};
  if (test.followers.empty()) return "Nothing follows " + rig.path().text() + ".";
  std::vector<Path> prims;
  for (const SkinningQuery& follower : test.followers) prims.push_back(follower.prim().path());
  DrawnFrame drawn = readDrawn_(prims);
  const ExtractOptions options{.pose = session_.view.value().pose,
                               .shapes = session_.shapeOverrides.value()};
  const double time = scene->time.time();
  state.set({.isRunning = true,
             .prim = rig.explained().path(),
             .time = time,
             .skinnedOn = drawn.skinnedOn});
  job_.start([this, stage = document.stage, scene, test = std::move(test),
              vertices = std::move(drawn.vertices), options, time,
              times = framesOf(session_.playback.value(), kMostFrames)](
                 std::stop_token stop) -> LatestJob::Show {
    auto frame = std::make_shared<const SkinCheck>(checkSkin(test, time, options, vertices, stop));
    auto extents =
        std::make_shared<const std::vector<ExtentCheck>>(checkExtents(test, times, stop));
    return [this, scene, frame, extents, count = times.size()] {
      SkinningCheckState found = state.value();
      found.isRunning = false;
      if (session_.scene.value() == scene) found.frame = frame;
      found.extents = extents;
      found.timeCount = count;
      state.set(std::move(found));
    };
  });
  return {};
}

}  // namespace usdscope
