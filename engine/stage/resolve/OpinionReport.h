// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/stage/resolve/OpinionVerdict.h"
#include "engine/stage/resolve/ResolveTrace.h"

namespace usdscope {

/// An opinion of one layer, one clip set or the schema on an attribute, and its verdict.
struct OpinionReport {
  static constexpr std::uint32_t kNoEntry = 0xFFFFFFFFu;

  OpinionVerdict verdict = OpinionVerdict::NoValue;
  /// The strongest source in it that applies at the time, whether or not it wins.
  ValueSource offers = ValueSource::None;
  /// Null for the schema. For a clip set that wins, the layer of its value, else the clip that
  /// plays.
  std::shared_ptr<const Layer> layer;
  Path specPath;                         ///< In that layer; empty for the schema.
  std::size_t sampleCount = 0;           ///< Time samples there.
  bool hasDefault = false;               ///< There is a default too.
  bool isBlock = false;                  ///< The default is a block.
  bool isEdit = false;                   ///< It edits an array that weaker opinions give.
  bool givesNoValue = false;             ///< It wins, but there is no value at this time.
  std::uint32_t node = 0;                ///< Into the nodes of the prim index.
  std::uint32_t entry = kNoEntry;        ///< Into the node's layer stack; kNoEntry: a muted layer.
  std::shared_ptr<const ClipSet> clips;  ///< Null unless this is a clip set.
};

/// A value with everything on how it came about.
struct ResolveReport {
  Value value;  ///< Empty: there is none.
  ResolveTrace trace;
  /// Every opinion, strongest first, clip sets at their place, the schema's fallback last. At most
  /// one wins.
  std::vector<OpinionReport> opinions;
};

/// Resolves an attribute at a time and reports on every opinion, in one search. Opens muted layers
/// and the clips that play.
ResolveReport reportValue(const Attribute& attribute, TimeCode time);

}  // namespace usdscope
