// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/layer/Layer.h"
#include "engine/stage/resolve/ResolveInfo.h"

namespace usdscope {

class ClipSet;

enum class TimeKind : std::uint8_t { Default, Numeric };

inline TimeKind kindOf(TimeCode time) {
  return time.isDefault() ? TimeKind::Default : TimeKind::Numeric;
}

/// The part that an opinion has in the value that is resolved.
enum class OpinionVerdict : std::uint8_t {
  Wins,              ///< Gives the value, or the block that there is instead.
  Edited,            ///< Gives the array that stronger opinions edit, or edits it too.
  Weaker,            ///< A stronger one gives the value.
  Blocked,           ///< A stronger block ended the search.
  AnimationBlock,    ///< Stops weaker samples, splines and clips, and gives no value itself.
  AnimationBlocked,  ///< Would give animation, but a stronger AnimationBlock stops it.
  NotAtDefaultTime,  ///< Has animation only, which does not apply at the default time.
  NoValue,           ///< The spec has no value.
  NotInManifest,     ///< A clip set whose manifest does not name the attribute.
  UniformInManifest,
  NotContributing,  ///< The site gives no opinions: private, below an instance, or culled.
  Muted,            ///< The layer is muted.
};

/// An opinion after it was judged.
struct JudgedOpinion {
  OpinionVerdict verdict = OpinionVerdict::NoValue;
  /// The strongest source in the spec that applies at the time, whether or not it wins.
  ValueSource offers = ValueSource::None;
  Value field;  ///< The default, samples or spline of a winner, as authored.
};

/// Whether the schema's fallback shows, when opinions end at a block or without a value. As in the
/// reference, a block hides it at the default time only.
inline bool showsFallback(bool isBlocked, TimeKind kind) {
  return !isBlocked || kind == TimeKind::Numeric;
}

/// Judges the opinions on one attribute. The rules of strength and of blocks stand here alone: in
/// each layer samples come before a spline, that before a default, that before clips anchored at
/// the layer; at the default time only defaults apply. (AOUSD core specification 12.3.)
///
/// Opinions are to be judged strongest first.
class OpinionJudge {
 public:
  /// Without `givesReasons` only the verdicts Wins are reliable, and no field is read that could
  /// not win.
  OpinionJudge(TimeKind kind, bool givesReasons)
      : isNumeric_(kind == TimeKind::Numeric), givesReasons_(givesReasons) {}

  JudgedOpinion judge(const PropertySpec& spec);
  /// A clip set at its place, right after its anchor layer. `attribute` is the path in the clips.
  JudgedOpinion judge(const ClipSet& set, Path attribute);
  /// The schema's fallback, after all opinions.
  JudgedOpinion judgeFallback();

  /// There is a winner, which may be a block.
  bool isDecided() const { return isDecided_; }
  bool isBlocked() const { return isBlocked_; }

 private:
  JudgedOpinion win(ValueSource source, Value field);
  OpinionVerdict verdictOfLoser() const {
    return isBlocked_ ? OpinionVerdict::Blocked : OpinionVerdict::Weaker;
  }

  const bool isNumeric_;
  const bool givesReasons_;
  bool isDecided_ = false;
  bool isBlocked_ = false;
  bool isAnimationBlocked_ = false;
};

}  // namespace usdscope
