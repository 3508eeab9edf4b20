// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/compose/PrimIndex.h"
#include "engine/compose/SiteChanges.h"
#include "engine/compose/VariantFallbacks.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

/// The input of composition. Equal requests on equal layers give equal indexes.
struct ComposeRequest {
  std::shared_ptr<const Layer> rootLayer;
  std::shared_ptr<const Layer> sessionLayer;  ///< May be null.
  std::set<std::string> mutedLayers;          ///< Identifiers. The root layer cannot be muted.
  VariantFallbacks variantFallbacks;
  /// Returns true to include the payloads of the prim at a stage path. If the function is empty,
  /// all payloads are included. Called from any thread.
  std::function<bool(Path)> includesPayload;
};

/// The names of a prim's children, and the prohibited names.
struct ChildNames {
  std::vector<Token> names;  ///< In composed order.
  /// Names that relocates move away. Specs with these names are ignored.
  std::vector<Token> prohibited;
};

/// A property's specs, strongest first, and the faults of weaker ones.
struct PropertySpecs {
  struct Entry {
    PropertySpec spec;
    std::uint32_t node = 0;        ///< Index into the nodes of the prim index.
    std::uint32_t stackEntry = 0;  ///< Index into the entries of the node's layer stack.
  };
  /// All are attributes, or all are relationships, like the strongest one.
  std::vector<Entry> entries;
  std::vector<CompositionError> errors;
};

/// The paths that a relationship or connection has on the stage.
struct TargetPaths {
  std::vector<Path> paths;         ///< The composed paths in order, mapped to the stage.
  std::vector<Path> deletedPaths;  ///< Paths deleted by edits over the strongest explicit list.
  bool isAuthored = false;         ///< Some spec has an opinion about targets.
  std::vector<CompositionError> errors;
};

/// Computes prim indexes. Thread-safe: children of one prim can be computed in parallel, and
/// results do not depend on the order of calls.
class Composer {
 public:
  Composer(ComposeRequest request, LayerCache& layers);
  /// Makes the composer after an edit of the request, or of layers of which `layers` has new
  /// versions. An index made by `previous` stays valid if changesSince(previous) does not affect
  /// its inputs. current() then returns the index with the layer stacks of this composer.
  Composer(ComposeRequest request, LayerCache& layers, const Composer& previous);
  ~Composer();

  SiteChanges changesSince(const Composer& previous) const;
  std::shared_ptr<const PrimIndex> current(const std::shared_ptr<const PrimIndex>& index) const;
  /// Drops layer stacks that no index uses. `useCounts[i]` is the number of indexes that use stack
  /// number i. Requires: no other thread uses this composer yet.
  void keepOnly(const std::vector<std::uint32_t>& useCounts);

  /// Drops the cached identifiers of asset paths, so that later calls search the file system again.
  /// Call it when all indexes are made.
  void forgetIdentifiers();

  const LayerStack& rootLayerStack() const;

  std::shared_ptr<const PrimIndex> computeRootIndex() const;
  std::shared_ptr<const PrimIndex> computeChildIndex(const PrimIndex& parent, Token name) const;
  /// Like computeChildIndex(), but may return the index of another prim with equal arcs. That index
  /// has the other prim's path in place of the child's path, and no errors; copyIndex() gives the
  /// child's own.
  std::shared_ptr<const PrimIndex> computeSharedChildIndex(const PrimIndex& parent,
                                                           Token name) const;
  /// Returns the index of the prim at `path`. Requires: computeSharedChildIndex() has returned
  /// `shared` for this prim.
  static std::shared_ptr<const PrimIndex> copyIndex(const PrimIndex& shared, Path path);
  /// Computes the index at a prim path, after the indexes of all its ancestors.
  std::shared_ptr<const PrimIndex> computeIndex(Path path) const;

  /// The layers of all stacks made so far, each once, sorted by identifier (code points).
  std::vector<std::shared_ptr<const Layer>> usedLayers() const;
  /// The errors of the layer stacks made so far, once per stack.
  std::vector<CompositionError> layerStackErrors() const;
  /// The problems reported while the used layers were read, and errors for unreadable layers.
  Diagnostics layerDiagnostics() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

ChildNames computeChildNames(const PrimIndex& index);

/// The names of all properties, from weak to strong sites, in authored order within a site.
std::vector<Token> computePropertyNames(const PrimIndex& index);
PropertySpecs computePropertySpecs(const PrimIndex& index, Token property);

/// Returns the prim index at a path of the stage; null when there is none.
using PrimIndexLookup = std::function<std::shared_ptr<const PrimIndex>(Path)>;

/// Computes the targets of a relationship, or the connections of an attribute. With a `lookup`,
/// also drops paths that a class authors to one of its own instances. PcpCache makes this check;
/// UsdStage does not.
TargetPaths computeTargetPaths(const PrimIndex& index, Token property,
                               const PrimIndexLookup& lookup = {});
/// Like the function above, but for specs that have been found before. Requires: they are of one
/// kind, and their nodes are nodes of `index` that map paths like those of the prim. The errors are
/// for the prim of `index`.
TargetPaths computeTargetPaths(const PrimIndex& index, const PropertySpecs& specs,
                               const PrimIndexLookup& lookup = {});

}  // namespace usdscope
