// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "engine/base/Diagnostics.h"
#include "engine/base/FileBytes.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// The text does not follow the grammar: site with line and column, what stands there, and what was
/// expected.
inline constexpr DiagnosticCode kUsdaSyntax{"usda.syntax", Severity::Error};
/// A path expression that is none; it is read as the one that matches nothing.
inline constexpr DiagnosticCode kUsdaPathExpression{"usda.path-expression", Severity::Error};

struct UsdaReadOptions {
  /// Bytes from which on prims are read on several threads. The layer is the same either way.
  std::size_t parallelFrom = 1 << 20;
  /// The registered metadata; other metadata is read as text. Used during the call only.
  const FieldDefinitions* fields = &FieldDefinitions::builtin();
};

/// Reads a layer of text. As the reference does, refuses a text with an error as a whole: the
/// result is null and a kUsdaSyntax error tells why. Any thread.
std::shared_ptr<const Layer> readUsda(const FileBytes& bytes, LayerIdentity identity,
                                      Diagnostics& diagnostics,
                                      const UsdaReadOptions& options = {});

}  // namespace usdscope
