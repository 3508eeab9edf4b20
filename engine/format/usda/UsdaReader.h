// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "engine/base/Diagnostics.h"
#include "engine/base/FileBytes.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// The text does not follow the grammar. The site has the line and the column; the message has the
/// unexpected text and the expected one.
inline constexpr DiagnosticCode kUsdaSyntax{"usda.syntax", Severity::Error};
/// A path expression is invalid; it is read as the expression that matches nothing.
inline constexpr DiagnosticCode kUsdaArrayEditSize{"usda.array-edit-size", Severity::Error};
inline constexpr DiagnosticCode kUsdaPathExpression{"usda.path-expression", Severity::Error};

struct UsdaReadOptions {
  /// The smallest size in bytes of a text whose prims are read on several threads. The result does
  /// not depend on it.
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
