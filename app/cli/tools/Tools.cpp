// SPDX-License-Identifier: Apache-2.0
#include "app/cli/tools/Tools.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace usdscope {
namespace {

namespace fs = std::filesystem;

constexpr Tool kTools[] = {
    {"usdcat", "Writes USD files as text, or to a file", declareUsdCat, true},
    {"usdchecker", "Checks a stage or package against the rules of USD", declareUsdChecker, true},
    {"usddiff", "Compares two USD files, as a unified diff of their texts", declareUsdDiff},
    {"usddumpcrate", "Writes information about crate files", declareUsdDumpCrate},
    {"usdrecord", "Draws pictures of a USD file", declareUsdRecord},
    {"usdresolve", "Resolves an asset path", declareUsdResolve},
    {"usdstitch", "Merges USD files into one", declareUsdStitch},
    {"usdstitchclips", "Makes a layer that plays files as value clips", declareUsdStitchClips},
    {"usdtree", "Writes the tree of prims of a USD file", declareUsdTree, true},
    {"usdview", "Shows a USD file in a window", declareUsdView},
    {"usdzip", "Makes and lists packages", declareUsdZip},
};

}  // namespace

std::span<const Tool> tools() { return kTools; }

const Tool* findTool(std::string_view program) {
  std::string_view name = program.substr(program.find_last_of("/\\") + 1);
  for (const std::string_view ending : {".exe", ".py"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  const auto* found = std::ranges::find(kTools, name, &Tool::name);
  return found == std::end(kTools) ? nullptr : found;
}

int installLinks(const std::string& folder, const VerbContext& context) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) fs::create_directories(folder, error);
  if (error) {
    context.err << "error: " << folder << ": " << error.message() << '\n';
    return kUnreadable;
  }
  int status = kSuccess;
  for (const Tool& tool : kTools) {
    const fs::path link = fs::path(folder) / tool.name;
    const bool isLink = fs::is_symlink(link, error) &&
                        fs::read_symlink(link, error).filename() == program.filename();
    if (isLink) fs::remove(link, error);
    fs::create_symlink(program, link, error);
    if (error) {
      context.err << "error: " << link.string() << ": " << error.message() << '\n';
      status = kUnreadable;
    } else {
      context.out << link.string() << '\n';
    }
  }
  return status;
}

std::string toolDifferences() {
  return R"(The program answers to the names of OpenUSD's tools, by links that
`usdscope --install-links DIR` makes. Options, output and exit status are those of
the tool, with these differences.

all             Messages on standard error have other words. A result is written
                beside its file and renamed, so that nothing is half-written.
                Long options may be abbreviated, except those of usdcat,
                usdchecker and usdtree, as in the tools. Files that only
                plug-ins of OpenUSD read, such as Alembic (.abc) and Draco (.drc),
                are reported as files of an unknown format; a scene that refers to
                one opens without it.
usdcat          A file that cannot be written keeps its old content; there is no
                file ".quarantine". With --loadOnly the reason stands on standard
                error.
usdchecker      One file is checked at a time, as the tool does. The rules are the
                validators of UsdValidation, and rules of our own, so that
                messages differ and more is found. --arkit adds rules for the types
                of prims, shaders and layers. --verbose and --useNewValidationFramework
                have no effect: the new framework's options always apply. Each
                combination of variants is checked once, whatever order it is
                reached in; a finding that only other variants have names them. A
                word of --variants that is not SET:NAME is refused. --variants,
                --variantSets and --includeKeywords take one word each time.
usddiff         USD_DIFF, DIFF and USD_IMAGE_DIFF are ignored: texts are compared
                as the tool does without them. Edits of the compared texts are
                therefore impossible, and --noeffect has no effect. Crate files
                in packages are compared as text. A file whose name does not end as
                those of layers do is read by its content, and its asset paths
                are relative to its folder, not to that of a temporary copy.
usddumpcrate    The software version is that of the newest crate that this
                program reads.
usdrecord       There is one renderer: --renderer and --disableGpu have no effect.
                --renderSettingsPrimPath, --renderPassPrimPath and --disableDrawMode
                are refused; of the render settings that the stage names, only the
                camera counts. Pictures are .png and .exr files, or .mp4 movies; other
                formats are refused. --resolver has no effect: the folder of
                the scene is always searched. --memstats, --traceToFile and
                --traceFormat have no effect, and no file is written. EXR files
                always have linear colours. The standard camera cuts nothing off,
                however large or small the scene is.
usdresolve      A string of --createContextFromString that names a resolver context
                file is read as one; all others are search paths, as in the tool.
                There are no resolvers with schemes of their own.
usdstitch       A problem of a file keeps the old output file.
usdstitchclips  The output file is replaced; the tool merges into it.
usdtree         Only the messages differ.
usdview         See the manual, "Coming from usdview": keys, menus and options are
                listed there. There is no Python interpreter.
usdzip          A folder 0, 1, ... for files from outside of the folder of the asset
                has the next free number if the asset has such a folder itself.
                A file whose path begins with ../ is refused, because its name
                would lead out of the package. Links to folders are not followed
                inside of folders. With --asset, --verbose does not name the
                files that are added.
)";
}

}  // namespace usdscope
