// SPDX-License-Identifier: Apache-2.0
#include "engine/format/LayerFormat.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <new>
#include <stdexcept>
#include <string>

#include "engine/asset/Package.h"
#include "engine/asset/ResolverCommand.h"
#include "engine/base/UnreadFiles.h"
#include "engine/format/mtlx/MtlxReader.h"
#include "engine/format/usda/UsdaReader.h"
#include "engine/format/usdc/RowRecipe.h"
#include "engine/format/usdc/UsdcReader.h"
#include "engine/format/usdz/UsdzReader.h"

namespace usdscope {
namespace {

// Returns the extension with its dot, for a file in a package that of the file; empty when none.
std::string_view layerExtension(std::string_view name) {
  name = name.substr(0, name.find_last_not_of(']') + 1);
  const std::size_t dot = name.find_last_of("./[");
  return dot == name.npos || name[dot] != '.' ? std::string_view() : name.substr(dot);
}

bool isCrate(std::string_view bytes) { return bytes.starts_with("PXR-USDC"); }

bool isText(std::string_view bytes) {
  return bytes.starts_with("#usda ") || bytes.starts_with("#sdf ");
}

std::shared_ptr<const Layer> readCrate(const FileBytes& bytes, LayerIdentity identity,
                                       Diagnostics& diagnostics, const Environment&) {
  return readUsdc(bytes, std::move(identity), diagnostics);
}

std::shared_ptr<const Layer> readText(const FileBytes& bytes, LayerIdentity identity,
                                      Diagnostics& diagnostics, const Environment& environment) {
  return readUsda(bytes, std::move(identity), diagnostics, {.fields = &environment.fields()});
}

std::shared_ptr<const Layer> readPackage(const FileBytes& bytes, LayerIdentity identity,
                                         Diagnostics& diagnostics, const Environment& environment) {
  const SourceSite site{.layer = identity.identifier};
  const auto root = findRootLayerOfPackage(bytes, site, diagnostics);
  if (!root) return nullptr;
  // The identity names the package: its extension says nothing about the root layer.
  const auto read = isCrate(root->text()) ? readCrate : readText;
  return read(*root, std::move(identity), diagnostics, environment);
}

constexpr FileFormat kFormats[] = {{LayerFormat::Usdc, isCrate, readCrate},
                                   {LayerFormat::Usda, isText, readText},
                                   {LayerFormat::Usdz, looksLikePackage, readPackage},
                                   {LayerFormat::MaterialX, looksLikeMtlx, readMtlx}};

const FileFormat* findFormat(std::span<const FileFormat> formats, std::string_view bytes) {
  const auto found = std::ranges::find_if(
      formats, [&](const FileFormat& format) { return format.recognises(bytes); });
  return found == formats.end() ? nullptr : &*found;
}

std::string_view nameOf(LayerFormat format) {
  switch (format) {
    case LayerFormat::Usda:
      return "text, as in .usda";
    case LayerFormat::Usdc:
      return "a crate, as in .usdc";
    case LayerFormat::Usdz:
      return "a package, as in .usdz";
    case LayerFormat::MaterialX:
      return "MaterialX, as in .mtlx";
  }
  return {};
}

// The reference chooses the format by the extension alone. Asset ids, and names without an
// extension, say nothing about the format. Capsules may be named .zip.
bool extensionFits(std::string_view identifier, LayerFormat format) {
  std::string extension(isAssetId(identifier) ? std::string_view() : layerExtension(identifier));
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  switch (format) {
    case LayerFormat::Usda:
      return extension.empty() || extension == ".usda" || extension == ".usd" ||
             extension == ".sdf";
    case LayerFormat::Usdc:
      return extension.empty() || extension == ".usdc" || extension == ".usd";
    case LayerFormat::Usdz:
      return extension.empty() || extension == ".usdz" || extension == ".zip";
    case LayerFormat::MaterialX:
      return extension.empty() || extension == ".mtlx";
  }
  return false;
}

}  // namespace

std::span<const FileFormat> builtinFileFormats() { return kFormats; }

std::optional<LayerFormat> detectLayerFormat(std::string_view bytes) {
  const FileFormat* const found = findFormat(kFormats, bytes);
  return found ? std::optional(found->format) : std::nullopt;
}

std::shared_ptr<const Layer> readLayer(const FileBytes& bytes, LayerIdentity identity,
                                       Diagnostics& diagnostics, const Environment& environment) {
  const SourceSite site{.layer = identity.identifier};
  if (bytes.byteSize() == 0) {
    diagnostics.report(kEmptyFile, site, "The file is empty.");
    return nullptr;
  }
  const FileFormat* const format = findFormat(environment.fileFormats(), bytes.text());
  if (!format) {
    const std::string_view extension = layerExtension(identity.identifier);
    if (!extension.empty() && !extension.starts_with(".usd") && extension != ".mtlx") {
      diagnostics.report(kNotALayer, site,
                         fmt::format("This is not a layer: its name ends in \"{}\", and names of "
                                     "layers in .usd, .usda, .usdc or .usdz.",
                                     extension));
    } else {
      diagnostics.report(
          kNotALayer, site,
          "This is not a layer: it starts neither as text (#usda 1.0) nor as a crate "
          "(PXR-USDC) nor as a package (zip), as files in .usd, .usda, .usdc or "
          ".usdz do, nor has it a <materialx> element, as files in .mtlx have.");
    }
    return nullptr;
  }
  if (!extensionFits(identity.identifier, format->format)) {
    diagnostics.report(
        kOtherExtension, site,
        fmt::format("The name ends in \"{}\", but the content is {}. Rename the file: "
                    "OpenUSD chooses the format by the name.",
                    layerExtension(identity.identifier), nameOf(format->format)));
    return nullptr;
  }
  // Other threads may wait for the result, so it must come.
  try {
    return format->read(bytes, std::move(identity), diagnostics, environment);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  noteUnreadFile(site.layer);
  diagnostics.report(kLayerTooLarge, site, "There is not enough memory to read the layer.");
  return nullptr;
}

bool hasSpecsOf(const std::string& identifier, const Layer& layer, const Environment& environment) {
  const auto recipe = usdc::findRecipe(layer);
  if (!recipe || !extensionFits(identifier, LayerFormat::Usdc)) return false;
  const FileBytesResult file = environment.resolver().open(identifier);
  if (!file.bytes) return false;
  const FileFormat* const format = findFormat(environment.fileFormats(), file.bytes->text());
  return format && format->read == readCrate && usdc::hasRowsOf(*file.bytes, layer, *recipe);
}

}  // namespace usdscope
