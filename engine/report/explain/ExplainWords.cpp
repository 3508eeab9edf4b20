// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainWords.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/report/explain/ClipFileState.h"
#include "engine/report/explain/ExplainClip.h"
#include "engine/report/explain/ExplainSamples.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

const OpinionReport* findVerdict(const std::vector<OpinionReport>& all, OpinionVerdict verdict) {
  const auto found = std::ranges::find(all, verdict, &OpinionReport::verdict);
  return found == all.end() ? nullptr : &*found;
}

std::string nameOf(const OpinionReport* opinion) {
  return opinion && opinion->layer ? quotedName(*opinion->layer) : "the schema";
}

// The opinion whose block hides weaker ones.
const OpinionReport* blockOf(const std::vector<OpinionReport>& all) {
  const auto found = std::ranges::find_if(all, [](const OpinionReport& opinion) {
    return opinion.isBlock &&
           (opinion.verdict == OpinionVerdict::Wins || opinion.verdict == OpinionVerdict::Blocked);
  });
  return found == all.end() ? nullptr : &*found;
}

std::string sampledText(const ResolveTrace& trace, TimeCode time) {
  const std::string layer = quotedName(*trace.info.layer);
  if (time.isEarliest()) {
    if (trace.spline) return layer + samplesText(trace);
    return fmt::format("{}, its first sample{}", layer,
                       trace.samples == SampleUse::Blocked ? ", which is a block: no value" : "");
  }
  // editsText() describes values between two edits.
  return fmt::format("{} at {}{}", layer, timeText(trace.fileTime),
                     trace.edits.size() > 1 ? std::string() : samplesText(trace));
}

// Describes the arrays that edits are applied to, and when; empty if nothing is edited.
std::string editsText(const ResolveTrace& trace, TimeCode time);

// Describes the opinion that gives a value, with the arrays that it edits. `fault` is that of
// clipText().
std::string authoredText(const ResolveTrace& trace, TimeCode time, const std::string& fault = {}) {
  switch (trace.info.source) {
    case ValueSource::Default:
      return fmt::format("the default in {}{}", quotedName(*trace.info.layer),
                         editsText(trace, time));
    case ValueSource::Clips:
      return clipText(trace, time, fault) + editsText(trace, time);
    case ValueSource::TimeSamples:
    case ValueSource::Spline:
      return sampledText(trace, time) + editsText(trace, time);
    case ValueSource::Fallback:
      return "the fallback";
    case ValueSource::None:
      return trace.info.isBlocked ? "nothing, because weaker opinions are blocked"
                                  : "an empty array";
  }
  return {};
}

std::string editsText(const ResolveTrace& trace, TimeCode time) {
  if (trace.edits.empty()) return {};
  const ArrayEditTrace& first = trace.edits.front();
  if (trace.edits.size() == 1) {
    return ", which edits " + authoredText(first.edited, first.time);
  }
  const auto partText = [](const ArrayEditTrace& edit) {
    const std::string at = timeText(edit.time);
    if (!edit.isEdit) return fmt::format("at {} (not an edit)", at);
    return fmt::format("at {} (an edit of {})", at, authoredText(edit.edited, edit.time));
  };
  const ArrayEditTrace& last = trace.edits.back();
  return fmt::format(", {} between the arrays {} and {}",
                     interpolationText(time.time(), first.time.time(), last.time.time()),
                     partText(first), partText(last));
}

// The reason of an opinion that wins, but has no value at the time.
std::string noneText(const OpinionReport& opinion) {
  if (opinion.isManifestBlock) {
    return opinion.hasDefault
               ? "its manifest has a block as default, which blocks the value"
               : "its manifest declares the attribute without a default, which blocks the value";
  }
  if (opinion.offers == ValueSource::TimeSamples || opinion.sampleCount > 0) {
    return "blocks the value at this time";
  }
  return "has no value at this time";
}

