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
  std::shared_ptr<const Stage> stage;  ///< Null when the root layer is unreadable, or when stopped.
  Diagnostics diagnostics;             ///< Problems of layers and composition.
};

/// Opens and composes a stage. When stopped, returns an empty result without a diagnostic. With
/// `layers`, the stage takes open layers from this cache and uses the environment of the cache.
/// Without `layers`, the stage reads all layers with the environment of the request.
StageResult composeStage(const StageRequest& request, std::shared_ptr<LayerCache> layers = nullptr,
                         std::stop_token stop = {});

/// The prims that an edit has changed, in no particular order.
struct StageChanges {
  /// Prims that were added or removed (with all descendants), whose sites have changed, or whose
  /// type, kind, flags or children have changed.
  std::vector<Path> resynced;
  /// Prims in which only values, metadata or the order of opinions may have changed.
  std::vector<Path> infoOnly;
  std::size_t composedCount = 0;  ///< Number of prim indexes that were computed.
};

struct RecomposeResult {
  std::shared_ptr<const Stage> stage;  ///< Null in the same cases as for composeStage().
  Diagnostics diagnostics;             ///< All diagnostics of the new stage.
  StageChanges changes;
};

/// Composes the stage after an edit. The edit may be in the request (session layer, muted layers,
/// load rules, mask) or in layers of which the cache of `previous` now has new versions
/// (LayerCache::replace and reload). The result equals that of composeStage(). The new stage shares
/// the prim indexes whose inputs did not change with `previous`, which stays as it is. A request
/// with another root layer or other variant fallbacks composes everything.
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
  /// Returns the prim or instance proxy at this path; an empty prim when there is none.
  Prim primAt(Path path) const;
  /// Returns the default prim; an empty prim when it is not authored or does not exist.
  Prim defaultPrim() const;
  /// Number of rows: one for the pseudo-root, each prim, and each prim of a prototype. Rows of
  /// prims that an edit has removed may be included.
  std::uint32_t rowCount() const;
  /// Returns the prim of a row, never a proxy; an empty prim when an edit has removed it. Parents
  /// have lower rows than their children.
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
  /// The clip sets that may give values to the attributes of a prim, strongest first: the sets on
  /// the prim, then the sets on its ancestors, nearest first. Never null.
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
