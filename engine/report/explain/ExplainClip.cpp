// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainClip.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/report/explain/ClipFileState.h"
#include "engine/report/explain/ExplainSamples.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

// Layers that scale time may stretch the gap.
constexpr double kLongestJump = 2.0 * ClipTimeMap::kJumpStep;

/// Describes a clip's part in a value. "The clip" is the one that plays.
class ClipWords {
 public:
  ClipWords(const ResolveTrace& trace, TimeCode time, const std::string& fault)
      : trace_(trace),
        clip_(*trace.clip),
        time_(time),
        fault_(fault),
        file_('`' + nameOfFile(trace.info.clip->file) + '`') {}

  std::string text() const {
    const bool isLinear = trace_.info.samples == SampleUse::Linear;
    if (!time_.isEarliest() && !std::isfinite(trace_.fileTime)) {
      return file_ + " at no time, because its clip times are not finite here";
    }
    if (clip_.lower.isInManifest && (!isLinear || clip_.upper.isInManifest)) return manifestText();
    if (clip_.lower.use == SampleUse::Spline) return isLinear ? betweenSplines() : splineText();
    if (clip_.isFromOwnSamples) return at() + samplesText(trace_);
    return isLinear ? interpolated() : held();
  }

 private:
  std::string at() const {
    return time_.isEarliest() ? "the first clip " + file_
                              : fmt::format("{} at {}", file_, timeText(trace_.fileTime));
  }

  bool isInPlayingClip(const ClipSample& sample) const {
    return !sample.isInManifest && sample.clip == trace_.clip->playing;
  }

  static std::string manifest(const ClipSample& sample) {
    if (!sample.layer) return "no manifest";
    return sample.layer->isAnonymous() ? quotedName(*sample.layer)
                                       : "the manifest " + quotedName(*sample.layer);
  }

  std::string wanted() const { return fmt::format(", wanted at {},", timeText(trace_.fileTime)); }

  // Says that the clip has no samples, or no spline, of the attribute, and why.
  std::string lacking(const char* what) const {
    if (!fault_.empty()) {
      return fmt::format("{} {}", time_.isEarliest() ? at() : file_ + wanted(), fault_);
    }
    if (clip_.isBlockedByManifest) {
      return at() + " has no values of it, because a block in the manifest says so";
    }
    return fmt::format("{} has no {} of it", at(), what);
  }

  std::string manifestText() const {
    const ClipSample& lower = clip_.lower;
    if (trace_.samples != SampleUse::Blocked) {
      return fmt::format("{}, and the default in {} is used instead", lacking("samples"),
                         manifest(lower));
    }
    const PropertySpec declared =
        lower.layer ? lower.layer->findProperty(trace_.info.specPath) : PropertySpec();
    const std::string how = declared && declared.hasField(fields::kDefault)
                                ? "declares it with a block as default"
                                : "declares it without a default";
    return fmt::format("{}, and {} {}, which blocks it: no value, not even from weaker opinions",
                       lacking("samples"), manifest(lower), how);
  }

  std::string splineText() const {
    if (isInPlayingClip(clip_.lower)) return at() + samplesText(trace_);
    return fmt::format("{}: the spline of {} at {} is used{}", lacking("spline"),
                       quotedName(*clip_.lower.layer), timeText(clip_.lower.time),
                       samplesText(trace_));
  }

  std::string betweenSplines() const {
    const ResolveInfo& info = trace_.info;
    return fmt::format("{}: {} from the end of {} at {} to the start of {} at {}",
                       lacking("spline"), way(), quotedName(*clip_.lower.layer),
                       timeText(info.lowerTime), quotedName(*clip_.upper.layer),
                       timeText(info.upperTime));
  }

  std::string way() const {
    return interpolationText(time_.time(), trace_.info.lowerTime, trace_.info.upperTime);
  }

