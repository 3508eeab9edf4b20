// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "engine/compose/Composer.h"
#include "engine/definitions/Definitions.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Stage.h"
#include "engine/stage/detail/ChunkedRows.h"
#include "engine/stage/detail/RowByPath.h"
#include "engine/stage/detail/RowIndex.h"
#include "engine/stage/recompose/detail/SiteUses.h"

namespace usdscope {

class ClipSetCache;

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
inline constexpr std::uint32_t kInPrototype = 1u << 9;  ///< The root or a descendant of it.
inline constexpr std::uint32_t kClips = 1u << 10;       ///< See Prim::mayHaveClips().
inline constexpr std::uint32_t kClipsHere = 1u << 11;   ///< The prim itself has clips authored.
}  // namespace prim_flags

/// One opinion on a prim: the prim spec in the layer `entry` of the layer stack of `node`.
struct PrimOpinion {
  std::uint16_t node = 0;
  std::uint16_t entry = 0;
  /// The first entry with the same layer. A layer that is in a stack more than once has the time
  /// offset of this entry everywhere, as in OpenUSD.
  std::uint16_t timeEntry = 0;
  /// A node of PrimRow::givenIndex with the layer stack and the time offset of `node`. With
  /// IndexOwner::Parent it also maps paths to the stage like `node`.
  std::uint16_t givenNode = 0;
  std::uint32_t spec = 0;  ///< Row of the prim spec in the layer.
};

/// One composed prim. Links are row numbers.
struct PrimRow {
  /// The index of the prim, or another one from which it follows: see `indexOwner`. May have stale
  /// layer stacks. StageRows::indexOf() returns the prim's index.
  std::shared_ptr<const PrimIndex> givenIndex;
  const PrimDefinition* definition = nullptr;
  /// The path on the stage; for a prim in a prototype a path such as `/__Prototype_1/Arm`. Empty if
  /// an edit has removed the prim, so that the row is unused.
  Path path;
  Token typeName;
  Token schemaType;
  Token kind;
  std::uint32_t flags = 0;
  std::uint32_t parent = kNoRow;
  std::uint32_t firstChild = kNoRow;
  std::uint32_t nextSibling = kNoRow;
  std::uint32_t prototype = kNoRow;  ///< For an instance: its prototype's root.
  std::uint32_t opinionBegin = 0;    ///< Into the opinions of the row's chunk.
  std::uint32_t opinionCount = 0;
  Specifier specifier = Specifier::Over;
  IndexOwner indexOwner = IndexOwner::Self;
};

struct PrimChunk {
  /// The version of the stage to whose layer stacks the indexes refer. 0 if the indexes refer to
  /// layer stacks of several versions.
  std::uint64_t version = 0;
  std::vector<PrimRow> rows;
  std::vector<PrimOpinion> opinions;  ///< Row by row, strongest first.
};

/// Copies of stale chunks whose indexes refer to the current layer stacks. Each copy is made when
/// it is first needed. Thread-safe.
class CurrentChunks {
 public:
  CurrentChunks() = default;
  explicit CurrentChunks(std::size_t chunkCount) : chunks_(chunkCount) {}
  ~CurrentChunks();
  CurrentChunks(CurrentChunks&&) = default;
  CurrentChunks& operator=(CurrentChunks&& other) noexcept {
    chunks_.swap(other.chunks_);  // The destructor of `other` deletes the copies.
    return *this;
  }

  const PrimChunk& findOrMake(std::size_t number, const PrimChunk& chunk,
                              const Composer& composer) const;

 private:
  mutable std::vector<std::atomic<const PrimChunk*>> chunks_;
};

/// The data of a stage. Immutable after composeStage() has returned, except for caches.
struct StageRows {
  StageRequest request;
  std::shared_ptr<LayerCache> layers;
  std::shared_ptr<const Layer> rootLayer;
  std::shared_ptr<const Layer> sessionLayer;
  std::unique_ptr<Composer> composer;
  const Definitions* definitions = nullptr;

  /// The version of the layer stacks; each edit increases it. A chunk of an earlier version is
  /// stale: indexOf() and opinionsOf() read its copy in `currentChunks`.
  std::uint64_t version = 1;

  /// Parents before children: the pseudo-root and its prims, then prototype after prototype, then
  /// prims that edits have added.
  ChunkedRows<PrimChunk> prims;
  std::uint32_t removedCount = 0;  ///< Unused rows of prims that edits have removed.
  CurrentChunks currentChunks;
  MadeIndexes madeIndexes;
  SiteUses siteUses;
  RowByPath rowByPath;
  std::vector<std::uint32_t> prototypes;  ///< Roots, in the order of their first instances.
  std::vector<CompositionError> errors;   ///< Errors of prims, then of layer stacks.
  std::size_t primErrorCount = 0;
  bool isCut = false;  ///< Prims are missing because a limit was exceeded.
  std::vector<std::shared_ptr<const Layer>> usedLayers;
  std::shared_ptr<const ClipSetCache> clips;

  /// Returns the row of the prim at a path; for an instance proxy the row in the prototype; kNoRow
  /// when there is no such prim.
  std::uint32_t findRow(Path path) const;
  const std::shared_ptr<const PrimIndex>& indexOf(std::uint32_t row) const {
    const PrimRow& prim = currentRow(row);
    if (prim.indexOwner == IndexOwner::Self) return prim.givenIndex;
    return madeIndexes.findOrMake(row, prim, *composer);
  }
  /// Like indexOf(), but the index may have stale layer stacks.
  const std::shared_ptr<const PrimIndex>& maybeStaleIndexOf(std::uint32_t row) const {
    const PrimRow& prim = prims[row];
    return prim.indexOwner == IndexOwner::Self ? prim.givenIndex : indexOf(row);
  }
  /// The index to whose nodes PrimOpinion::givenNode refers.
  const PrimIndex& givenIndexOf(std::uint32_t row) const { return *currentRow(row).givenIndex; }
  std::span<const PrimIndexNode> givenNodesOf(std::uint32_t row) const {
    return givenIndexOf(row).nodes();
  }
  std::span<const PrimOpinion> opinionsOf(std::uint32_t row) const {
    const PrimChunk& chunk = currentChunkOf(row);
    const PrimRow& prim = chunk.rows[row % ChunkedRows<PrimChunk>::kChunkSize];
    return std::span(chunk.opinions).subspan(prim.opinionBegin, prim.opinionCount);
  }

 private:
  const PrimRow& currentRow(std::uint32_t row) const {
    return currentChunkOf(row).rows[row % ChunkedRows<PrimChunk>::kChunkSize];
  }
  const PrimChunk& currentChunkOf(std::uint32_t row) const {
    const PrimChunk& chunk = prims.chunkOf(row);
    if (chunk.version == version) return chunk;
    return currentChunks.findOrMake(row / ChunkedRows<PrimChunk>::kChunkSize, chunk, *composer);
  }
};

}  // namespace usdscope
