// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/FileBytes.h"
#include "engine/format/Environment.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// The file is not well-formed XML, or its outermost element is not `materialx`.
inline constexpr DiagnosticCode kMtlxSyntax{"mtlx.syntax", Severity::Error};
/// An element of the file is not read.
inline constexpr DiagnosticCode kMtlxPart{"mtlx.part", Severity::Warning};
inline constexpr DiagnosticCode kMtlxLimit{"mtlx.limit", Severity::Error};

/// Returns whether bytes start like a MaterialX file: XML whose first element is `materialx`.
bool looksLikeMtlx(std::string_view bytes);

/// Reads the materials of a MaterialX file as a layer, at the paths that usdMtlx gives them:
/// `/MaterialX/Materials/NAME`, with the shaders and node graphs of each. Files that it includes
/// are found through the resolver of `environment`. Returns null and reports an error when the
/// file is not MaterialX. Thread-safe.
std::shared_ptr<const Layer> readMtlx(const FileBytes& bytes, LayerIdentity identity,
                                      Diagnostics& diagnostics, const Environment& environment);

/// A file that a MaterialX file includes, directly or through others.
struct MtlxInclude {
  std::string identifier;
  std::string file;        ///< As the element `xi:include` names it.
  std::string includedBy;  ///< The identifier of the file that has the element.
  bool isFound = true;
};

/// Returns the files that a MaterialX file includes; empty when it is not MaterialX. Thread-safe.
std::vector<MtlxInclude> includesOfMtlx(const std::string& identifier,
                                        const Environment& environment);

}  // namespace usdscope