  // The value of the set at a time of its own: a sample of a clip, or a value between samples.
  std::string sampleOf(const ClipSample& sample) const {
    if (sample.isInManifest) return "the default in " + manifest(sample);
    const bool isOwn = isInPlayingClip(sample);
    const std::string name = quotedName(*sample.layer);
    if (sample.use == SampleUse::Exact || sample.use == SampleUse::Blocked) {
      const std::string number = timeText(sample.lowerTime);
      return isOwn ? "its sample " + number : fmt::format("sample {} of {}", number, name);
    }
    const std::string number = timeText(sample.time);
    return fmt::format("{} ({})", isOwn ? "its value at " + number : name + " at " + number,
                       samplesText(sample));
  }

  std::string upper() const {
    const std::string from = timeText(trace_.info.upperTime);
    if (clip_.upper.isInManifest) {
      return fmt::format("{}, which applies from {} on", sampleOf(clip_.upper), from);
    }
    if (isInPlayingClip(clip_.upper)) return sampleOf(clip_.upper);
    return fmt::format("the start of {}, which takes over at {}", quotedName(*clip_.upper.layer),
                       from);
  }

  // The beginning of a sentence about a value that needs more than the clip's own samples.
  std::string beginning(const std::string& joint = ", ") const {
    return clip_.clipHasSamples ? at() + joint : lacking("samples") + ": ";
  }

  std::string interpolated() const {
    return fmt::format("{}{} from {} {} {}", beginning(), way(), sampleOf(clip_.lower),
                       isInPlayingClip(clip_.upper) ? "to" : "towards", upper());
  }

  // Whether the time lies in the gap of a few nanoseconds that keeps the two sides of a jump of
  // clip times apart. No sample of the clip is read at the clip times within it.
  bool isWithinJump() const {
    const double length = trace_.info.upperTime - trace_.info.lowerTime;
    return time_.isNumeric() && length > 0.0 && length <= kLongestJump &&
           time_.time() > trace_.info.lowerTime && time_.time() < trace_.info.upperTime &&
           clip_.clipHasSamples && isInPlayingClip(clip_.lower);
  }

  std::string held() const {
    const ResolveInfo& info = trace_.info;
    if (info.samples != SampleUse::Blocked && isWithinJump()) {
      // The left side of the gap lies a few nanoseconds before the authored times.
      const double time = std::round(clip_.lower.time * 1e6) / 1e6;
      return fmt::format("{} at {}, just before its clip times jump at {}", file_, timeText(time),
                         timeText(info.upperTime));
    }
    const std::string lower = sampleOf(clip_.lower);
    if (info.samples == SampleUse::Blocked) {
      return fmt::format("{}{} is a block: no value", beginning(", where "), lower);
    }
    std::string until;
    if (info.upperTime > info.lowerTime) {
      until = info.upperTime == clip_.to
                  ? fmt::format(" until the next clip takes over at {}", timeText(clip_.to))
                  : " until " + timeText(trace_.upper);
    }
    return fmt::format("{}held from {}{}", beginning(), lower, until);
  }

  const ResolveTrace& trace_;
  const ClipTrace& clip_;
  const TimeCode time_;
  const std::string& fault_;
  const std::string file_;
};

// Whether a clip set that does not give an attribute has a prim path that names nothing.
bool hasWrongPrimPath(const OpinionReport& opinion, const Layer& manifest) {
  const ClipSet& set = *opinion.clips;
  const bool isClip = opinion.layer.get() != &manifest && opinion.layer != set.definition().layer;
  return isClip && !opinion.layer->findPrim(set.primPath()) && !manifest.findPrim(set.primPath());
}

std::string noPrimText(const OpinionReport& opinion) {
  return fmt::format("{} has no prim <{}>", quotedName(*opinion.layer),
                     opinion.clips->primPath().text());
}

// Whether some clip of a set can be opened. Opens clips up to the first one that can.
bool hasReadableClip(const ClipSet& set) {
  for (std::size_t clip = 0; clip < set.clips().size(); ++clip) {
    if (!set.faultOf(clip)) return true;
  }
  return false;
}

