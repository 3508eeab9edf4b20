// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/base/FileBytes.h"
#include "engine/format/Environment.h"
#include "engine/layer/Layer.h"

namespace usdscope {

inline constexpr DiagnosticCode kEmptyFile{"format.empty-file", Severity::Error};
inline constexpr DiagnosticCode kNotALayer{"format.not-a-layer", Severity::Error};
inline constexpr DiagnosticCode kMaterialXUnsupported{"format.materialx", Severity::Error};

/// The file formats of layers.
enum class LayerFormat { Usda, Usdc, Usdz };

/// Detects the format from the first bytes of a file, whatever its extension. Empty for unknown
/// bytes.
std::optional<LayerFormat> detectLayerFormat(std::string_view bytes);

/// One way to recognise and read a layer file. Both functions are thread-safe.
struct FileFormat {
  LayerFormat format;
  bool (*recognises)(std::string_view bytes);
  /// As readLayer(), for bytes that the format recognises.
  std::shared_ptr<const Layer> (*read)(const FileBytes& bytes, LayerIdentity identity,
                                       Diagnostics& diagnostics, const Environment& environment);
};

/// The formats that every environment has.
std::span<const FileFormat> builtinFileFormats();

/// Reads a layer of any format; of a package its root layer.
///
/// Null and an error when there is nothing that could be called a layer. A layer that is damaged
/// in parts comes with errors about these. Lazy formats keep the bytes alive. The environment
/// decides which formats and which metadata fields there are.
std::shared_ptr<const Layer> readLayer(const FileBytes& bytes, LayerIdentity identity,
                                       Diagnostics& diagnostics,
                                       const Environment& environment = {});

}  // namespace usdscope
