// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/OpinionVerdict.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/stage/resolve/StageValue.h"

namespace usdscope {

class Attribute;

/// The opinion that gives an attribute its values. An attribute has one origin for all numeric
/// times and another one for the default time. (UsdResolveInfo.)
///
/// Immutable. Valid while the stage lives.
struct ValueOrigin {
  ValueSource source = ValueSource::None;
  bool isBlocked = false;  ///< A block ended the search. `source` is then None or Fallback.
  /// The winning opinion; for clips, the anchor of the clip set. Empty for None and Fallback.
  Opinion opinion;
  ValueAnchor anchor;  ///< The anchor of values in `opinion`.
  LayerOffset layerFromStage;
  Value field;  ///< The default, fallback, TimeSamples or Spline, as authored. Empty for clips.
  std::shared_ptr<const ClipSet> clips;
  ClipAttribute inClips;
  Prim prim;  ///< `prim` and `name` identify the attribute.
  Token name;
  /// If a value of this origin may be an array edit, the origin of the edited array. Set only by
  /// searches that continue after the winner; see findEditedOrigin().
  std::shared_ptr<const ValueOrigin> edited;
};

/// One opinion on an attribute during a walk: a spec, a clip set, or the fallback.
struct OpinionStop {
  /// The layer's opinion; for a clip set, that of its anchor layer; null for the fallback.
  const Opinion* opinion = nullptr;
  std::shared_ptr<const ClipSet> clips;  ///< Null unless the opinion is that of a clip set.
  Path pathInClips;
  JudgedOpinion judged;
};
using OpinionVisitor = std::function<void(const OpinionStop&)>;

/// Walks the opinions, strongest first, and stops at the winner.
ValueOrigin findOrigin(const Attribute& attribute, TimeKind kind);

/// Like findOrigin() without `visit`, but walks all opinions and reports each one with its verdict.
ValueOrigin findOrigin(const Attribute& attribute, TimeKind kind, const OpinionVisitor& visit);

/// Returns the origin of the array that `origin` edits: the strongest weaker opinion with a value.
/// Requires: `origin` edits an array.
ValueOrigin findEditedOrigin(const ValueOrigin& origin, TimeKind kind);

/// Returns the origin of the sample times of an attribute whose clips have splines. Splines have no
/// samples; as in OpenUSD, the sample times are those of the next weaker source.
ValueOrigin findOriginBelowSplineClips(const ValueOrigin& origin);

/// Whether the origin edits arrays of weaker opinions instead of having arrays: its default is an
/// array edit, or its first or last sample is.
bool editsArrays(const ValueOrigin& origin);

/// Whether a clip set is anchored at the layer of an opinion, so that it is the next weaker one.
bool isAnchoredAt(const ClipSet& set, const Opinion& opinion);

}  // namespace usdscope
