// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/StageValue.h"

// The values that playback asks for: those of attributes with samples in each clip that plays.

namespace usdscope {
namespace {

Value valueIn(const ClipTable::Samples& samples, const ClipTime& at,
              InterpolationType interpolation) {
  const Array<double>& times = samples.times();
  if (times.size() == 1) return samples.value(0);
  const SampleBracket around = findBracket(times.span(), at.place.clipTime);
  if (around.lower == around.upper) return samples.value(around.lower);
  return combineSamples(
             at.place.clipTime, times[around.lower], times[around.upper],
             samples.value(around.lower), [&] { return samples.value(around.upper); },
             interpolation)
      .value;
}

}  // namespace

// Finds the samples around a moment, as bracket() does if each clip contributes. Returns false if
// the clip that plays has none.
bool ClipSet::plan(ClipMoment& moment, const Array<double>& times) const {
  const ClipTime& at = moment.at;
  const auto own = bracketInClip(clips_[at.clip], timeMap_, times, at.place);
  if (!own) return false;
  moment.lower = moment.upper = own->inSet.lower;
  if (own->inSet.lower != own->inSet.upper || moment.setTime <= own->inSet.upper) {
    moment.upper = own->inSet.upper;
  } else if (at.clip + 1 < clips_.size()) {
    // After the last sample of a clip, values are interpolated up to the start of the next clip.
    moment.upper = clips_[at.clip + 1].start;
  }
  moment.lowerAt = moment.lower == moment.setTime ? at : clipTimeAt(moment.lower);
  moment.upperAt = moment.upper == moment.lower ? moment.lowerAt : clipTimeAt(moment.upper);
  moment.times = times;
  return true;
}

Value ClipSet::tabledValueAt(const ClipAttribute& attribute, TimeCode stageTime,
                             InterpolationType interpolation, ClipPins* pins) const {
  if (attribute.hasSplines || stageTime.isPreTime() || definition_.interpolatesMissing) return {};
  const double setTime = mappedTime(stageTime, setFromStage_).time();
  std::optional<ClipPins> own;
  ClipPins& open = pins ? *pins : own.emplace();
  ClipMoment& moment = open.moment();
  if (moment.set != this || moment.setTime != setTime) {
    moment = {.set = this, .setTime = setTime, .at = clipTimeAt(setTime)};
  }
  notePlayed(moment.at.clip, attribute.path);
  const auto samplesOf = [&](std::size_t clip) {
    const ClipTable* table = open.table(*files_[clips_[clip].file], *layers_);
    return table ? table->find(attribute.path, attribute.row, *layers_) : nullptr;
  };
  const ClipTable::Samples* playing = samplesOf(moment.at.clip);
  if (!playing) return {};
  const Array<double>& times = playing->times();
  if (!moment.times.sharesStorageWith(times) && !plan(moment, times)) return {};

  const ClipTable::Samples* lower =
      moment.lowerAt.clip == moment.at.clip ? playing : samplesOf(moment.lowerAt.clip);
  if (!lower) return {};
  Value value = valueIn(*lower, moment.lowerAt, interpolation);
  if (moment.lower != moment.upper) {
    bool isKnown = true;
    const auto above = [&] {
      const ClipTable::Samples* upper = samplesOf(moment.upperAt.clip);
      isKnown = upper != nullptr;
      return upper ? valueIn(*upper, moment.upperAt, interpolation) : Value();
    };
    value =
        combineSamples(setTime, moment.lower, moment.upper, std::move(value), above, interpolation)
            .value;
    if (!isKnown) return {};
  }
  return dependsOnAnchor(value) ? Value() : value;
}

}  // namespace usdscope
