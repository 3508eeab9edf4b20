// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/format/usda/detail/ReadContext.h"
#include "engine/layer/Arcs.h"

namespace usdscope::usda {

/// The kind of path that is valid in `<` and `>`.
enum class PathUse {
  Prim,        ///< For inherits, specializes and relocates.
  Target,      ///< For relationships: a prim or property.
  Connection,  ///< For attributes: a prim or property.
  Value,       ///< Any path.
};

/// Reads a path and makes it absolute. A relative path is relative to the open prim.
bool readPath(ReadContext& context, PathUse use, Path& out);

/// Reads any path without interpreting it: returns the text in the brackets, which may be empty.
bool readAnyPath(ReadContext& context, std::string_view& out);

/// Reads `None`, one path or a list of them.
bool readPaths(ReadContext& context, PathUse use, std::vector<Path>& out);

/// Reads `None`, one arc or a list of them: `@a@</P> (offset = 10; scale = 2)`.
bool readReferences(ReadContext& context, std::vector<Reference>& out);
bool readPayloads(ReadContext& context, std::vector<Payload>& out);

/// Reads `[@a@, @b@ (offset = 10)]`. Both vectors get the same size.
bool readSubLayers(ReadContext& context, std::vector<std::string>& paths,
                   std::vector<LayerOffset>& offsets);

/// Reads `{ <a>: <b>, <c>: <> }`.
bool readRelocates(ReadContext& context, Relocates& out);

}  // namespace usdscope::usda
