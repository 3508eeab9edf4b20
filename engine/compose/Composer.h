// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/compose/PrimIndex.h"
#include "engine/compose/SiteChanges.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

/// Set name → variants to take, first that exists, where no opinion chooses.
using VariantFallbacks = std::map<std::string, std::vector<std::string>>;

/// What composition starts from. A value: equal requests on equal layers give equal indexes.
struct ComposeRequest {
  std::shared_ptr<const Layer> rootLayer;
  std::shared_ptr<const Layer> sessionLayer;  ///< Null: none.
  std::set<std::string> mutedLayers;          ///< Identifiers. The root layer cannot be muted.
  VariantFallbacks variantFallbacks;
  /// Whether the payloads of the prim at this stage path are to be included. Empty: all are.
  /// Called from any thread.
  std::function<bool(Path)> includesPayload;
};

/// Names of the children of a prim, and which names must not be there.
struct ChildNames {
  std::vector<Token> names;       ///< In composed order.
  std::vector<Token> prohibited;  ///< Sources of relocates: no children although there are specs.
};

/// A property's specs, strongest first, and what was wrong with weaker ones.
struct PropertySpecs {
  struct Entry {
    PropertySpec spec;
    std::uint32_t node = 0;        ///< Of the prim index.
    std::uint32_t stackEntry = 0;  ///< Of the node's layer stack.
  };
  std::vector<Entry> entries;  ///< All of the kind of the strongest one.
  std::vector<CompositionError> errors;
};

/// The paths that a relationship or connection has on the stage.
struct TargetPaths {
  std::vector<Path> paths;         ///< In order, mapped to the stage.
  std::vector<Path> deletedPaths;  ///< Deleted by an edit after the last explicit list.
  bool isAuthored = false;         ///< Some spec has an opinion about targets.
  std::vector<CompositionError> errors;
};

/// Makes prim indexes. Internally synchronised: any thread may ask, children of one prim in
/// parallel; the answers do not depend on the order of asking.
class Composer {
 public:
  Composer(ComposeRequest request, LayerCache& layers);
  /// After an edit: of the request, or of layers that `layers` now has in other versions. Indexes
  /// that `previous` made stay good where nothing of changesSince(previous) concerns their inputs;
  /// current() gives them for this composer.
  Composer(ComposeRequest request, LayerCache& layers, const Composer& previous);
  ~Composer();

  SiteChanges changesSince(const Composer& previous) const;
  std::shared_ptr<const PrimIndex> current(std::shared_ptr<const PrimIndex> index) const;
  /// Forgets the layer stacks that no index uses any more: of number i there are `useCounts[i]`.
  /// To be called before any other thread asks.
  void keepOnly(const std::vector<std::uint32_t>& useCounts);

  /// To be called when all indexes are made: until then the file system is asked once for each
  /// asset path, of which there may be many.
  void forgetIdentifiers();

  const LayerStack& rootLayerStack() const;

  std::shared_ptr<const PrimIndex> computeRootIndex() const;
  std::shared_ptr<const PrimIndex> computeChildIndex(const PrimIndex& parent, Token name) const;
  /// The index at a prim path, by way of all above it.
  std::shared_ptr<const PrimIndex> computeIndex(Path path) const;

  /// Layers of all stacks made so far, each once, identifiers sorted by code point.
  std::vector<std::shared_ptr<const Layer>> usedLayers() const;
  /// Errors of the layer stacks made so far, each stack's once.
  std::vector<CompositionError> layerStackErrors() const;
  /// What was reported when the layers in use were read. Errors tell of those that cannot be.
  Diagnostics layerDiagnostics() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

ChildNames computeChildNames(const PrimIndex& index);

/// Names of all properties, from weak to strong sites and there in authored order.
std::vector<Token> computePropertyNames(const PrimIndex& index);
PropertySpecs computePropertySpecs(const PrimIndex& index, Token property);

/// The prim index at a path of the stage; null where there is none.
using PrimIndexLookup = std::function<std::shared_ptr<const PrimIndex>(Path)>;

/// Targets of a relationship, or connections of an attribute, by the kind of the strongest spec.
/// With a `lookup`, paths that a class authors to one of its own instances are dropped too; a stage
/// of the reference does not look for those.
TargetPaths computeTargetPaths(const PrimIndex& index, Token property,
                               const PrimIndexLookup& lookup = {});

}  // namespace usdscope
