// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>

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
  std::vector<std::string> words = commandLineOf("package");
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

// A folder that is removed at the end.
class WorkFolder {
 public:
  WorkFolder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "usdscope-usdzip-XXXXXX").string();
    if (!error && ::mkdtemp(name.data())) path_ = name;
  }
  ~WorkFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

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
    std::optional<WorkFolder> folder;
    if (!options.arkitAsset.empty()) {
      folder.emplace();
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
