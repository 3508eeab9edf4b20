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
  /// The kind of value that the opinion has; see JudgedOpinion::offers.
  ValueSource offers = ValueSource::None;
  /// The layer of the opinion; null for the schema. For a clip set that wins, the layer of its
  /// value; for other clip sets, the clip that plays.
  std::shared_ptr<const Layer> layer;
  Path specPath;                ///< The path of the spec in `layer`; empty for the schema.
  std::size_t sampleCount = 0;  ///< Number of time samples in the spec.
  bool hasDefault = false;      ///< The spec has a default.
  bool isBlock = false;         ///< The default is a block.
  bool isEdit = false;          ///< The opinion edits an array of weaker opinions.
  bool givesNoValue = false;    ///< The opinion wins but has no value at this time.
  /// The clip that plays has no value, and the default of the manifest is missing or a block.
  bool isManifestBlock = false;
  std::uint32_t node = 0;  ///< Index into the nodes of the prim index.
  /// Index into the node's layer stack; kNoEntry for a muted layer.
  std::uint32_t entry = kNoEntry;
  std::shared_ptr<const ClipSet> clips;  ///< Null unless the opinion is that of a clip set.
};

/// A value, its trace, and all opinions about it.
struct ResolveReport {
  Value value;  ///< Empty if the attribute has no value.
  ResolveTrace trace;
  /// Every opinion, strongest first: clip sets directly after their anchor layers, the schema's
  /// fallback last. At most one wins.
  std::vector<OpinionReport> opinions;
};

/// Resolves an attribute at a time and reports on every opinion, in one search. Opens muted layers
/// and the clips that play.
ResolveReport reportValue(const Attribute& attribute, TimeCode time);

}  // namespace usdscope
