// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <ostream>

#include "app/cli/Messages.h"
#include "app/cli/Verbs.h"
#include "app/files/SceneFile.h"
#include "engine/format/usdc/CrateInfo.h"

namespace usdscope {
namespace {

void printCrate(const std::string& file, const CrateInfo& info, std::ostream& out) {
  out << fmt::format("{}: crate {}, {} bytes\n\n", file, info.version, info.byteSize);
  out << fmt::format("{:<12}{:>14}{:>14}\n", "section", "offset", "bytes");
  for (const CrateInfo::Section& section : info.sections) {
    out << fmt::format("{:<12}{:>14}{:>14}\n", section.name, section.begin, section.byteSize);
  }
  out << fmt::format("\n{} tokens, {} strings, {} fields, {} sets of fields, {} paths\n",
                     info.tokenCount, info.stringCount, info.fieldCount, info.fieldSetCount,
                     info.pathCount);
  for (const auto& [kind, count] : info.specCounts) {
    out << fmt::format("{:>12} {} specs\n", count, kind);
  }
  out << fmt::format("\n{:<26}{:>12}{:>14}\n", "type of fields", "count", "bytes");
  for (const auto& [type, cost] : info.types) {
    out << fmt::format("{:<26}{:>12}{:>14}\n", type, cost.count, cost.byteSize);
  }
  out << fmt::format("\n{:>12}{:>8}  costliest fields\n", "bytes", "specs");
  for (const CrateInfo::FieldCost& cost : info.costliest) {
    if (cost.byteSize == 0) break;
    out << fmt::format("{:>12}{:>8}  <{}> {} ({})\n", cost.byteSize, cost.specCount, cost.path,
                       cost.field, cost.type);
  }
}

}  // namespace

RunVerb declareDumpCrate(VerbOptions& command) {
  struct Options {
    std::vector<std::string> files;
    std::size_t count = 20;
  };
  auto options = std::make_shared<Options>();
  command.option("FILE", options->files, "Crate files, also in packages").required();
  command.option("--count", options->count, "Number of the costliest fields to list")
      .inRange(0, 1000000);
  return [options](VerbContext context) {
    bool hasErrors = false;
    for (const std::string& file : options->files) {
      const auto layers = makeLayerCache(context.environment, file);
      const std::string identifier = identifierOf(*layers, file);
      const FileBytesResult bytes = layers->resolver().open(identifier);
      if (!bytes.bytes) {
        context.err << "error: " << file << ": " << bytes.problem << '\n';
        context.failsWith(kUnreadable);
        hasErrors = true;
        continue;
      }
      Diagnostics diagnostics;
      const auto info = inspectCrate(*bytes.bytes, identifier, options->count, diagnostics);
      if (printDiagnostics(diagnostics, context.err)) hasErrors = true;
      if (!info) context.failsWith(kUnreadable);
      if (info) printCrate(file, *info, context.out);
    }
    return hasErrors ? kFailure : kSuccess;
  };
}

}  // namespace usdscope
