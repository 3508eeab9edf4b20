// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/OpinionReport.h"

#include <algorithm>

#include "engine/definitions/PrimDefinition.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/Evaluate.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/stage/resolve/ResolveTrace.h"

namespace usdscope {
namespace {

/// What a spec holds by way of values.
void readSpec(const PropertySpec& spec, bool isNumeric, OpinionReport& out) {
  const Value samples = spec.field(fields::kTimeSamples);
  if (const auto* found = samples.find<TimeSamples>()) out.sampleCount = found->size();
  const bool hasSpline = spec.hasField(fields::kSpline);
  const Value value = spec.field(fields::kDefault);
  out.isBlock = value.isBlock();
  out.hasDefault = !value.isEmpty();
  if (isNumeric && out.sampleCount > 0) {
    out.offers = ValueSource::TimeSamples;
  } else if (isNumeric && hasSpline) {
    out.offers = ValueSource::Spline;
  } else if (out.hasDefault) {
    out.offers = ValueSource::Default;
  } else if (out.sampleCount > 0) {
    out.offers = ValueSource::TimeSamples;
  } else if (hasSpline) {
    out.offers = ValueSource::Spline;
  }
}

/// Goes through the opinions as value resolution does, but to the end.
class Weighing {
 public:
  Weighing(const Attribute& attribute, TimeCode time)
      : attribute_(attribute), prim_(attribute.prim()), time_(time), isNumeric_(time.isNumeric()) {}

  std::vector<OpinionReport> run() {
    const auto sets = prim_.stage().clipSets(prim_);
    const bool hasClips = prim_.mayHaveClips() && !sets->empty();
    for (OpinionWalk walk(prim_, attribute_.name(), WalkedSites::All); walk.next();) {
      const Opinion& opinion = walk.opinion();
      if (opinion.node != lastNode_) addMuted(lastNode_);
      lastNode_ = opinion.node;
      if (opinion.property) addSpec(opinion);
      if (hasClips) addClips(opinion, *sets);
    }
    addMuted(lastNode_);
    addSilentSites();
    std::ranges::stable_sort(opinions_, {}, &OpinionReport::node);
    addFallback();
    return std::move(opinions_);
  }

 private:
  void addSpec(const Opinion& opinion) {
    OpinionReport& out = opinions_.emplace_back();
    out.layer = opinion.layer();
    out.specPath = opinion.site->path.property(attribute_.name());
    out.node = opinion.node;
    readSpec(opinion.property, isNumeric_, out);
    const bool isAnimation =
        out.offers == ValueSource::TimeSamples || out.offers == ValueSource::Spline;
    const Value value = opinion.property.field(fields::kDefault);
    const bool stopsAnimation = value.holds<AnimationBlock>();
    if (out.offers == ValueSource::None) {
      out.outcome = OpinionVerdict::NoValue;
    } else if (isFound_) {
      out.outcome = lost();
    } else if (isAnimation && !isNumeric_) {
      out.outcome = OpinionVerdict::NotAtDefaultTime;
    } else if (isAnimation && isAnimationBlocked_) {
      takeDefault(value, out);
    } else if (isAnimation) {
      win(out);
    } else if (stopsAnimation) {
      out.outcome = OpinionVerdict::AnimationBlock;
      out.hasDefault = false;
      isAnimationBlocked_ = true;
    } else {
      win(out);
      isBlocked_ = out.isBlock;
    }
  }

  // Of a spec whose animation is blocked the default still counts.
  void takeDefault(const Value& value, OpinionReport& out) {
    out.outcome = OpinionVerdict::AnimationBlocked;
    if (value.isEmpty() || value.holds<AnimationBlock>()) return;
    out.offers = ValueSource::Default;
    win(out);
    isBlocked_ = out.isBlock;
  }

  void addClips(const Opinion& opinion, const std::vector<std::shared_ptr<const ClipSet>>& sets) {
    for (const auto& set : sets) {
      const Path site = opinion.site->path;
      if (set->definition().layer != opinion.layer() ||
          !set->appliesTo(*opinion.site->layerStack, site)) {
        continue;
      }
      OpinionReport& out = opinions_.emplace_back();
      out.offers = ValueSource::Clips;
      out.clips = set;
      out.node = opinion.node;
      out.specPath = set->pathInClips(site.property(attribute_.name()));
      const std::size_t clip = set->clipAt(isNumeric_ ? time_.time() : 0.0);
      out.layer = set->layerOf(clip);
      if (!out.layer) out.layer = set->manifest();
      if (!out.layer) out.layer = set->definition().layer;
      const PropertySpec own = out.layer->findProperty(out.specPath);
      const Value samples = own ? own.field(fields::kTimeSamples) : Value();
      if (const auto* found = samples.find<TimeSamples>()) out.sampleCount = found->size();
      if (!set->declares(out.specPath)) {
        const auto manifest = set->manifest();
        out.outcome = manifest && manifest->findProperty(out.specPath)
                          ? OpinionVerdict::UniformInManifest
                          : OpinionVerdict::NotInManifest;
      } else if (isFound_) {
        out.outcome = lost();
      } else if (!isNumeric_) {
        out.outcome = OpinionVerdict::NotAtDefaultTime;
      } else if (isAnimationBlocked_) {
        out.outcome = OpinionVerdict::AnimationBlocked;
      } else {
        win(out);
      }
    }
  }

