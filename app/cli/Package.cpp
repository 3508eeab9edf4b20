// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/Package.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <set>

#include "app/cli/LayerInput.h"
#include "app/cli/Messages.h"
#include "app/cli/Output.h"
#include "app/cli/Verbs.h"
#include "app/files/SceneFile.h"
#include "engine/base/Json.h"
#include "engine/base/Utf8.h"
#include "engine/format/LayerSave.h"
#include "engine/format/usdz/Compliance.h"
#include "engine/format/usdz/Dependencies.h"
#include "engine/format/usdz/Localization.h"

namespace usdscope {
namespace {

// Whether a package may begin with a file of this format.
bool isPackageRoot(std::optional<LayerFormat> format) {
  return format && *format != LayerFormat::MaterialX;
}

namespace fs = std::filesystem;

struct PackageOptions {
  std::vector<std::string> files;  // The package, then the files that go into it.
  std::string asset;
  std::string folder;
  bool isRecursive = false;
  bool mayStartWithAnything = false;
  std::optional<std::string> list;  // The file to write; `-` is standard output.
  std::optional<std::string> dump;
  bool isDependencyList = false;
  bool isComplianceCheck = false;
  bool isJson = false;
};

int failPackage(VerbContext context, std::string_view file, std::string_view problem) {
  context.err << "error: " << file << ": " << problem << '\n';
  return kFailure;
}

// Reports a file that cannot be read or written.
int failFile(VerbContext context, std::string_view file, std::string_view problem) {
  context.failsWith(kUnreadable);
  return failPackage(context, file, problem);
}

std::shared_ptr<const Package> openPackage(const std::string& file, VerbContext context) {
  const auto layers = makeLayerCache(context.environment, file);
  const FileBytesResult bytes = layers->resolver().open(identifierOf(*layers, file));
  std::string problem = bytes.problem;
  auto package = bytes.bytes ? Package::open(*bytes.bytes, problem) : nullptr;
  if (!package) {
    failFile(context, file, problem);
  }
  return package;
}

std::string listingOf(const Package& package) {
  std::string out;
  for (const PackageEntry& entry : package.entries()) out.append(entry.name) += '\n';
  return out;
}

std::string jsonOf(const Package& package) {
  Json files = Json::array();
  for (const PackageEntry& entry : package.entries()) {
    files.push_back({{"name", entry.name},
                     {"offset", entry.byteOffset},
                     {"bytes", entry.byteSize},
                     {"method", entry.method},
                     {"crc", fmt::format("{:x}", entry.checksum)}});
  }
  return toLine(Json{{"files", std::move(files)}}) + '\n';
}

std::string dumpOf(const Package& package) {
  std::string out =
      fmt::format("{:>12}{:>12}  {:<8}{:<10}name\n", "offset", "bytes", "method", "crc");
  for (const PackageEntry& entry : package.entries()) {
    out += fmt::format("{:>12}{:>12}  {:<8}{:<10x}{}\n", entry.byteOffset, entry.byteSize,
                       entry.method, entry.checksum, entry.name);
  }
  return out;
}

int printTo(const std::string& target, const std::string& text, VerbContext context) {
  if (target == "-") {
    context.out << printableLines(text);
    return kSuccess;
  }
  return writeResult(text, target, context);
}

int listPackage(const PackageOptions& options, VerbContext context) {
  const auto package = openPackage(options.files[0], context);
  if (!package) return kFailure;
  const std::string outputs[] = {options.list.value_or(""), options.dump.value_or("")};
  SceneFiles used = sceneFilesOf({options.files[0]}, context);
  if (!mayWrite(used, outputs, context) || hasChangedFiles(context)) return kFailure;
  const auto print = [&](const std::optional<std::string>& target, auto textOf) {
    if (!target) return kSuccess;
    return printTo(*target, options.isJson ? jsonOf(*package) : textOf(*package), context);
  };
  const int listed = print(options.list, listingOf);
  const int dumped = print(options.dump, dumpOf);
  return std::max(listed, dumped);
}

int checkCompliance(const std::string& package, bool isJson, VerbContext context) {
  const auto layers = makeLayerCache(context.environment, package);
  const auto problems =
      findPackageProblems(*layers, identifierOf(*layers, package), evaluateAssetPath);
  if (isJson) {
    context.out << toLine(Json{{"problems", problems}}) << '\n';
    return problems.empty() ? kSuccess : kFailure;
  }
  for (const std::string& problem : problems) context.out << printableLines(problem) << '\n';
  return problems.empty() ? kSuccess : kFailure;
}

int listDependencies(const std::string& asset, bool isJson, VerbContext context) {
  const auto layers = makeLayerCache(context.environment, asset);
  Diagnostics diagnostics;
  const auto found =
      findDependencies(*layers, identifierOf(*layers, asset), evaluateAssetPath, diagnostics);
  const bool hasErrors = printDiagnostics(diagnostics, context.err);
  if (found.empty()) context.failsWith(kUnreadable);
  bool isComplete = true;
  Json list = Json::array();
  for (const Dependency& dependency : found) {
    const char* kind = dependency.layer ? "layer    " : "file     ";
    if (!dependency.isFound) {
      isComplete = false;
      kind = "not found";
      context.err << fmt::format("warning: {}: {} needs this file, and it was not found.\n",
                                 dependency.identifier, dependency.referrer);
    }
    if (isJson) {
      list.push_back({{"file", dependency.identifier},
                      {"isLayer", dependency.layer != nullptr},
                      {"found", dependency.isFound},
                      {"referrer", dependency.referrer}});
      continue;
    }
    context.out << kind << ' ' << printableLines(dependency.identifier) << '\n';
  }
  if (isJson) context.out << toLine(Json{{"dependencies", std::move(list)}}) << '\n';
  return hasErrors || !isComplete || found.empty() ? kFailure : kSuccess;
}

// The name of a file in a package: its path, normalised, without the `/` of absolute paths.
std::string entryNameOf(const fs::path& path) {
  std::string name = path.lexically_normal().generic_string();
  name.erase(0, name.find_first_not_of('/'));
  return name;
}

// Returns the named files unchanged, and their paths in `sources`. A folder stands for the files in
// it. A file that is named twice is packed once.
bool gatherNamed(const PackageOptions& options, std::vector<PackagedFile>& files,
                 std::vector<std::string>& sources, VerbContext context) {
  std::set<std::string> paths;
  const auto add = [&](const fs::path& path) {
    if (!paths.insert(path.lexically_normal().string()).second) return true;
    const FileBytesResult bytes = readFileBytes(path.string());
    if (!bytes.bytes) return failFile(context, path.string(), bytes.problem) == kSuccess;
    files.push_back({entryNameOf(path), *bytes.bytes});
    sources.push_back(path.string());
    return true;
  };
  for (std::size_t i = 1; i < options.files.size(); ++i) {
    const fs::path path = options.files[i];
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      if (!add(path)) return false;
      continue;
    }
    std::vector<fs::path> inside;
    const auto addAll = [&](const auto& iterator) {
      for (const auto& entry : iterator) {
        if (entry.is_regular_file(error)) inside.push_back(entry.path());
      }
    };
    if (options.isRecursive) {
      addAll(fs::recursive_directory_iterator(path, error));
    } else {
      addAll(fs::directory_iterator(path, error));
    }
    std::ranges::sort(inside);
    for (const fs::path& file : inside) {
      if (!add(file)) return false;
    }
  }
  return true;
}

bool gatherLocalized(const std::string& asset, std::vector<PackagedFile>& files,
                     VerbContext context) {
  const auto layers = makeLayerCache(context.environment, asset);
  Diagnostics diagnostics;
  files = localize(*layers, identifierOf(*layers, asset), evaluateAssetPath, diagnostics);
  if (files.empty()) context.failsWith(kUnreadable);
  return !printDiagnostics(diagnostics, context.err) && !files.empty();
}

int writeLocalized(const std::string& asset, const PackageOptions& options, VerbContext context) {
  std::vector<PackagedFile> files;
  if (!gatherLocalized(asset, files, context)) return kFailure;
  std::vector<std::string> outputs;
  for (const PackagedFile& file : files) {
    outputs.push_back((fs::path(options.folder) / file.name).string());
  }
  SceneFiles used = sceneFilesOf({asset}, context);
  if (!mayWrite(used, outputs, context)) return kFailure;
  for (const PackagedFile& file : files) {
    const fs::path path = fs::path(options.folder) / file.name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const std::string problem = replaceFile(path.string(), file.bytes.text());
    if (!problem.empty()) return failFile(context, path.string(), problem);
    context.out << printableLines(path.generic_string()) << '\n';
  }
  return kSuccess;
}

int createPackage(const PackageOptions& options, VerbContext context) {
  const std::string& target = options.files[0];
  if (!target.ends_with(".usdz")) {
    failPackage(context, target, "The name must end in .usdz.");
    return kWrongUsage;
  }
  std::vector<PackagedFile> files;
  std::vector<std::string> sources;
  if (!options.asset.empty()) sources.push_back(options.asset);
  if (!options.asset.empty() ? !gatherLocalized(options.asset, files, context)
                             : !gatherNamed(options, files, sources, context)) {
    return kFailure;
  }
  const bool startsWithLayer =
      options.mayStartWithAnything ||
      (!files.empty() && isPackageRoot(detectLayerFormat(files[0].bytes.text())));
  if (!startsWithLayer) return failPackage(context, target, "The first file must be a layer.");
  SceneFiles used = sceneFilesOf(sources, context);
  if (!mayWrite(used, {&target, 1}, context) || hasChangedFiles(context)) return kFailure;
  std::string problem;
  const std::string bytes = writePackage(files, problem);
  if (hasChangedFiles(context)) return kFailure;
  if (problem.empty() && options.isComplianceCheck) {
    // Written under another name and checked, so that a bad package never replaces a good one.
    const UnfinishedFile unchecked(target, ".unfinished.usdz");
    problem = replaceFile(unchecked.path().string(), bytes);
    if (!problem.empty()) return failFile(context, target, problem);
    if (checkCompliance(unchecked.path().string(), options.isJson, context) != kSuccess) {
      problem = "The package is not written, because other readers may reject it.";
    }
  }
  if (!problem.empty()) return failPackage(context, target, problem);
  problem = replaceFile(target, bytes);
  return problem.empty() ? kSuccess : failFile(context, target, problem);
}

int lookAtPackage(const PackageOptions& options, VerbContext context) {
  const int status = listPackage(options, context);
  if (status != kSuccess || !options.isComplianceCheck) return status;
  return checkCompliance(options.files[0], options.isJson, context);
}

// Returns the problem of the command line, one sentence; empty when there is none.
std::string_view findWrongUsage(const PackageOptions& options) {
  if (options.asset == "-") return "--asset: A package needs a file, not standard input.";
  if (std::ranges::find(options.files, "-") != options.files.end()) {
    return "A package and what goes into it are files, not standard input or output.";
  }
  const bool hasAsset = !options.asset.empty();
  const bool isAboutLayer = !options.folder.empty() || options.isDependencyList;
  if (isAboutLayer) {
    if (options.files.size() + (hasAsset ? 1 : 0) != 1) return "Which layer? Name exactly one.";
    if (options.list || options.dump || options.isComplianceCheck) {
      return "--localize and --list-dependencies need a layer; --list, --dump and "
             "--checkCompliance need a package.";
    }
    return {};
  }
  if (options.files.empty()) return "Which package? Give its file first.";
  const bool hasContents = hasAsset || options.files.size() > 1;
  if (hasAsset && options.files.size() > 1) {
    return "Either files go into the package, or the layer of --asset with its dependencies; "
           "not both.";
  }
  if (hasContents && (options.list || options.dump)) {
    return "--list and --dump need an existing package; name it and nothing else.";
  }
  if (!hasContents && !options.list && !options.dump && !options.isComplianceCheck) {
    return "Nothing goes into the package: name files, or a layer with --asset.";
  }
  return {};
}

int runPackage(const PackageOptions& options, VerbContext context) {
  if (const std::string_view problem = findWrongUsage(options); !problem.empty()) {
    context.err << "error: " << problem << '\n';
    return kWrongUsage;
  }
  const std::string& layer = options.asset.empty() ? options.files[0] : options.asset;
  if (options.isDependencyList || !options.folder.empty()) {
    const int listed =
        options.isDependencyList ? listDependencies(layer, options.isJson, context) : kSuccess;
    const int written = !options.folder.empty() ? writeLocalized(layer, options, context) : listed;
    return std::max(listed, written);
  }
  const bool hasContents = !options.asset.empty() || options.files.size() > 1;
  return hasContents ? createPackage(options, context) : lookAtPackage(options, context);
}

// In `--list p.usdz`, the file is the package to list, if no other package is named.
void settleTargets(PackageOptions& options) {
  for (auto* target : {&options.list, &options.dump}) {
    if (!target->has_value() || **target == "-" || !options.files.empty()) continue;
    options.files.push_back(std::move(**target));
    *target = "-";
  }
}

}  // namespace

