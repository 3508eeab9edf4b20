// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "app/cli/CatFlattening.h"
#include "app/cli/LayerInput.h"
#include "app/cli/Messages.h"
#include "app/cli/tools/TextDiff.h"
#include "app/cli/tools/ToolRun.h"
#include "app/cli/tools/Tools.h"
#include "app/files/SceneFile.h"
#include "engine/asset/Package.h"
#include "engine/asset/PackagePath.h"
#include "engine/author/FlattenStage.h"
#include "engine/base/Utf8.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/LayerSave.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usdc/ValueCheck.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

constexpr int kEqual = 0;
constexpr int kDiffer = 1;
constexpr int kDiffTrouble = 2;

struct UsdDiffOptions {
  std::vector<std::string> files;
  bool flatten = false;
  bool brief = false;
  bool noEffect = false;
};

// The files to compare, and those without a counterpart.
struct FilePairs {
  std::vector<std::pair<std::string, std::string>> common;
  std::vector<std::string> alone;
  std::string problem;  // Empty if the arguments have one of the possible forms.
};

std::set<std::string> filesBelow(const fs::path& folder) {
  std::set<std::string> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) {
      files.insert(entry.path().lexically_relative(folder).generic_string());
    }
  }
  return files;
}

// Pairs the files of a folder with the given ones of the same path.
void pairWithFolder(const std::string& folder, std::span<const std::string> files, bool isFirst,
                    FilePairs& pairs) {
  const std::set<std::string> inFolder = filesBelow(folder);
  std::set<std::string> named;
  for (const std::string& file : files) {
    named.insert(fs::path(file).lexically_normal().generic_string());
  }
  for (const std::string& file : named) {
    const std::string other = (fs::path(folder) / file).generic_string();
    if (!inFolder.contains(file)) {
      pairs.alone.push_back(file);
    } else if (isFirst) {
      pairs.common.emplace_back(other, file);
    } else {
      pairs.common.emplace_back(file, other);
    }
  }
}

void pairFolders(const std::string& first, const std::string& second, FilePairs& pairs) {
  const std::set<std::string> a = filesBelow(first);
  const std::set<std::string> b = filesBelow(second);
  const auto in = [](const std::string& folder, const std::string& file) {
    return (fs::path(folder) / file).generic_string();
  };
  for (const std::string& file : a) {
    if (b.contains(file)) {
      pairs.common.emplace_back(in(first, file), in(second, file));
    } else {
      pairs.alone.push_back(in(first, file));
    }
  }
  for (const std::string& file : b) {
    if (!a.contains(file)) pairs.alone.push_back(in(second, file));
  }
}

// FILE FILE, DIR DIR, DIR FILE... or FILE... DIR.
FilePairs pairsOf(const std::vector<std::string>& files) {
  FilePairs pairs;
  const auto isFolder = [](const std::string& file) {
    std::error_code error;
    return fs::is_directory(file, error);
  };
  const auto folders = std::size_t(std::ranges::count_if(files, isFolder));
  const std::span<const std::string> all = files;
  for (const std::string& file : files) {
    std::error_code error;
    const bool isThere = fs::exists(splitOuterPackage(file).package, error);
    if (isThere) continue;
    pairs.problem = "Error: " + file + " does not exist, and cannot be resolved";
    return pairs;
  }
  if (files.size() == 2 && folders == 2) {
    pairFolders(files[0], files[1], pairs);
  } else if (files.size() >= 2 && folders == 1 && isFolder(files.front())) {
    pairWithFolder(files.front(), all.subspan(1), true, pairs);
  } else if (files.size() >= 2 && folders == 1 && isFolder(files.back())) {
    pairWithFolder(files.back(), all.first(all.size() - 1), false, pairs);
  } else if (files.size() == 2 && folders == 0) {
    pairs.common.emplace_back(files[0], files[1]);
  } else {
    pairs.problem =
        "Error: File arguments must be one of: FILE FILE, DIR DIR, DIR FILES..., or FILES... DIR.";
  }
  return pairs;
}

class UsdDiffRun {
 public:
  UsdDiffRun(const UsdDiffOptions& options, const VerbContext& context)
      : options_(options), context_(context) {}

