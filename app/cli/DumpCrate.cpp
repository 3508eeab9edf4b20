// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <ostream>

#include "app/cli/LayerInput.h"
#include "app/cli/Messages.h"
#include "app/cli/Verbs.h"
#include "app/files/SceneFile.h"
#include "engine/base/Json.h"
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

Json crateToJson(const std::string& file, const CrateInfo& info) {
  Json json = {{"file", file},
               {"version", info.version},
               {"bytes", info.byteSize},
               {"tokens", info.tokenCount},
               {"strings", info.stringCount},
               {"fields", info.fieldCount},
               {"fieldSets", info.fieldSetCount},
               {"paths", info.pathCount},
               {"specs", info.specCounts},
               {"sections", Json::array()},
               {"types", Json::object()},
               {"costliest", Json::array()}};
  for (const CrateInfo::Section& section : info.sections) {
    json["sections"].push_back(
        {{"name", section.name}, {"offset", section.begin}, {"bytes", section.byteSize}});
  }
  for (const auto& [type, cost] : info.types) {
    json["types"][type] = {{"count", cost.count}, {"bytes", cost.byteSize}};
  }
  for (const CrateInfo::FieldCost& cost : info.costliest) {
    json["costliest"].push_back({{"path", cost.path},
                                 {"field", cost.field},
                                 {"type", cost.type},
                                 {"bytes", cost.byteSize},
                                 {"specs", cost.specCount}});
  }
  return json;
}

}  // namespace

RunVerb declareDumpCrate(VerbOptions& command) {
  struct Options {
    std::vector<std::string> files;
    std::size_t count = 20;
    bool isJson = false;
  };
  auto options = std::make_shared<Options>();
  command.option("FILE", options->files, "Crate files, also in packages; - is standard input")
      .required();
  command.option("--count", options->count, "Number of the costliest fields to list")
      .inRange(0, 1000000);
  command.flag("--json", options->isJson, "Print a line of JSON for each file");
  return [options](VerbContext context) {
    bool hasErrors = false;
    for (const std::string& file : options->files) {
      const auto layers = makeLayerCache(context.environment, file);
      const bool isInput = file == "-";
      const std::string identifier = isInput ? file : identifierOf(*layers, file);
      const FileBytesResult bytes =
          isInput ? FileBytesResult{FileBytes::fromBuffer(readInput(std::cin)), {}}
                  : layers->resolver().open(identifier);
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
      if (!info) continue;
      if (options->isJson) {
        context.out << toLine(crateToJson(file, *info)) << '\n';
      } else {
        printCrate(file, *info, context.out);
      }
    }
    return hasErrors ? kFailure : kSuccess;
  };
}

}  // namespace usdscope
