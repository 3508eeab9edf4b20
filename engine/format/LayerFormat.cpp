// SPDX-License-Identifier: Apache-2.0
#include "engine/format/LayerFormat.h"

#include <fmt/format.h>

#include "engine/asset/Package.h"
#include "engine/format/usda/UsdaReader.h"
#include "engine/format/usdc/UsdcReader.h"
#include "engine/format/usdz/UsdzReader.h"

namespace usdscope {
namespace {

// With its dot; of a file in a package that of the file. Empty when there is none.
std::string_view layerExtension(std::string_view name) {
  name = name.substr(0, name.find_last_not_of(']') + 1);
  const std::size_t dot = name.find_last_of("./[");
  return dot == name.npos || name[dot] != '.' ? std::string_view() : name.substr(dot);
}

}  // namespace

std::optional<LayerFormat> detectLayerFormat(std::string_view bytes) {
  if (bytes.starts_with("PXR-USDC")) return LayerFormat::Usdc;
  if (bytes.starts_with("#usda ") || bytes.starts_with("#sdf ")) return LayerFormat::Usda;
  if (looksLikePackage(bytes)) return LayerFormat::Usdz;
  return std::nullopt;
}

std::shared_ptr<const Layer> readLayer(const FileBytes& bytes, LayerIdentity identity,
                                       Diagnostics& diagnostics) {
  const SourceSite site{.layer = identity.identifier};
  if (bytes.byteSize() == 0) {
    diagnostics.report(kEmptyFile, site, "The file is empty.");
    return nullptr;
  }
  const auto format = detectLayerFormat(bytes.text());
  if (!format) {
    const std::string_view extension = layerExtension(identity.identifier);
    if (extension == ".mtlx") {
      diagnostics.report(kMaterialXUnsupported, site,
                         "MaterialX files are not supported; layers end in .usd, .usda, .usdc or "
                         ".usdz.");
    } else if (!extension.empty() && !extension.starts_with(".usd")) {
      diagnostics.report(kNotALayer, site,
                         fmt::format("This is no layer: its name ends in \"{}\", and names of "
                                     "layers in .usd, .usda, .usdc or .usdz.",
                                     extension));
    } else {
      diagnostics.report(kNotALayer, site,
                         "This is no layer: it starts neither as text (#usda 1.0) nor as a crate "
                         "(PXR-USDC) nor as a package (zip), as files in .usd, .usda, .usdc or "
                         ".usdz do.");
    }
    return nullptr;
  }
  switch (*format) {
    case LayerFormat::Usda:
      return readUsda(bytes, std::move(identity), diagnostics);
    case LayerFormat::Usdc:
      return readUsdc(bytes, std::move(identity), diagnostics);
    case LayerFormat::Usdz:
      break;
  }
  const auto root = findRootLayerOfPackage(bytes, site, diagnostics);
  if (!root) return nullptr;
  // Not a package itself, so this ends here.
  return readLayer(*root, std::move(identity), diagnostics);
}

}  // namespace usdscope