  int run() {
    const FilePairs pairs = pairsOf(options_.files);
    if (!pairs.problem.empty()) {
      context_.err << pairs.problem << '\n';
      return kDiffTrouble;
    }
    int status = kEqual;
    for (const auto& [first, second] : pairs.common) {
      status = std::max(status, compareFiles(first, second));
      if (status == kDiffTrouble) return status;
    }
    for (const std::string& file : pairs.alone) {
      print("No corresponding file found for " + file + ", skipping.\n");
    }
    return status;
  }

 private:
  void print(const std::string& text) { context_.out << printableLines(text); }

  int trouble(const std::string& problem) {
    context_.err << "Error: " << problem << '\n';
    return kDiffTrouble;
  }

  // The format of a file, by its ending or else by its content. An empty file counts as a layer.
  static std::optional<LayerFormat> formatOf(const std::string& file) {
    const std::string ending = lowerExtension(file);
    if (ending == ".usdz") return LayerFormat::Usdz;
    if (ending == ".usda" || ending == ".usdc" || ending == ".usd") return LayerFormat::Usda;
    const FileBytesResult bytes = readFileBytes(file);
    if (!bytes.bytes) return std::nullopt;
    return bytes.bytes->byteSize() == 0 ? LayerFormat::Usda
                                        : detectLayerFormat(bytes.bytes->text());
  }

  // The layer or the composed stage as text; empty after an error.
  std::optional<std::string> textOf(const std::string& file) {
    const FileBytesResult bytes = readFileBytes(file);
    if (bytes.bytes && bytes.bytes->byteSize() == 0) return std::string();
    std::ostringstream unused;
    if (bytes.bytes && !hasLayerName(file, unused)) return textByContent(file, *bytes.bytes);
    bool hasErrors = false;
    CatFlattening flattening;
    flattening.flattensStage = true;
    const auto layer = options_.flatten ? flattenedForCat(file, flattening, context_, hasErrors)
                                        : openLayerOrInput(file, context_, hasErrors);
    if (!layer || hasErrors) return std::nullopt;
    return writeUsda(*layer);
  }

  // The text of a file whose name does not have the ending of a layer, such as the temporary files
  // of `p4 diff`. Its asset paths are relative to its folder.
  std::optional<std::string> textByContent(const std::string& file, const FileBytes& bytes) {
    const auto layers = makeLayerCache(context_.environment, file);
    const std::string identifier = identifierOf(*layers, file) + ".usd";
    Diagnostics diagnostics;
    auto layer = readLayer(bytes, {identifier}, diagnostics, context_.environment);
    if (layer) checkValues(*layer, diagnostics);
    if (layer && options_.flatten) {
      layers->replace(layer);
      const StageResult composed = composeStage({.rootLayer = identifier}, layers);
      diagnostics.append(composed.diagnostics);
      layer = composed.stage ? flattenStage(*composed.stage, {}, diagnostics) : nullptr;
    }
    printDiagnostics(diagnostics, context_.err);
    return layer ? std::optional(writeUsda(*layer)) : std::nullopt;
  }

  int compareTexts(const std::string& firstName, const std::string& secondName,
                   std::string_view first, std::string_view second) {
    if (first == second) return kEqual;
    print(options_.brief ? "Files " + firstName + " and " + secondName + " differ\n"
                         : unifiedDiff(first, second));
    return kDiffer;
  }

  int compareFiles(const std::string& first, const std::string& second) {
    const auto firstFormat = formatOf(first);
    const auto secondFormat = formatOf(second);
    if (!firstFormat || !secondFormat) {
      return trouble("Cannot find supported file format plugin for " +
                     (firstFormat ? second : first));
    }
    const bool isPackage = *firstFormat == LayerFormat::Usdz;
    if (isPackage && *secondFormat == LayerFormat::Usdz) {
      const FileBytesResult a = readFileBytes(first);
      const FileBytesResult b = readFileBytes(second);
      if (!a.bytes || !b.bytes) return trouble("failed to read " + (a.bytes ? second : first));
      return comparePackages(first, second, *a.bytes, *b.bytes);
    }
    if (isPackage || *secondFormat == LayerFormat::Usdz) {
      print("Files " + first + " and " + second + " differ\n");
      return kDiffer;
    }
    const auto firstText = textOf(first);
    const auto secondText = textOf(second);
    if (!firstText || !secondText) {
      return trouble("failed to convert from " + (firstText ? second : first) + " to text");
    }
    return compareTexts(first, second, *firstText, *secondText);
  }