// How the time codes in a value were mapped from the layer to the stage.
std::string timeCodesText(const Explanation& explanation) {
  const ResolveInfo& info = explanation.trace.info;
  const bool isMapped = explanation.value.kind() == ValueKind::TimeCode &&
                        info.source != ValueSource::Clips && !info.offset.isIdentity();
  if (!isMapped) return {};
  return fmt::format(" A time code t of the layer is {} + {} t on the stage.",
                     timeText(info.offset.offset), timeText(info.offset.scale));
}

// Returns the set of the clip that plays; null if no clip does.
const ClipSet* playedSet(const Explanation& explanation) {
  const OpinionReport* winner = findVerdict(explanation.opinions, OpinionVerdict::Wins);
  return explanation.trace.clip && winner ? winner->clips.get() : nullptr;
}

// Returns the state of the file of the clip that plays; readable if its file does not matter.
ClipFileState fileStateOf(const Explanation& explanation) {
  const ClipSet* set = playedSet(explanation);
  if (!set) return {};
  const ClipTrace& clip = *explanation.trace.clip;
  if (!clip.clipHasSamples && clip.isBlockedByManifest) return {};
  return clipFileState(explanation.attribute.prim().stage(), *set, clip.playing);
}

// Says which file of a template is missing at the time, so that another clip plays; empty if none
// is.
std::string templateText(const Explanation& explanation) {
  const ClipSet* set = playedSet(explanation);
  if (!set || !explanation.time.isNumeric()) return {};
  const ClipTrace& clip = *explanation.trace.clip;
  const Prim anchor = explanation.attribute.prim().stage().primAt(clip.anchor);
  return holeText(anchor, *set, clip.playing, explanation.time);
}

// Says that the next clip, up to whose start the clip that plays would be interpolated, gives no
// values because of its file; empty if it does.
std::string nextClipText(const Explanation& explanation) {
  const ClipSet* set = playedSet(explanation);
  if (!set) return {};
  const ClipTrace& clip = *explanation.trace.clip;
  const ResolveInfo& info = explanation.trace.info;
  const std::size_t next = clip.playing + 1;
  const bool reachesNext = clip.clipHasSamples && info.samples != SampleUse::Spline &&
                           info.upperTime > info.lowerTime && info.upperTime >= clip.to &&
                           next < set->clips().size() && isInterpolating(explanation.value.kind());
  if (!reachesNext) return {};
  if (set->isBlockedByManifest(next, info.specPath)) return {};
  const ClipFileState state = clipFileState(explanation.attribute.prim().stage(), *set, next);
  if (!state.isEmpty()) return {};
  return fmt::format(" The next clip `{}` {}.{}", state.name, faultWords(state), remarkOn(state));
}

// Describes where the value comes from.
std::string sourceSentence(const Explanation& explanation) {
  const ResolveInfo& info = explanation.trace.info;
  const OpinionReport* block = blockOf(explanation.opinions);
  switch (info.source) {
    case ValueSource::None:
      if (info.isBlocked) return fmt::format("No value: {} blocks it.", nameOf(block));
      if (explanation.opinions.empty()) {
        return "No value: no layer has an opinion, and there is no fallback.";
      }
      if (const std::string fault = faultySetText(explanation); !fault.empty()) {
        return fmt::format("No value: {}.", fault);
      }
      return explanation.time.isDefault()
                 ? "No value: no layer has a default, and there is no fallback."
                 : "No value: no layer gives one, and there is no fallback.";
    case ValueSource::Fallback: {
      const Token schema = explanation.attribute.prim().schemaTypeName();
      const std::string fallback = schema
                                       ? fmt::format("The fallback of the schema {}", schema.text())
                                       : std::string("The fallback of an applied schema");
      if (info.isBlocked) {
        return explanation.time.isDefault()
                   ? fmt::format("No value: {} blocks it.", nameOf(block))
                   : fmt::format("{}; {} blocks the authored values.", fallback, nameOf(block));
      }
      const std::string fault = faultySetText(explanation);
      return fmt::format("{}; {}.", fallback, fault.empty() ? "no layer gives a value" : fault);
    }
    case ValueSource::Default: {
      const bool isSame = !explanation.time.isDefault() && explanation.trace.edits.empty();
      return fmt::format("The default in {}{}{}.{}", quotedName(*info.layer),
                         isSame ? ", the same at all times" : "",
                         editsText(explanation.trace, explanation.time),
                         timeCodesText(explanation));
    }
    case ValueSource::Clips:
    case ValueSource::TimeSamples:
    case ValueSource::Spline: {
      const ClipFileState file = fileStateOf(explanation);
      return authoredText(explanation.trace, explanation.time, faultWords(file)) + '.' +
             timeCodesText(explanation) + remarkOn(file) + templateText(explanation) +
             nextClipText(explanation);
    }
  }
  return {};
}

}  // namespace

