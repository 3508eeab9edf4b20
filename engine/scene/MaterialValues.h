// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/stage/Prim.h"
#include "engine/value/Value.h"

namespace usdscope {

/// Reported for a primvar that varies over a surface, where the material takes one value.
inline constexpr DiagnosticCode kVaryingPrimvar{"scene.varying-primvar", Severity::Note};

/// The values that the primvars of a prim give to the inputs of its material. Prims with equal
/// values share one Material of the scene.
struct MaterialValues {
  bool hasColors = true;     ///< The prim has the primvar of the diffuse colour.
  bool hasOpacities = true;  ///< The prim has the primvar of the opacity.
  /// A primvar that other inputs read, and its only or first value.
  struct Constant {
    Token primvar;
    Value value;
    bool operator==(const Constant&) const = default;
  };
  std::vector<Constant> constants;
  bool operator==(const MaterialValues&) const = default;

  const Value* find(Token primvar) const;
  /// Equal values have equal hashes.
  std::size_t hash() const;
};

/// The primvars that a material's readers name. They are the same for all prims that it shades, so
/// that its network is followed once.
class MaterialReaders {
 public:
  MaterialReaders() = default;
  explicit MaterialReaders(const Prim& material);

  /// Reads the primvars of a prim. `instancers` are the point instancers of the prim; their
  /// primvars belong to its instances.
  MaterialValues values(const Prim& geometry, std::span<const Prim> instancers,
                        Diagnostics& diagnostics) const;

 private:
  struct Reader {
    Token primvar;
    std::string_view use;  ///< The input that has its value: the text of a token or a literal.
  };

  void addFolded(const Prim& surface);

  bool hasColorReader_ = false;
  bool hasOpacityReader_ = false;
  Token colors_;
  Token opacities_;
  std::vector<Reader> constants_;
};

}  // namespace usdscope