  // Layers that would stand in the stack of a node, were they not muted: last of the node, since
  // muting forgets where they stood.
  void addMuted(std::uint32_t node) {
    if (node == PrimIndexNode::kNone) return;
    const PrimIndexNode& site = prim_.index().nodes()[node];
    const Stage& stage = prim_.stage();
    for (const std::string& missing : site.layerStack->missingLayers()) {
      if (!stage.request().mutedLayers.contains(missing)) continue;
      const auto opened = stage.layers().findOrOpen(missing);
      addSilent(opened->layer, site, node, OpinionVerdict::Muted);
    }
  }

  // Sites with specs that composition keeps from speaking, unless another node speaks for them.
  void addSilentSites() {
    const auto& nodes = prim_.index().nodes();
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      const PrimIndexNode& node = nodes[i];
      if (!node.hasSpecs || node.isLive()) continue;
      const bool isElsewhere = std::ranges::any_of(nodes, [&](const PrimIndexNode& other) {
        return other.isLive() && other.layerStack == node.layerStack && other.path == node.path;
      });
      if (isElsewhere) continue;
      for (const LayerStackEntry& entry : node.layerStack->entries()) {
        addSilent(entry.layer, node, i, OpinionVerdict::NotContributing);
      }
    }
  }

  void addSilent(const std::shared_ptr<const Layer>& layer, const PrimIndexNode& node,
                 std::uint32_t number, OpinionVerdict outcome) {
    const Path path = node.path.property(attribute_.name());
    const PropertySpec spec = layer ? layer->findProperty(path) : PropertySpec();
    if (!spec) return;
    OpinionReport& out = opinions_.emplace_back();
    readSpec(spec, isNumeric_, out);
    out.outcome = outcome;
    out.layer = layer;
    out.specPath = path;
    out.node = number;
  }

  void addFallback() {
    const auto* property = prim_.definition().findProperty(attribute_.name());
    if (!property || property->fallback.isEmpty()) return;
    OpinionReport& out = opinions_.emplace_back();
    out.offers = ValueSource::Fallback;
    out.hasDefault = true;
    // A block lets the fallback through at numeric times.
    const bool wins = !isFound_ || (isBlocked_ && isNumeric_);
    out.outcome = wins ? OpinionVerdict::Wins : lost();
    if (!wins || !isFound_) return;
    for (OpinionReport& opinion : opinions_) {
      if (&opinion != &out && opinion.outcome == OpinionVerdict::Wins) {
        opinion.outcome = OpinionVerdict::Blocked;
      }
    }
  }

  void win(OpinionReport& out) {
    out.outcome = OpinionVerdict::Wins;
    isFound_ = true;
  }
  OpinionVerdict lost() const {
    return isBlocked_ ? OpinionVerdict::Blocked : OpinionVerdict::Weaker;
  }

  const Attribute& attribute_;
  const Prim& prim_;
  const TimeCode time_;
  const bool isNumeric_;
  bool isFound_ = false;
  bool isBlocked_ = false;
  bool isAnimationBlocked_ = false;
  std::uint32_t lastNode_ = PrimIndexNode::kNone;
  std::vector<OpinionReport> opinions_;
};

bool isOf(const OpinionReport& opinion, const ResolveInfo& info) {
  if (!info.layer) return info.source == ValueSource::Fallback && !opinion.layer;
  if (opinion.offers != info.source) return false;
  if (info.clip) return opinion.specPath == info.specPath && opinion.node == info.node;
  return opinion.layer == info.layer && opinion.specPath == info.specPath &&
         opinion.node == info.node;
}

// Opinions that take part in making an array, those that edit it and the one that gives it.
void markEdited(const ResolveTrace& trace, std::vector<OpinionReport>& opinions) {
  for (const ArrayEditTrace& edit : trace.edits) {
    if (!edit.isEdit) continue;
    for (OpinionReport& opinion : opinions) {
      if (isOf(opinion, trace.info)) opinion.isEdit = true;
      if (isOf(opinion, edit.below.info)) opinion.outcome = OpinionVerdict::Edited;
    }
    markEdited(edit.below, opinions);
  }
}

// The clip set that wins speaks through a clip or through its manifest: not always the clip that
// plays. And animation may have no value at this time.
void tellOfWinner(const ValueOrigin& origin, const Attribute& attribute, TimeCode time,
                  std::vector<OpinionReport>& opinions) {
  const auto winner = std::ranges::find(opinions, OpinionVerdict::Wins, &OpinionReport::outcome);
  const bool isAnimation = origin.clips || origin.source == ValueSource::TimeSamples ||
                           origin.source == ValueSource::Spline;
  if (winner == opinions.end() || !isAnimation) return;
  const OriginValue value =
      evaluate(origin, time, attribute.prim().stage().request().interpolation);
  winner->givesNone = value.sampled.value.isBlock() || value.sampled.value.isEmpty();
  if (!origin.clips || !value.layer) return;
  winner->layer = value.layer;
  const PropertySpec spec = value.layer->findProperty(winner->specPath);
  const Value samples = spec ? spec.field(fields::kTimeSamples) : Value();
  const auto* found = samples.find<TimeSamples>();
  winner->sampleCount = found && !value.lower.isInManifest ? found->size() : 0;
  winner->hasDefault = value.lower.isInManifest && spec && spec.hasField(fields::kDefault);
}

}  // namespace

std::vector<OpinionReport> reportOpinions(const Attribute& attribute, TimeCode time) {
  std::vector<OpinionReport> opinions = Weighing(attribute, time).run();
  const ValueOrigin origin = findOrigin(attribute, kindOf(time));
  tellOfWinner(origin, attribute, time, opinions);
  if (editsArrays(origin)) markEdited(traceValue(origin, attribute, time), opinions);
  return opinions;
}

}  // namespace usdscope