RunVerb declarePackage(VerbOptions& command) {
  auto options = std::make_shared<PackageOptions>();
  command.option("FILE", options->files,
                 "The package, then the files that go into it, the root layer first");
  command.option("-a,--asset", options->asset,
                 "Pack this layer with its dependencies; asset paths are adapted");
  command.flag("-r,--recurse", options->isRecursive, "Include the subfolders of folders");
  command.fileOption("-l,--list", options->list,
                     "List the names of the files in the package, to this file if one is named");
  command.fileOption("-d,--dump", options->dump, "Like --list, with offsets, sizes and checksums");
  command.flag("--anyFirstFile", options->mayStartWithAnything,
               "Also write packages whose first file is not a layer, which cannot be opened");
  command.option("--localize", options->folder,
                 "Write the layer and its dependencies into this folder instead");
  command.flag("--list-dependencies", options->isDependencyList,
               "List every layer, clip and texture that the layer depends on");
  command.flag("-c,--checkCompliance", options->isComplianceCheck,
               "Report what readers of packages may reject; a new package with such a problem is "
               "not written");
  command.flag("--json", options->isJson, "Print lists and problems as JSON");
  return [options](VerbContext context) {
    settleTargets(*options);
    return runPackage(*options, context);
  };
}

}  // namespace usdscope
