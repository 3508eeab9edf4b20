// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "engine/search/TextPattern.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// A place in a layer that mentions a text: an asset path, a string, a token, or the path of a
/// target.
struct Mention {
  std::shared_ptr<const Layer> layer;
  Path spec;         ///< The path of the prim, variant or property in the layer; `/` for the layer.
  Token field;       ///< The field of the spec: `default`, `references`, `clips`.
  std::string text;  ///< The text that matches, as authored.
  /// The first prims of the stage that have the opinion, those of a prototype below one of its
  /// instances; empty if the opinion reaches no prim.
  std::vector<Path> prims;
  std::size_t primCount = 0;  ///< The number of all such prims; those of a prototype count once.
};

struct MentionList {
  std::vector<Mention> mentions;  ///< In the order of Stage::usedLayers(), then of the specs.
  bool isCut = false;             ///< There are more mentions than kMostMentions.
};

inline constexpr std::size_t kMostMentions = 5000;
inline constexpr std::size_t kMostPrimsOfMention = 100;

/// Searches the layers that composition uses, the names of clips that come from templates, and the
/// contents of clips that are in memory. Opens no clip. Texts are the values
/// of strings, tokens, assets and dictionaries, the paths of arcs, targets and connections. Names
/// of types are not searched. The result is incomplete when stopped.
MentionList findMentions(const Stage& stage, const TextPattern& pattern, std::stop_token stop = {});

}  // namespace usdscope
