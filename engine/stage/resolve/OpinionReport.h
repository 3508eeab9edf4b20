// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

class ClipSet;

/// What became of an opinion when a value was resolved.
enum class OpinionVerdict : std::uint8_t {
  Wins,              ///< Gives the value, or the block that there is instead.
  Edited,            ///< Gives the array that stronger ones edit, or edits it itself on the way.
  Weaker,            ///< A stronger one gives the value.
  Blocked,           ///< A stronger block ended the search.
  AnimationBlock,    ///< Stops weaker samples, splines and clips, and gives no value itself.
  AnimationBlocked,  ///< Would give animation, but a stronger AnimationBlock stops it.
  NotAtDefaultTime,  ///< Has animation only, which does not count at the default time.
  NoValue,           ///< Says something of the attribute, but no value.
  NotInManifest,     ///< A clip set whose manifest does not name the attribute.
  UniformInManifest,
  NotContributing,  ///< The site may not speak: private, below an instance, or left out.
  Muted,            ///< The layer is muted.
};

/// What one layer, one clip set or the schema says of an attribute, and what became of it.
struct OpinionReport {
  OpinionVerdict outcome = OpinionVerdict::NoValue;
  ValueSource offers = ValueSource::None;  ///< Of what it has the first that counts at the time.
  std::shared_ptr<const Layer> layer;    ///< Null: the schema. Of a clip set the one that its value
                                         ///< is from, where it wins; else the clip that plays.
  Path specPath;                         ///< In that layer; empty for the schema.
  std::size_t sampleCount = 0;           ///< Time samples there.
  bool hasDefault = false;               ///< There is a default too.
  bool isBlock = false;                  ///< The default is a block.
  bool isEdit = false;                   ///< Takes part by editing what is weaker, an array.
  bool givesNone = false;                ///< Wins, but there is no value at this time.
  std::uint32_t node = 0;                ///< Of the prim index.
  std::shared_ptr<const ClipSet> clips;  ///< Null where it is no clip set.
};

/// Every opinion on an attribute at a time, strongest first, clip sets at their place, the schema's
/// fallback last. At most one wins, and it is the one of resolveInfo(). Opens muted layers and the
/// clips that play.
std::vector<OpinionReport> reportOpinions(const Attribute& attribute, TimeCode time);

}  // namespace usdscope
