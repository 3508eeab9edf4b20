// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/stage/Prim.h"
#include "engine/stage/StageRequest.h"

namespace usdscope {

class AssetResolver;
class ClipSet;
class Composer;
class LayerCache;
class LayerStack;
class Stage;
class StageMaker;
struct CompositionError;
struct StageRows;

inline constexpr DiagnosticCode kStageUnreadable{"stage.unreadable", Severity::Error};

struct StageResult {
  std::shared_ptr<const Stage> stage;  ///< Null when the root layer is unreadable, or on cancel.
  Diagnostics diagnostics;             ///< Problems of layers and composition.
};

/// Opens and composes a stage. Cancelling gives an empty result without a diagnostic.
/// With `layers`, layers that are open there are not read again, and the environment is that of
/// `layers`. Without, the stage reads all layers with the environment of the request.
StageResult composeStage(const StageRequest& request, std::shared_ptr<LayerCache> layers = nullptr,
                         std::stop_token stop = {});

/// The prims that an edit has changed, in no particular order.
struct StageChanges {
  /// Prims that were added or removed (with all descendants), that have other sites, or whose type,
  /// kind, flags or children differ.
  std::vector<Path> resynced;
  /// Prims of which only values, metadata or the order of opinions may differ.
  std::vector<Path> infoOnly;
  std::size_t composedCount = 0;  ///< Number of prim indexes that were computed.
};

struct RecomposeResult {
  std::shared_ptr<const Stage> stage;  ///< Null in the same cases as that of composeStage().
  Diagnostics diagnostics;             ///< All of the new stage.
  StageChanges changes;
};

/// Composes the stage after an edit: of the request (another session layer, muted layers, load
/// rules, mask), or of layers that the cache of `previous` now has in other versions
/// (LayerCache::replace and reload). The result equals that of composeStage(). Prim indexes whose
/// inputs did not change are shared with `previous`, which does not change. A request with another
/// root layer or other variant fallbacks composes everything.
RecomposeResult recomposeStage(const std::shared_ptr<const Stage>& previous,
                               const StageRequest& request, std::stop_token stop = {});

/// Start and end time codes of a stage, and whether both are authored.
struct TimeCodeRange {
  double start = 0.0;
  double end = 0.0;
  bool isAuthored = false;
};

/// A composed scene: immutable, shared as `shared_ptr<const Stage>`. Thread-safe.
class Stage {
 public:
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  Prim pseudoRoot() const;
  /// Returns the prim at this path, instance proxies included; false when there is none.
  Prim primAt(Path path) const;
  /// Returns the default prim; false when it is not authored or does not exist.
  Prim defaultPrim() const;
  /// Number of rows: the pseudo-root, prims, and prims of prototypes once each. Rows of prims that
  /// an edit has removed may be counted too.
  std::uint32_t rowCount() const;
  /// Returns the prim of a row, under its own path; false when an edit has removed it. Parents have
  /// lower rows than their children.
  Prim primOfRow(std::uint32_t row) const;
  /// Roots of the prototypes, in the order of their first instances.
  std::vector<Prim> prototypes() const;

  TimeCodeRange timeCodeRange() const;
  double timeCodesPerSecond() const;
  double framesPerSecond() const;
  Token upAxis() const;
  double metersPerUnit() const;

  const std::shared_ptr<const Layer>& rootLayer() const;
  const std::shared_ptr<const Layer>& sessionLayer() const;  ///< Never null.
  const LayerStack* rootLayerStack() const;
  /// Every layer that composition uses. Clip layers are not included.
  const std::vector<std::shared_ptr<const Layer>>& usedLayers() const;
  /// All errors met while the prims were composed, including errors of layer stacks.
  const std::vector<CompositionError>& compositionErrors() const;
  /// The clip sets that may give values to the attributes of a prim, strongest first: its own, then
  /// those of its ancestors, nearest first. Never null.
  std::shared_ptr<const std::vector<std::shared_ptr<const ClipSet>>> clipSets(
      const Prim& prim) const;
  /// Problems of the value clips that were used so far.
  Diagnostics clipDiagnostics() const;

  const StageRequest& request() const;
  const Environment& environment() const { return request().environment; }
  LayerCache& layers() const;
  const AssetResolver& resolver() const;
  const Composer& composer() const;

  const StageRows& rows() const { return *rows_; }

 private:
  friend class StageMaker;
  Stage();

  std::unique_ptr<StageRows> rows_;
};

}  // namespace usdscope
