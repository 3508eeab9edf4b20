// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/LayerFileFacts.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "engine/asset/AssetResolver.h"
#include "engine/asset/PackagePath.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

std::optional<std::uint64_t> byteSizeOf(const AssetResolver& resolver,
                                        const std::string& identifier) {
  if (isPackagePath(identifier)) {
    const FileBytesResult opened = resolver.open(identifier);
    return opened.bytes ? std::optional<std::uint64_t>(opened.bytes->byteSize()) : std::nullopt;
  }
  std::error_code error;
  const auto size = std::filesystem::file_size(identifier, error);
  return error ? std::nullopt : std::optional<std::uint64_t>(size);
}

bool isBlank(const Layer& layer) {
  return layer.primRowCount() == 1 && layer.pseudoRoot().fieldNames().empty();
}

}  // namespace

LayerFileFacts layerFileFacts(const Stage& stage, const std::string& identifier) {
  LayerFileFacts facts;
  const bool isAnonymous = LayerIdentity{identifier}.isAnonymous();
  if (!isAnonymous) {
    facts.byteSize = byteSizeOf(stage.resolver(), identifier);
    facts.modificationTime = stage.resolver().modificationTime(identifier);
  }
  if (identifier == stage.sessionLayer()->identifier()) {
    facts.isDirty = !isBlank(*stage.sessionLayer());
    return facts;
  }
  const auto opened = stage.layers().find(identifier);
  if (!opened || !opened->layer) return facts;
  // Only layers that were read from a file have a time.
  facts.isDirty = !opened->modificationTime && (!isAnonymous || !isBlank(*opened->layer));
  facts.isChangedOnDisk =
      opened->modificationTime && opened->modificationTime != facts.modificationTime;
  const auto problems = opened->diagnostics.entries();
  const auto first = std::ranges::find_if(
      problems, [](const Diagnostic& d) { return d.code.severity != Severity::Note; });
  if (first != problems.end()) facts.problem = first->message;
  return facts;
}

}  // namespace usdscope
