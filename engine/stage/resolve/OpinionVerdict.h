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

/// How an opinion affects the resolved value.
enum class OpinionVerdict : std::uint8_t {
  Wins,            ///< Gives the value, or blocks it.
  Edited,          ///< Its array is edited by stronger opinions, or it is one more edit below them.
  Weaker,          ///< A stronger opinion gives the value.
  Blocked,         ///< A stronger block ended the search.
  AnimationBlock,  ///< Has no value itself, and hides weaker samples, splines and clips.
  AnimationBlocked,  ///< Has only animation, which a stronger AnimationBlock hides.
  NotAtDefaultTime,  ///< Has only animation, which does not apply at the default time.
  NoValue,           ///< The spec has no value.
  NotInManifest,     ///< A clip set whose manifest does not name the attribute.
  UniformInManifest,
  /// Composition ignores the site, for example because a relocate moves it away or the prim is a
  /// descendant of an instance.
  NotContributing,
  Muted,  ///< The layer is muted.
};

/// The verdict on an opinion.
struct JudgedOpinion {
  OpinionVerdict verdict = OpinionVerdict::NoValue;
  /// The kind of value that the spec has, even if it does not win; None if it has none. If it has
  /// several kinds, the one that is stronger at this kind of time.
  ValueSource offers = ValueSource::None;
  Value field;  ///< The default, samples or spline of a winner, as authored.
};

/// Whether the schema's fallback gives the value if no opinion does. A block hides the fallback at
/// the default time only, as in OpenUSD.
inline bool showsFallback(bool isBlocked, TimeKind kind) {
  return !isBlocked || kind == TimeKind::Numeric;
}

/// Returns the final verdict on an opinion, given that on the fallback: if the fallback wins in
/// spite of a block, the block does not win.
inline OpinionVerdict besideFallback(OpinionVerdict verdict, OpinionVerdict fallback) {
  const bool bothWin = verdict == OpinionVerdict::Wins && fallback == OpinionVerdict::Wins;
  return bothWin ? OpinionVerdict::Blocked : verdict;
}

/// Judges the opinions on one attribute. This file alone has the rules of strength and of blocks.
/// Within one layer the order is: samples, spline, default, then the clips anchored at the layer.
/// At the default time only defaults apply. (AOUSD core specification 12.3.)
///
/// Requires: opinions are judged strongest first.
class OpinionJudge {
 public:
  /// Without `givesReasons`, only the verdict Wins is reliable. Fields that cannot win are then not
  /// read.
  OpinionJudge(TimeKind kind, bool givesReasons)
      : isNumeric_(kind == TimeKind::Numeric), givesReasons_(givesReasons) {}

  JudgedOpinion judge(const PropertySpec& spec);
  /// Judges a clip set, which is weaker than its anchor layer and stronger than the next layer.
  /// `attribute` is the path in the clips.
  JudgedOpinion judge(const ClipSet& set, Path attribute);
  /// Judges the schema's fallback. Requires: all opinions have been judged.
  JudgedOpinion judgeFallback();

  /// Whether an opinion has won. It may be a block.
  bool isDecided() const { return isDecided_; }
  bool isBlocked() const { return isBlocked_; }

 private:
  JudgedOpinion win(ValueSource source, Value field);
  OpinionVerdict verdictOfWeaker() const {
    return isBlocked_ ? OpinionVerdict::Blocked : OpinionVerdict::Weaker;
  }

  const bool isNumeric_;
  const bool givesReasons_;
  bool isDecided_ = false;
  bool isBlocked_ = false;
  bool isAnimationBlocked_ = false;
};

}  // namespace usdscope
