// SPDX-License-Identifier: Apache-2.0
#include "app/cli/Messages.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <vector>

#include "app/cli/Verb.h"
#include "engine/asset/PackagePath.h"
#include "engine/base/MappedFile.h"
#include "engine/base/UnreadFiles.h"
#include "engine/format/LayerSave.h"

namespace usdscope {

bool printDiagnostics(const Diagnostics& diagnostics, std::ostream& err) {
  for (const Diagnostic& diagnostic : diagnostics.entries()) err << toText(diagnostic) << '\n';
  if (diagnostics.droppedCount() > 0) {
    err << "and " << diagnostics.droppedCount() << " more\n";
  }
  return diagnostics.hasErrors();
}

bool printChangedFiles(std::ostream& err) {
  const std::vector<std::string> changed = takeFilesChangedWhileMapped();
  for (const std::string& file : changed) {
    err << "error: " << file
        << ": Another program changed the file while it was read; what was read may be wrong.\n";
  }
  const std::vector<std::string> unread = takeUnreadFiles();
  for (const std::string& file : unread) {
    err << "error: " << file
        << ": The file could not be read; results without it do not replace older ones.\n";
  }
  return !changed.empty() || !unread.empty();
}

bool hasChangedFiles(const VerbContext& context) {
  if (!printChangedFiles(context.err)) return false;
  context.failsWith(kUnreadable);
  return true;
}

bool hasLayerName(const std::string& file, std::ostream& err) {
  static constexpr std::array<std::string_view, 7> kEndings = {".usd", ".usda", ".usdc", ".usdz",
                                                               ".zip", ".sdf",  ".mtlx"};
  const PackagePathParts parts = splitInnerPackage(file);
  const std::string ending = lowerExtension(parts.entry.empty() ? parts.package : parts.entry);
  if (std::ranges::find(kEndings, ending) != kEndings.end()) return true;
  err << "error: " << file
      << ": The names of layers end in .usd, .usda, .usdc or .usdz; this one ends in \"" << ending
      << "\".\n";
  return false;
}

}  // namespace usdscope
