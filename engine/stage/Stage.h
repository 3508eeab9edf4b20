// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/compose/Composer.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Prim.h"
#include "engine/stage/population/LoadRules.h"
#include "engine/stage/population/PopulationMask.h"
#include "engine/stage/resolve/Interpolation.h"

namespace usdscope {

inline constexpr DiagnosticCode kStageUnreadable{"stage.unreadable", Severity::Error};

/// What to open. A value: equal requests on equal layers give equal stages.
struct StageRequest {
  Environment environment;  ///< Schemas, kinds, fields, and where assets are found.
  std::string rootLayer;    ///< Path of a file, or of a layer inside a package.
  std::shared_ptr<const Layer> sessionLayer;  ///< Null: an empty anonymous one.
  std::set<std::string> mutedLayers;          ///< Identifiers.
  LoadRules loadRules;
  PopulationMask mask;  ///< Other prims are not there. Targets may still lead to them.
  VariantFallbacks variantFallbacks;
  InterpolationType interpolation = InterpolationType::Linear;
  /// How much of the layers of value clips stays in memory: those used last. One always does.
  std::size_t clipByteBudget = std::size_t{1} << 30;
};

class ClipSet;
class Stage;
class StageMaker;
struct StageRows;

struct StageResult {
  std::shared_ptr<const Stage> stage;  ///< Null when the root layer cannot be read, or on cancel.
  Diagnostics diagnostics;             ///< Of layers and composition.
};

/// Opens and composes a stage. Cancelling gives an empty result without a diagnostic.
/// With `layers`, layers that are open there are not read again, and the environment is that of
/// `layers`. Without, the stage reads all layers with the environment of the request.
StageResult composeStage(const StageRequest& request, std::shared_ptr<LayerCache> layers = nullptr,
                         std::stop_token stop = {});

/// Which prims an edit has changed. Paths stand in no particular order.
struct StageChanges {
  /// Prims that came or went (then all below did too), that have other sites, or about which type,
  /// kind, flags or children are told otherwise.
  std::vector<Path> resynced;
  /// Prims of which only values, metadata or the order of opinions may differ.
  std::vector<Path> infoOnly;
  std::size_t composedCount = 0;  ///< Prim indexes that were made anew.
};

struct RecomposeResult {
  std::shared_ptr<const Stage> stage;  ///< Null as of composeStage.
  Diagnostics diagnostics;             ///< All of the new stage.
  StageChanges changes;
};

/// The stage after an edit: of the request (another session layer, mutes, load rules,
/// mask), or of layers
/// that the cache of `previous` has in other versions (LayerCache::replace and reload). The result
/// is that of composeStage; prim indexes whose inputs did not change are shared with `previous`,
/// which stays as it is. A request with another root layer or other fallbacks composes everything.
RecomposeResult recomposeStage(const std::shared_ptr<const Stage>& previous,
                               const StageRequest& request, std::stop_token stop = {});

/// Start and end time codes of a stage, and whether both are authored.
struct TimeCodeRange {
  double start = 0.0;
  double end = 0.0;
  bool isAuthored = false;
};

/// A composed scene: immutable, shared as `shared_ptr<const Stage>`. Any thread may read.
class Stage {
 public:
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  Prim pseudoRoot() const;
  /// The prim at this path, instance proxies included; false when there is none.
  Prim primAt(Path path) const;
  /// The default prim, if it is named and there.
  Prim defaultPrim() const;
  /// Number of rows of prims: the pseudo-root, prims, and prims of prototypes once each. Some may
  /// be left over from prims that an edit took away.
  std::uint32_t rowCount() const;
  /// The prim of a row, under its own path; the rows of a prim's parents come before its own.
  /// False where the row is left over.
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
  /// Every layer that composition uses, clip layers left out.
  const std::vector<std::shared_ptr<const Layer>>& usedLayers() const;
  /// All errors met while the prims were composed, those of layer stacks included.
  const std::vector<CompositionError>& compositionErrors() const;
  /// The clip sets that may speak for the attributes of a prim, strongest first: its own, then
  /// those of the prims above, nearest first. Never null.
  std::shared_ptr<const std::vector<std::shared_ptr<const ClipSet>>> clipSets(
      const Prim& prim) const;
  /// What is wrong with the value clips that were touched so far.
  Diagnostics clipDiagnostics() const;

  const StageRequest& request() const;
  const Environment& environment() const { return request().environment; }
  LayerCache& layers() const;
  const Composer& composer() const;

  const StageRows& rows() const { return *rows_; }

 private:
  friend class StageMaker;
  Stage();

  std::unique_ptr<StageRows> rows_;
};

}  // namespace usdscope