// Says why no clip of a set gives values, if none can be opened.
std::string unreadableText(const Explanation& explanation, const ClipSet& set) {
  const TimeCode time = explanation.time;
  const std::size_t clip = time.isNumeric() ? set.clipAt(time.time()) : 0;
  const ClipFileState state = clipFileState(explanation.attribute.prim().stage(), set, clip);
  const std::string words =
      faultWords(state) + (state.reader.empty() ? std::string() : ": " + state.reader);
  if (set.clips().size() == 1) return fmt::format("its only clip `{}` {}", state.name, words);
  return fmt::format("none of its clips can be read, and here plays `{}`, which {}", state.name,
                     words);
}

std::string manifestName(const ClipSet& set) {
  return '`' + nameOfFile(set.definition().manifestAssetPath.value_or(std::string())) + '`';
}

}  // namespace

std::string clipText(const ResolveTrace& trace, TimeCode time, const std::string& fault) {
  // Clip time that runs forwards is not worth a word.
  const bool isBackwards = !trace.clip->isClipTimeConstant && trace.clip->setFromClip.scale < 0.0;
  return fmt::format("{}; clip set `{}` on {}{}", ClipWords(trace, time, fault).text(),
                     trace.info.clip->set, trace.clip->anchor.text(),
                     isBackwards ? ", whose clip times run backwards here" : "");
}

std::string undeclaredText(const OpinionReport& opinion) {
  const ClipSet& set = *opinion.clips;
  const auto manifest = set.manifest();
  if (!manifest) {
    return fmt::format("the manifest {} cannot be opened, so the clips provide no values",
                       manifestName(set));
  }
  if (hasWrongPrimPath(opinion, *manifest)) return noPrimText(opinion);
  if (set.hasGeneratedManifest()) {
    return hasReadableClip(set) ? "no clip of the set that can be opened has samples of it"
                                : "no clip of the set can be opened";
  }
  return fmt::format("not in the manifest {} of the clip set", manifestName(set));
}

bool saysNothing(const OpinionReport& opinion) {
  if (opinion.verdict != OpinionVerdict::NotInManifest || !opinion.clips) return false;
  if (opinion.clips->hasGeneratedManifest() || opinion.sampleCount > 0) return false;
  if (opinion.layer->findProperty(opinion.specPath)) return false;
  const auto manifest = opinion.clips->manifest();
  return manifest && !hasWrongPrimPath(opinion, *manifest);
}

std::string faultySetText(const Explanation& explanation) {
  if (explanation.time.isDefault()) return {};
  for (const OpinionReport& opinion : explanation.opinions) {
    // The clips would not win against the opinions before them.
    if (opinion.verdict == OpinionVerdict::AnimationBlock) return {};
    if (opinion.verdict == OpinionVerdict::Wins) return {};
    if (opinion.verdict != OpinionVerdict::NotInManifest) continue;
    const ClipSet& set = *opinion.clips;
    const PropertySpec own = opinion.layer->findProperty(opinion.specPath);
    const bool hasValues = opinion.sampleCount > 0 || (own && own.hasField(fields::kSpline));
    const auto manifest = set.manifest();
    std::string fault;
    if (!manifest) {
      fault = fmt::format("its manifest {} cannot be opened", manifestName(set));
    } else if (hasWrongPrimPath(opinion, *manifest)) {
      fault = noPrimText(opinion);
    } else if (set.hasGeneratedManifest()) {
      if (hasReadableClip(set)) continue;
      fault = unreadableText(explanation, set);
    } else if (hasValues) {
      fault = fmt::format("its manifest {} does not declare `{}`", manifestName(set),
                          explanation.attribute.name().text());
    } else {
      continue;
    }
    return fmt::format("the clip set `{}` {} {}", set.name(),
                       hasValues ? "would give a value, but" : "gives no value, because", fault);
  }
  return {};
}

}  // namespace usdscope
