// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "app/cli/Output.h"
#include "app/cli/tools/ToolRun.h"
#include "app/cli/tools/Tools.h"
#include "engine/asset/Package.h"
#include "engine/base/FileBytes.h"
#include "engine/base/Utf8.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

struct UsdZipOptions {
  std::vector<std::string> files;  // The package, then the files that go into it.
  std::string asset;
  std::string arkitAsset;
  bool recurse = false;
  bool checkCompliance = false;
  bool verbose = false;
  std::optional<std::string> list;
  std::optional<std::string> dump;
};

// The table of --dump.
std::string contentsOf(const Package& package) {
  std::string text =
      "    Offset\t      Comp\t    Uncomp\tName\n"
      "    ------\t      ----\t    ------\t----\n";
  for (const PackageEntry& entry : package.entries()) {
    text += fmt::format("{0:>10}\t{1:>10}\t{1:>10}\t{2}\n", entry.byteOffset, entry.byteSize,
                        entry.name);
  }
  return text + fmt::format("----------\n{} files total\n", package.entries().size());
}

int writeContents(const std::string& target, const std::string& text, const VerbContext& context) {
  if (target == "-") {
    context.out << printableLines(text);
    return 0;
  }
  return writeResult(text, target, {context.out, context.err}) == kSuccess ? 0 : 1;
}

int showContents(const UsdZipOptions& options, const std::string& file,
                 const VerbContext& context) {
  if (!options.list && !options.dump) return 0;
  for (const auto& target : {options.list, options.dump}) {
    if (target && *target == file) {
      return toolError(context, file + ": The file to write must be different from the package.");
    }
  }
  const FileBytesResult bytes = readFileBytes(file);
  std::string problem = bytes.problem;
  const auto package = bytes.bytes ? Package::open(*bytes.bytes, problem) : nullptr;
  if (!package) return toolError(context, file + ": " + problem);
  int status = 0;
  if (options.dump) status = writeContents(*options.dump, contentsOf(*package), context);
  if (!options.list) return status;
  std::string names;
  for (const PackageEntry& entry : package->entries()) names.append(entry.name) += '\n';
  return std::max(status, writeContents(*options.list, names, context));
}

// The package to look at, also when only --list or --dump names it.
std::string settledPackage(UsdZipOptions& options) {
  if (!options.files.empty()) return options.files.front();
  for (auto* target : {&options.list, &options.dump}) {
    if (!target->has_value() || !(*target)->ends_with(".usdz")) continue;
    std::string package = **target;
    *target = "-";
    return package;
  }
  return {};
}

int createForUsdZip(const UsdZipOptions& options, const std::string& file, const std::string& asset,
                    const VerbContext& context) {
  if (options.verbose) {
    std::error_code error;
    if (fs::exists(file, error)) {
      context.out << "File at path '" << file << "' already exists. Overwriting file.\n";
    }
  }
  std::vector<std::string> words = {"package"};
  if (!asset.empty()) {
    words.push_back("--asset=" + asset);
  } else {
    words.emplace_back("--anyFirstFile");
    if (options.recurse) words.emplace_back("--recurse");
  }
  if (options.checkCompliance) words.emplace_back("--checkCompliance");
  words.insert(words.end(), {"--", file});
  for (std::size_t i = 1; i < options.files.size(); ++i) {
    std::error_code error;
    const fs::path path = options.files[i];
    if (fs::is_regular_file(path, error) && fs::file_size(path, error) == 0) {
      context.err << "Skipping empty file '" << options.files[i] << "'.\n";
      continue;
    }
    if (options.verbose) context.out << ".. adding: " << options.files[i] << '\n';
    words.push_back(options.files[i]);
  }
  return runVerbForTool(std::move(words), context);
}

int runUsdZip(UsdZipOptions& options, const VerbContext& context) {
  const std::string& asset = options.asset.empty() ? options.arkitAsset : options.asset;
  if (!options.asset.empty() && !options.arkitAsset.empty()) {
    return toolError(context, "Specify either --asset or --arkitAsset, not both.", kWrongUsage);
  }
  if (!asset.empty() && options.files.size() > 1) {
    return toolError(context, "Specify either inputFiles or an asset, not both.", kWrongUsage);
  }
  std::string file = settledPackage(options);
  if (file.empty()) return toolError(context, "No usdz file specified!", kWrongUsage);
  const bool creates = !asset.empty() || options.files.size() > 1;
  if (!creates && options.checkCompliance) {
    return toolError(context,
                     "--checkCompliance should only be specified when creating a usdz package.",
                     kWrongUsage);
  }
  if (creates) {
    if (!file.ends_with(".usdz")) file += ".usdz";
    const int status = createForUsdZip(options, file, asset, context);
    if (status != 0) return status;
  }
  return showContents(options, file, context);
}

}  // namespace

RunVerb declareUsdZip(VerbOptions& command) {
  auto options = std::make_shared<UsdZipOptions>();
  command.option("files", options->files, "The package, then the files to include in it");
  command.flag("-r,--recurse", options->recurse, "Add files in sub-directories");
  command.option("-a,--asset", options->asset, "Root layer to be packed with its dependencies");
  command.option("--arkitAsset", options->arkitAsset, "Like --asset");
  command.flag("-c,--checkCompliance", options->checkCompliance,
               "Write no package that fails the checks");
  command.fileOption("-l,--list", options->list, "List the files, to this file if one is named");
  command.fileOption("-d,--dump", options->dump, "Like --list, with offsets and sizes");
  command.flag("-v,--verbose", options->verbose, "Name the files that are added");
  return [options](VerbContext context) { return runUsdZip(*options, context); };
}

}  // namespace usdscope
