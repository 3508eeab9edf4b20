// SPDX-License-Identifier: Apache-2.0
#include "engine/format/SaveLayers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "engine/format/LayerSave.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usdc/UsdcWriter.h"

namespace usdscope {
namespace {

bool isInPackage(const std::string& identifier) {
  return identifier.ends_with(']') || lowerExtension(identifier) == ".usdz";
}

std::unique_ptr<FileReplacement> written(const Layer& layer, LayerFormat format,
                                         const FieldDefinitions& fields, Diagnostics& diagnostics) {
  const auto fill = [&](TextSink& sink) {
    return format == LayerFormat::Usda ? writeUsda(layer, sink)
                                       : sink.write(writeUsdc(layer, fields, diagnostics));
  };
  return std::make_unique<FileReplacement>(layer.identifier(), fill);
}

}  // namespace

std::string whyNotWritable(const std::string& identifier) {
  if (identifier.starts_with("anon:")) return "The layer has no file; save it under a name.";
  if (isInPackage(identifier)) return "The layer lies in a package, which cannot be changed.";
  Diagnostics problems;
  if (!saveFormatOf(identifier, std::nullopt, problems)) {
    return problems.entries().front().message;
  }
  return whyNotReplaceable(identifier);
}

std::string changeOnDisk(const LayerCache& layers, const std::string& identifier) {
  const auto opened = layers.find(identifier);
  if (!opened || !opened->byteSize) return {};
  std::error_code error;
  const std::uintmax_t byteSize = std::filesystem::file_size(identifier, error);
  if (error) return "The file was removed since it was read.";
  const auto time = layers.resolver().modificationTime(identifier);
  if (byteSize == *opened->byteSize && time == opened->modificationTime) return {};
  return "The file was changed by another program since it was read.";
}

std::vector<std::shared_ptr<const Layer>> modifiedLayers(const LayerCache& layers) {
  std::vector<std::shared_ptr<const Layer>> modified;
  for (const std::string& identifier : layers.identifiers()) {
    const auto opened = layers.find(identifier);
    if (opened && opened->isModified()) modified.push_back(opened->layer);
  }
  return modified;
}

SaveLayersResult saveLayers(LayerCache& layers,
                            std::span<const std::shared_ptr<const Layer>> versions,
                            bool overwritesChanges) {
  SaveLayersResult result;
  const auto refuse = [&](const DiagnosticCode& code, const std::string& file,
                          const std::string& problem) {
    result.diagnostics.report(code, {.layer = file}, problem);
  };
  for (const auto& layer : versions) {
    const std::string& file = layer->identifier();
    const std::string problem = whyNotWritable(file);
    if (!problem.empty()) {
      refuse(kCannotSave, file, problem);
      continue;
    }
    const std::string change = overwritesChanges ? std::string() : changeOnDisk(layers, file);
    if (!change.empty()) {
      refuse(kChangedOnDisk, file,
             change + " It was not overwritten; reload the layer or save it under another name.");
    }
  }
  if (!result.diagnostics.isEmpty()) return result;

  std::vector<std::unique_ptr<FileReplacement>> files;
  for (const auto& layer : versions) {
    const auto format = saveFormatOf(layer->identifier(), std::nullopt, result.diagnostics);
    files.push_back(written(*layer, *format, layers.environment().fields(), result.diagnostics));
    if (files.back()->problem().empty()) continue;
    refuse(kCannotSave, layer->identifier(), files.back()->problem());
    return result;
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string problem = files[i]->commit();
    if (!problem.empty()) {
      refuse(kCannotSave, versions[i]->identifier(), problem);
      continue;
    }
    layers.markSaved(versions[i]);
    result.saved.push_back(versions[i]->identifier());
  }
  return result;
}

}  // namespace usdscope
