// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>

#include "app/cli/Output.h"
#include "app/cli/tools/ToolRun.h"
#include "app/cli/tools/Tools.h"
#include "engine/asset/Package.h"
#include "engine/base/FileBytes.h"
#include "engine/base/UnfinishedFile.h"
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
  // The tool ends with 0.
  if (!package) return toolError(context, file + ": " + problem, 0);
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
    std::error_code error;
    if (!target->has_value() || !(*target)->ends_with(".usdz")) continue;
    if (!fs::exists(**target, error)) continue;
    std::string package = **target;
    *target = "-";
    return package;
  }
  return {};
}

// The files to pack, in the order of the tool: the files of folders come last, without hidden ones.
std::vector<std::string> filesToPack(const UsdZipOptions& options) {
  std::vector<std::string> files;
  std::deque<fs::path> waiting(options.files.begin() + 1, options.files.end());
  for (; !waiting.empty(); waiting.pop_front()) {
    const fs::path path = waiting.front();
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path.generic_string());
      continue;
    }
    std::vector<fs::path> inside;
    for (const auto& entry : fs::directory_iterator(path, error)) {
      const bool isHidden = entry.path().filename().string().starts_with('.');
      // Links to folders may lead in circles.
      const bool isFolder = entry.is_directory(error);
      if (isHidden || (isFolder && (!options.recurse || entry.is_symlink(error)))) continue;
      inside.push_back(entry.path());
    }
    std::ranges::sort(inside);
    waiting.insert(waiting.end(), inside.begin(), inside.end());
  }
  return files;
}

// Prints the lines of --verbose that come before the package is made.
void announce(const UsdZipOptions& options, const std::string& file, const VerbContext& context) {
  std::error_code error;
  if (fs::exists(file, error)) {
    context.out << "File at path '" << file << "' already exists. Overwriting file.\n";
  }
  if (options.files.size() > 1) {
    const std::vector<std::string> named(options.files.begin() + 1, options.files.end());
    context.out << fmt::format("Creating package '{}' with files ['{}'].\n", file,
                               fmt::join(named, "', '"));
  }
  if (!options.recurse) context.out << "Not recursing into sub-directories.\n";
}

int createForUsdZip(const UsdZipOptions& options, const std::string& file, const std::string& asset,
                    const VerbContext& context) {
  if (options.verbose) announce(options, file, context);
  std::vector<std::string> words = commandLineOf("package");
  if (!asset.empty()) {
    words.push_back("--asset=" + asset);
  } else {
    words.emplace_back("--anyFirstFile");
  }
  if (options.checkCompliance) words.emplace_back("--checkCompliance");
  words.insert(words.end(), {"--", file});
  for (const std::string& each : filesToPack(options)) {
    std::error_code error;
    if (options.verbose) context.out << ".. adding: " << each << '\n';
    if (fs::is_regular_file(each, error) && fs::file_size(each, error) == 0) {
      context.err << "Skipping empty file '" << each << "'.\n";
      continue;
    }
    words.push_back(each);
  }
  return runVerbForTool(std::move(words), context);
}

// Makes one crate of an asset, as packages for ARKit need it: composed if it has several layers,
// else the layer with all its specs. Returns its file; empty after a problem.
std::string crateForArKit(const std::string& asset, const fs::path& folder,
                          const VerbContext& context) {
  std::string list;
  runVerbForTool({"package", "--list-dependencies", "--", asset}, context, list);
  std::size_t layers = 0;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) layers += line.starts_with("layer ") ? 1 : 0;
  const std::string crate = (folder / (fs::path(asset).stem().string() + ".usdc")).string();
  std::vector<std::string> words = commandLineOf("flatten");
  if (layers > 1) {
    context.err << "warning: " << asset
                << ": The asset is flattened, because it has several layers; its variants are "
                   "lost.\n";
  } else {
    words.emplace_back("--layerStack");
  }
  words.insert(words.end(), {"-o", crate, "--", asset});
  return runVerbForTool(std::move(words), context) == 0 ? crate : std::string();
}

int runUsdZip(UsdZipOptions& options, const VerbContext& context) {
  std::string asset = options.asset.empty() ? options.arkitAsset : options.asset;
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
    std::optional<UnfinishedFolder> folder;
    if (!options.arkitAsset.empty()) {
      folder.emplace("usdscope-usdzip");
      if (folder->path().empty())
        return toolError(context, "There is no folder for temporary files.");
      asset = crateForArKit(asset, folder->path(), context);
      if (asset.empty()) return 1;
    }
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
  command.option("--arkitAsset", options->arkitAsset,
                 "Root layer to be packed as one crate, with its other files");
  command.flag("-c,--checkCompliance", options->checkCompliance,
               "Write no package that fails the checks");
  command.fileOption("-l,--list", options->list, "List the files, to this file if one is named");
  command.fileOption("-d,--dump", options->dump, "Like --list, with offsets and sizes");
  command.flag("-v,--verbose", options->verbose, "Name the files that are added");
  return [options](VerbContext context) { return runUsdZip(*options, context); };
}

}  // namespace usdscope
