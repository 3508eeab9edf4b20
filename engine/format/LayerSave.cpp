// SPDX-License-Identifier: Apache-2.0
#include "engine/format/LayerSave.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "engine/base/ResponsiveThread.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usdc/UsdcWriter.h"

namespace usdscope {
namespace {

// Returns the format of the layer that a file has now.
std::optional<LayerFormat> presentFormat(const std::string& file) {
  noteFileAccess(file);
  std::array<char, 16> start{};
  std::ifstream in(file, std::ios::binary);
  in.read(start.data(), start.size());
  return detectLayerFormat({start.data(), static_cast<std::size_t>(in.gcount())});
}

}  // namespace

std::string lowerExtension(std::string_view file) {
  const std::size_t dot = file.find_last_of("./");
  if (dot == std::string_view::npos || file[dot] == '/') return {};
  std::string extension(file.substr(dot));
  std::ranges::transform(extension, extension.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  return extension;
}

std::optional<LayerFormat> saveFormatOf(const std::string& file,
                                        std::optional<LayerFormat> requested,
                                        Diagnostics& diagnostics) {
  const std::string extension = lowerExtension(file);
  std::optional<LayerFormat> format;
  if (extension == ".usda") format = LayerFormat::Usda;
  if (extension == ".usdc") format = LayerFormat::Usdc;
  if (extension == ".usd") {
    const auto present = requested ? requested : presentFormat(file);
    return present == LayerFormat::Usda ? LayerFormat::Usda : LayerFormat::Usdc;
  }
  const SourceSite site{.layer = file};
  if (extension == ".usdz") {
    diagnostics.report(kUnknownExtension, site,
                       "Layers are not saved as packages; the verb package makes one. Names that "
                       "work end in .usd, .usda or .usdc.");
    return std::nullopt;
  }
  if (!format) {
    diagnostics.report(kUnknownExtension, site,
                       fmt::format("Layers cannot be written to files that end in \"{}\"; names "
                                   "that work end in .usd, .usda or .usdc.",
                                   extension));
    return std::nullopt;
  }
  if (requested && requested != format) {
    diagnostics.report(kUnknownExtension, site,
                       fmt::format("A file that ends in {} cannot hold the other format; use .usd "
                                   "for a name that may hold either.",
                                   extension));
    return std::nullopt;
  }
  return format;
}

std::string writeLayer(const Layer& layer, LayerFormat format, const FieldDefinitions& fields,
                       Diagnostics& diagnostics) {
  return format == LayerFormat::Usda ? writeUsda(layer) : writeUsdc(layer, fields, diagnostics);
}

bool saveLayer(const Layer& layer, const std::string& file, std::optional<LayerFormat> requested,
               const FieldDefinitions& fields, Diagnostics& diagnostics) {
  const auto format = saveFormatOf(file, requested, diagnostics);
  if (!format) return false;
  const std::string problem =
      *format == LayerFormat::Usda
          ? replaceFile(file, [&](TextSink& sink) { return writeUsda(layer, sink); })
          : replaceFile(file, writeUsdc(layer, fields, diagnostics));
  if (problem.empty()) return true;
  diagnostics.report(kCannotSave, {.layer = file}, problem);
  return false;
}

}  // namespace usdscope
