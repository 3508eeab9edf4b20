// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "engine/base/Diagnostics.h"
#include "engine/base/FileBytes.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// The text does not follow the grammar. The site has line and column, the message the unexpected
/// text and what was expected.
inline constexpr DiagnosticCode kUsdaSyntax{"usda.syntax", Severity::Error};
/// A path expression is invalid; it is read as the expression that matches nothing.
inline constexpr DiagnosticCode kUsdaPathExpression{"usda.path-expression", Severity::Error};

struct UsdaReadOptions {
  /// The size in bytes from which on prims are read on several threads. The result is the same.
  std::size_t parallelFrom = 1 << 20;
  /// The registered metadata; other metadata is read as text. Used during the call only.
  const FieldDefinitions* fields = &FieldDefinitions::builtin();
};

/// Reads a text layer. Like the reference, refuses a text with an error as a whole: returns null
/// and reports the reason as kUsdaSyntax. Thread-safe.
std::shared_ptr<const Layer> readUsda(const FileBytes& bytes, LayerIdentity identity,
                                      Diagnostics& diagnostics,
                                      const UsdaReadOptions& options = {});

}  // namespace usdscope