std::string nameOfFile(const std::string& path) {
  const std::size_t end = path.ends_with(']') ? path.size() - 1 : path.size();
  const std::size_t slash = path.find_last_of("/[", end - 1);
  return path.substr(slash == std::string::npos ? 0 : slash + 1,
                     slash == std::string::npos ? end : end - slash - 1);
}

std::string quotedName(const Layer& layer) {
  if (layer.isAnonymous()) {
    return layer.identifier() == "anon:generated_manifest" ? "the generated manifest"
                                                           : "the session layer";
  }
  return '`' + nameOfFile(layer.identifier()) + '`';
}

std::string clipSetName(const OpinionReport& opinion) {
  return opinion.clips ? opinion.clips->name() : std::string();
}

std::string sentenceOf(const Explanation& explanation) {
  std::string text = sourceSentence(explanation);
  const ValueSource source = explanation.trace.info.source;
  if (source == ValueSource::Clips) return text;
  if (source == ValueSource::Default || source == ValueSource::TimeSamples ||
      source == ValueSource::Spline) {
    std::string fault = faultySetText(explanation);
    // It begins with "the".
    if (!fault.empty()) text += " T" + fault.substr(1) + '.';
  }
  for (const UnreachedClips& clips : explanation.unreached) {
    text += fmt::format(" No values from the clip set `{}`: {}.", clips.set, clips.reason);
  }
  return text;
}

std::string reasonOf(const OpinionReport& opinion, const std::vector<OpinionReport>& all) {
  switch (opinion.verdict) {
    case OpinionVerdict::Wins:
      if (opinion.isBlock) return "blocks the value";
      if (opinion.givesNoValue) return noneText(opinion);
      if (opinion.isEdit) return "edits the array that weaker opinions give";
      return opinion.layer ? "gives the value" : "nothing stronger gives a value";
    case OpinionVerdict::Edited:
      return opinion.isEdit ? "edits the array too" : "gives the array that is edited";
    case OpinionVerdict::Weaker:
      return "weaker than " + nameOf(findVerdict(all, OpinionVerdict::Wins));
    case OpinionVerdict::Blocked:
      if (&opinion == blockOf(all)) return "blocks weaker opinions; only the fallback remains";
      return "hidden by the block in " + nameOf(blockOf(all));
    case OpinionVerdict::AnimationBlock:
      return "stops weaker animation, and gives no value itself";
    case OpinionVerdict::AnimationBlocked:
      return "its animation is stopped by " +
             nameOf(findVerdict(all, OpinionVerdict::AnimationBlock));
    case OpinionVerdict::NotAtDefaultTime:
      return "animation does not apply at the default time";
    case OpinionVerdict::NoValue:
      return "has no value";
    case OpinionVerdict::NotInManifest:
      return undeclaredText(opinion);
    case OpinionVerdict::UniformInManifest:
      return "uniform in the manifest, so that clips do not give it";
    case OpinionVerdict::NotContributing:
      return "composition ignores this site";
    case OpinionVerdict::Muted:
      return "the layer is muted";
  }
  return {};
}

}  // namespace usdscope
