// SPDX-License-Identifier: Apache-2.0
#include "engine/format/LayerSave.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <unordered_map>

#include "engine/base/ResponsiveThread.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/Layer.h"
#include "engine/layer/Path.h"
#include "engine/value/TypeName.h"

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

// Whether the text format can be read with this type: names joined by dots, and brackets for
// arrays.
bool isReadableType(std::string_view type) {
  if (type.ends_with("[]")) type.remove_suffix(2);
  while (true) {
    const std::size_t dot = type.find('.');
    if (!isValidNamespacedIdentifier(type.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    type.remove_prefix(dot + 1);
  }
}

// Reports the types of specs with which a text cannot be read. Crates may have them.
class TypeCheck {
 public:
  TypeCheck(const std::string& file, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  void checkTree(const PrimSpec& prim) {
    check(prim.path(), prim.typeName());
    for (std::size_t i = 0; i < prim.propertyCount(); ++i) {
      const PropertySpec property = prim.property(i);
      if (property.isAttribute()) check(property.path(), property.typeName());
    }
    for (std::size_t i = 0; i < prim.variantCount(); ++i) checkTree(prim.variant(i));
    for (std::size_t i = 0; i < prim.childCount(); ++i) checkTree(prim.child(i));
  }

 private:
  void check(Path path, Token type) {
    if (!type || type == last_) return;
    const auto [known, isNew] = isReadable_.try_emplace(type, true);
    if (isNew) known->second = findTypeName(type) || isReadableType(type.text());
    if (known->second) {
      last_ = type;
      return;
    }
    diagnostics_.report(kUnreadableType, {.layer = file_, .path = path.text()},
                        fmt::format("The type \"{}\" is not an identifier, so the file cannot be "
                                    "read. A file that ends in .usdc can hold it.",
                                    type.text()));
  }

  const std::string& file_;
  Diagnostics& diagnostics_;
  Token last_;  // A readable type.
  std::unordered_map<Token, bool> isReadable_;
};

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
               const FieldDefinitions& fields, Diagnostics& diagnostics,
               const std::function<bool()>& mayReplace) {
  const auto format = saveFormatOf(file, requested, diagnostics);
  if (!format) return false;
  FileReplacement replacement(file, [&](TextSink& sink) {
    return *format == LayerFormat::Usda ? writeUsda(layer, sink)
                                        : sink.write(writeUsdc(layer, fields, diagnostics));
  });
  std::string problem = replacement.problem();
  if (problem.empty()) {
    if (mayReplace && !mayReplace()) return false;
    problem = replacement.commit();
  }
  if (problem.empty()) {
    if (*format == LayerFormat::Usda) TypeCheck(file, diagnostics).checkTree(layer.pseudoRoot());
    return true;
  }
  diagnostics.report(kCannotSave, {.layer = file}, problem);
  return false;
}

}  // namespace usdscope
