// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/layer/LayerOffset.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// One row of the tree of layers: a layer at one place of the scene, or a clip set.
struct LayerTreeRow {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  /// How the layer comes into the scene.
  enum class Role : std::uint8_t {
    Session,
    Root,
    Sublayer,
    Reference,
    Payload,
    ClipSet,  ///< Not a layer, but the parent of the files of a clip set.
    Manifest,
    Clip
  };
  enum class State : std::uint8_t {
    Open,
    Muted,
    Unreadable,  ///< `problem` says why.
    NotLoaded,   ///< Only payloads that are not loaded lead to the layer.
    NotOpened    ///< A clip or manifest: the tree does not open these.
  };

  std::uint32_t parent = kNone;  ///< Index of the row that this row is below.
  Role role = Role::Root;
  State state = State::Open;
  bool isInSessionTree = false;  ///< The session layer, or a sublayer of it.
  /// Arcs of another layer of the same stack lead to the same layers. These are listed there, so
  /// this row has no rows below it.
  bool isRepeated = false;
  std::string identifier;  ///< Empty for clip sets.
  std::string name;        ///< The file name; the name of the clip set.
  std::string folder;      ///< Relative to the root layer's folder; empty in that folder.
  std::string problem;     ///< A sentence: why the layer is unreadable, or what is wrong in it.

  /// The maps from layer time to stage time, each once, sorted. A layer has several if several arcs
  /// lead to it. Empty for layers that do not contribute, and for clips, which have time maps
  /// instead.
  std::vector<LayerOffset> offsets;
  /// The time codes per second of an open layer, and whether the layer itself authors them.
  std::optional<double> timeCodesPerSecond;
  bool isRateAuthored = false;

  /// References and payloads: the number of prims whose arcs lead here, with the first of them.
  /// Clip sets: the number of prims that have the set. Prims in prototypes have prototype paths.
  std::size_t primCount = 0;
  Path firstPrim;

  std::optional<std::uint64_t> byteSize;         ///< The size of the file or package entry.
  std::optional<std::int64_t> modificationTime;  ///< Nanoseconds since 1970.
  bool isDirty = false;                          ///< The layer has edits that are not saved.
  bool isChangedOnDisk = false;                  ///< The file has changed since the layer was read.

  /// Whether muting the layer has an effect. Clips, the root layer, and layers that are not loaded
  /// cannot be muted.
  bool canBeMuted() const;
};

/// All layers of a stage: the session layer with its sublayers, the root layer with its sublayers,
/// and below each layer the layers behind its references, payloads and clip sets. Also lists layers
/// that are muted, unreadable, or not loaded.
struct LayerTree {
  /// Rows come after the rows that they are below. Siblings: sublayers from strong to weak, then
  /// the targets of arcs, then clip sets, both in the order of the first prim.
  std::vector<LayerTreeRow> rows;
};

/// Finds all layers of a stage. Composes nothing and opens no layer, but asks for the sizes and
/// times of files. Returns an incomplete tree when stopped.
LayerTree layerTree(const Stage& stage, std::stop_token stop = {});

/// Returns the rows (Prim::row()) of the prims that a layer touches, ascending: the prims with
/// specs in it. For a clip or manifest: the prims with clip sets that name the file.
std::vector<std::uint32_t> rowsTouchedBy(const Stage& stage, const std::string& identifier,
                                         std::stop_token stop = {});

/// Returns the identifiers of the layers with specs of the prim, and of the clips and manifests of
/// the clip sets that apply to it. Sorted, each once.
std::vector<std::string> layersTouching(const Prim& prim);

}  // namespace usdscope
