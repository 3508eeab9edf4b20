// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/session/Observable.h"
#include "app/session/playback/SampleTicks.h"
#include "app/session/tasks/LatestTask.h"

namespace usdscope {

class Session;

/// How the authored range of a scene and its samples go together.
struct RangeAdvice {
  /// Says how they disagree; empty if they agree, or while the samples have not been read.
  std::string sentence;
  /// The range of the samples; empty if nothing varies, or while they have not been read.
  std::optional<std::pair<double, double>> samples;
  /// The authored range; empty if none is authored, or if it has no frames to play.
  std::optional<std::pair<double, double>> authored;
  bool operator==(const RangeAdvice&) const = default;
};

/// Compares an authored range with the samples.
RangeAdvice adviseRange(const TimeCodeRange& authored, const SampleSpan& samples);

/// Compares the range of the open scene with its samples, which it reads in the background without
/// opening clips, and plays the range that the user prefers. It never changes a layer. Commands
/// return a sentence that says why they are impossible; else empty. GUI thread only.
class RangeDoctor : public QObject {
  Q_OBJECT
 public:
  explicit RangeDoctor(Session& session);

  Observable<RangeAdvice> advice;

  /// Whether the samples have a range, which is not the range that plays.
  bool canUseSamples() const;
  /// Whether a range is authored, which is not the range that plays.
  bool canUseAuthored() const;
  /// Sets the range that the playback bar shows and plays.
  std::string useSamples();
  std::string useAuthored();

 private:
  void examine();
  void advise();

  Session& session_;
  std::string file_;  ///< The file that `span_` belongs to.
  std::optional<SampleSpan> span_;
  LatestTask reading_;
};

}  // namespace usdscope
