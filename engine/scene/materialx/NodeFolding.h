// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/scene/MaterialValues.h"
#include "engine/scene/detail/ShadeNetwork.h"
#include "engine/scene/materialx/NodeKind.h"
#include "engine/scene/materialx/ShadeValue.h"

namespace usdscope {

/// A node of a MaterialX network is unknown, or does more than a ShadeValue can hold.
inline constexpr DiagnosticCode kMaterialXNearest{"scene.materialx-nearest", Severity::Note};

/// Evaluates the nodes of a MaterialX network, each once. A node that cannot be evaluated is
/// replaced by the nearest value and reported with its path. Not thread-safe.
class NodeFolding {
 public:
  NodeFolding(TimeCode time, const MaterialValues& values, Diagnostics& diagnostics)
      : time_(time), values_(values), diagnostics_(diagnostics) {}

  /// Returns the value of an input; `fallback` if it has none. `name` has no `inputs:`.
  ShadeValue input(const Prim& shader, std::string_view name, const ShadeValue& fallback);
  /// Whether a node or a value drives an input.
  bool has(const Prim& shader, std::string_view name) const;

  /// Returns the image that an input with a file names; empty if it names none.
  std::optional<ShadeValue> file(const Prim& shader, std::string_view name) const;

  void report(const Prim& node, std::string message);
  TimeCode time() const { return time_; }
  /// The primvars that nodes read as values, apart from those that vary over the surface.
  const std::vector<Token>& primvars() const { return primvars_; }

 private:
  using Folded = std::optional<ShadeValue>;

  Folded output(const Prim& shader, Token output);
  Folded evaluate(const Prim& shader, Token output);
  Folded evaluateSource(const Prim& shader, const NodeKind& kind, Token output);
  Folded evaluateMath(const Prim& shader, const NodeKind& kind);
  Folded evaluateChannels(const Prim& shader, const NodeKind& kind, Token output);
  Folded evaluateChoice(const Prim& shader, const NodeKind& kind);
  Folded evaluateNearest(const Prim& shader, const NodeKind& kind);
  Folded image(const Prim& shader, const NodeKind& kind);
  Folded uvTexture(const Prim& shader, Token output);
  Folded primvar(const Prim& shader, Token name, const ShadeValue& fallback);
  Folded combined(const Prim& shader, int count);
  Folded unary(const Prim& shader, const NodeKind& kind);
  ShadeValue nearest(const Prim& shader, const ShadeValue& a, const ShadeValue& b);
  Token text(const Prim& shader, std::string_view name) const;

  const TimeCode time_;
  const MaterialValues& values_;
  Diagnostics& diagnostics_;
  struct Entry {
    Folded value;
    bool isDone = false;  // False while the node is being evaluated.
  };
  std::unordered_map<Path, std::unordered_map<Token, Entry>> entries_;  // By node and output.
  int depth_ = 0;
  std::vector<Token> primvars_;
};

}  // namespace usdscope
