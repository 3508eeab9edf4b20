// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/compose/PrimIndex.h"
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
  std::function<bool(Path)> includesPayload;
};

/// Names of the children of a prim, and which names must not be there.
struct ChildNames {
  std::vector<Token> names;  ///< In composed order.
  std::vector<Token>
      prohibited;  ///< Sources of relocations: not children although there are specs.
};

/// The paths that a relationship or connection has on the stage.
struct TargetPaths {
  std::vector<Path> paths;  ///< In order, mapped to the stage.
  std::vector<CompositionError> errors;
};

/// Makes prim indexes. Internally synchronised: any thread may ask, children of one prim in
/// parallel; the answers do not depend on the order of asking.
class Composer {
 public:
  Composer(ComposeRequest request, LayerCache& layers);
  ~Composer();

  const std::shared_ptr<const LayerStack>& rootLayerStack() const;

  std::shared_ptr<const PrimIndex> computeRootIndex() const;
  std::shared_ptr<const PrimIndex> computeChildIndex(const PrimIndex& parent, Token name) const;

  ChildNames computeChildNames(const PrimIndex& index) const;

  /// `field` is fields::kTargetPaths or fields::kConnectionPaths.
  TargetPaths computeTargetPaths(const PrimIndex& index, Token property, Token field) const;

  /// Layers of all stacks made so far, identifiers sorted by code point.
  std::vector<std::shared_ptr<const Layer>> usedLayers() const;
  /// Errors of the layer stacks made so far, each once, and those of reading their layers.
  std::vector<CompositionError> layerStackErrors() const;
  Diagnostics layerDiagnostics() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Two instances with equal keys share a prototype: same arcs below the root site, same variant
/// choices, same load rules. (PcpInstanceKey.)
struct InstanceKey {
  std::vector<std::pair<const LayerStack*, Path>> sites;
  std::vector<std::pair<std::string, std::string>> variantSelections;
  std::vector<LayerOffset> offsets;

  bool operator==(const InstanceKey&) const = default;
};
InstanceKey computeInstanceKey(const PrimIndex& index);

}  // namespace usdscope
