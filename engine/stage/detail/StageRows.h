// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/compose/Composer.h"
#include "engine/definitions/Definitions.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Stage.h"
#include "engine/stage/detail/ChunkedRows.h"
#include "engine/stage/detail/RowByPath.h"

namespace usdscope {

class ClipCache;

inline constexpr std::uint32_t kNoRow = 0xFFFFFFFFu;

/// Bits of PrimRow::flags. (Usd_PrimFlags.)
namespace prim_flags {
inline constexpr std::uint32_t kActive = 1u << 0;
inline constexpr std::uint32_t kLoaded = 1u << 1;
inline constexpr std::uint32_t kModel = 1u << 2;
inline constexpr std::uint32_t kGroup = 1u << 3;
inline constexpr std::uint32_t kComponent = 1u << 4;
inline constexpr std::uint32_t kAbstract = 1u << 5;
inline constexpr std::uint32_t kDefined = 1u << 6;
inline constexpr std::uint32_t kInstance = 1u << 7;
inline constexpr std::uint32_t kPrototype = 1u << 8;    ///< The root of a prototype.
inline constexpr std::uint32_t kInPrototype = 1u << 9;  ///< The root of a prototype, or below it.
inline constexpr std::uint32_t kClips = 1u << 10;       ///< Clips here or above, see mayHaveClips.
inline constexpr std::uint32_t kClipsHere = 1u << 11;   ///< The prim itself has clips authored.
}  // namespace prim_flags

/// Where a layer has a spec of a prim: `entry` of the layer stack of `node`.
struct PrimOpinion {
  std::uint32_t node = 0;
  std::uint32_t entry = 0;
  std::uint32_t spec = 0;  ///< Row of the prim spec in the layer.
  /// Where the layer stands first in the stack, if it stands there more than once: that place gives
  /// its time, as in the reference.
  std::uint32_t timeEntry = 0;
};

/// One composed prim. Links are row numbers.
struct PrimRow {
  std::shared_ptr<const PrimIndex> index;
  const PrimDefinition* definition = nullptr;
  Path path;  ///< On the stage: of a prim in a prototype below `/__Prototype_1` and so on.
  Token typeName;
  Token schemaType;
  Token kind;
  std::uint32_t flags = 0;
  std::uint32_t parent = kNoRow;
  std::uint32_t firstChild = kNoRow;
  std::uint32_t nextSibling = kNoRow;
  std::uint32_t prototype = kNoRow;  ///< Of an instance: its prototype's root.
  std::uint32_t opinionBegin = 0;    ///< Into the opinions of the row's chunk.
  std::uint32_t opinionCount = 0;
  Specifier specifier = Specifier::Over;
};

struct PrimChunk {
  std::vector<PrimRow> rows;
  std::vector<PrimOpinion> opinions;  ///< Of the rows, strongest first.
};

/// All that a stage is made of. Immutable once composeStage has returned, but for caches.
struct StageRows {
  StageRequest request;
  std::shared_ptr<LayerCache> layers;
  std::shared_ptr<const Layer> rootLayer;
  std::shared_ptr<const Layer> sessionLayer;
  std::unique_ptr<Composer> composer;
  const Definitions* definitions = nullptr;

  /// Depth first: the pseudo-root and its prims, then prototype after prototype.
  ChunkedRows<PrimChunk> prims;
  RowByPath rowByPath;
  std::vector<std::uint32_t> prototypes;  ///< Roots, in the order of their first instances.
  std::vector<CompositionError> errors;
  std::vector<std::shared_ptr<const Layer>> usedLayers;
  std::shared_ptr<const ClipCache> clips;  ///< Fills itself in as values are asked for.

  std::span<const PrimOpinion> opinionsOf(std::uint32_t row) const {
    const PrimChunk& chunk = prims.chunkOf(row);
    const PrimRow& prim = prims[row];
    return std::span(chunk.opinions).subspan(prim.opinionBegin, prim.opinionCount);
  }
};

}  // namespace usdscope
