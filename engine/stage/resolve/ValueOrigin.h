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

/// The opinion that gives an attribute its values. One origin holds for all numeric times, another
/// for the default time. (UsdResolveInfo.)
///
/// Immutable. Valid while the stage lives.
struct ValueOrigin {
  ValueSource source = ValueSource::None;
  bool isBlocked = false;  ///< A block ended the search; then source is None or Fallback.
  Opinion opinion;         ///< The winner; for clips their anchor. Empty for None and Fallback.
  ValueAnchor anchor;      ///< The place of `opinion`.
  LayerOffset layerFromStage;
  Value field;  ///< Default, fallback, TimeSamples or Spline, as authored.
  std::shared_ptr<const ClipSet> clips;
  ClipAttribute inClips;
  Prim prim;  ///< The attribute.
  Token name;
  /// The origin of the array that this one edits. Only filled in by a search that goes through all
  /// opinions; see findEditedOrigin().
  std::shared_ptr<const ValueOrigin> edited;
};

/// A place on the walk through all opinions on an attribute: a spec, a clip set, or the fallback.
struct OpinionStop {
  const Opinion* opinion = nullptr;  ///< The layer, for a clip set its anchor; null: the fallback.
  std::shared_ptr<const ClipSet> clips;  ///< Null unless this is a clip set.
  Path pathInClips;
  JudgedOpinion judged;
};
using OpinionVisitor = std::function<void(const OpinionStop&)>;

/// Walks the opinions, strongest first, up to the one that wins.
ValueOrigin findOrigin(const Attribute& attribute, TimeKind kind);

/// Finds the same origin, but goes through all opinions and reports each with its verdict.
ValueOrigin findOrigin(const Attribute& attribute, TimeKind kind, const OpinionVisitor& visit);

/// The origin of what an opinion that edits an array edits: the strongest one below it.
ValueOrigin findEditedOrigin(const ValueOrigin& origin, TimeKind kind);

/// The origin of the sample times of clips that give splines, which have none themselves. As in the
/// reference, these are the sample times of the next weaker source.
ValueOrigin findOriginBelowSplineClips(const ValueOrigin& origin);

/// Whether the opinion edits arrays instead of giving them: a default, or samples of which the
/// first or the last one is an edit.
bool editsArrays(const ValueOrigin& origin);

/// Whether a clip set stands right after an opinion in strength.
bool isAnchoredAt(const ClipSet& set, const Opinion& opinion);

}  // namespace usdscope