  // The text of an entry: that of a layer, or the bytes of any other file.
  std::string entryText(const std::string& name, const FileBytes& bytes) {
    if (detectLayerFormat(bytes.text()) != LayerFormat::Usdc) return std::string(bytes.text());
    Diagnostics diagnostics;
    const auto layer = readLayer(bytes, {name}, diagnostics, context_.environment);
    return layer ? writeUsda(*layer) : std::string(bytes.text());
  }

  // The file in a package, in the notation of package paths.
  static std::string inPackage(const std::string& package, std::string_view entry) {
    if (!package.ends_with(']')) return package + '[' + std::string(entry) + ']';
    const std::size_t end = package.find_last_not_of(']') + 1;
    return package.substr(0, end) + '[' + std::string(entry) + ']' + package.substr(end);
  }

  int compareEntries(const std::string& first, const std::string& second, const FileBytes& a,
                     const FileBytes& b) {
    constexpr std::array<std::string_view, 6> kImages = {".bmp", ".jpg", ".jpeg",
                                                         ".png", ".tga", ".hdr"};
    const std::string ending = lowerExtension(first.substr(0, first.find_last_not_of(']') + 1));
    if (ending == ".usdz") return comparePackages(first, second, a, b);
    print("Differences in " + first + " and " + second + ":\n");
    if (std::ranges::find(kImages, ending) != kImages.end()) return kDiffer;
    return compareTexts(first, second, entryText(first, a), entryText(second, b));
  }

  int comparePackages(const std::string& first, const std::string& second, const FileBytes& a,
                      const FileBytes& b) {
    std::string problem;
    const auto firstPackage = Package::open(a, problem);
    const auto secondPackage = Package::open(b, problem);
    if (!firstPackage || !secondPackage) return trouble(problem);
    std::set<std::string_view> names;
    for (const PackageEntry& entry : firstPackage->entries()) names.insert(entry.name);
    std::vector<std::string> onlyFirst;
    int status = kEqual;
    for (const std::string_view name : names) {
      const PackageEntry* one = firstPackage->findEntry(name);
      const PackageEntry* other = secondPackage->findEntry(name);
      if (!other) {
        onlyFirst.push_back(inPackage(first, name));
      } else if (one->checksum != other->checksum || one->byteSize != other->byteSize) {
        if (!one->problem.empty() || !other->problem.empty()) {
          return trouble(std::string(one->problem.empty() ? other->problem : one->problem));
        }
        status = std::max(status,
                          compareEntries(inPackage(first, name), inPackage(second, name),
                                         firstPackage->bytes(*one), secondPackage->bytes(*other)));
      }
    }
    for (const std::string& name : onlyFirst) print("Only in baseline: " + name + ".\n");
    if (!onlyFirst.empty()) status = std::max(status, kDiffer);
    for (const PackageEntry& entry : secondPackage->entries()) {
      if (names.contains(entry.name)) continue;
      print("Not in baseline: " + inPackage(second, entry.name) + ".\n");
      status = std::max(status, kDiffer);
    }
    return status;
  }

  const UsdDiffOptions& options_;
  const VerbContext& context_;
};

}  // namespace

RunVerb declareUsdDiff(VerbOptions& command) {
  auto options = std::make_shared<UsdDiffOptions>();
  command.option("files", options->files, "DIR DIR, FILE... DIR, DIR FILE... or FILE FILE")
      .required();
  command.flag("-n,--noeffect", options->noEffect, "Accepted: files are never edited");
  command.flag("-f,--flatten", options->flatten, "Compose both files and compare the stages");
  command.flag("-q,--brief", options->brief, "Only report whether they differ");
  return [options](VerbContext context) { return UsdDiffRun(*options, context).run(); };
}

}  // namespace usdscope
