// SPDX-License-Identifier: Apache-2.0
#include "app/cli/ViewOpening.h"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <sstream>

#include "app/cli/StageOptions.h"
#include "app/files/StageInputs.h"
#include "engine/asset/PackagePath.h"
#include "engine/search/TextRegex.h"

namespace usdscope {
namespace {

// Prints an error about an option. Always false.
bool refuseView(VerbContext context, const std::string& option, const std::string& why) {
  context.err << "error: " << option << ": " << why << '\n';
  return false;
}

bool readSelection(const ViewOpening& opening, OpenOptions& options, VerbContext context) {
  std::string text = opening.select;
  std::ranges::replace(text, ',', ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!word.starts_with('/') || Path::fromText(word).isEmpty()) {
      return refuseView(context, "--select " + word, "Expected an absolute path.");
    }
    options.selected.push_back(word);
  }
  return true;
}

bool readStageOptions(const ViewOpening& opening, OpenOptions& options, VerbContext context) {
  MaskFromText mask = maskFromText(opening.mask);
  if (!mask.wrongWord.empty()) {
    return refuseView(context, "--mask " + mask.wrongWord, "Expected an absolute path of a prim.");
  }
  options.mask = std::move(mask.mask);
  if (opening.isUnloaded) options.loadRules = LoadRules::none();
  for (const std::string& pattern : options.mutedPatterns) {
    const std::string problem = TextRegex(pattern).problem();
    if (!problem.empty()) return refuseView(context, "--mute " + pattern, problem);
  }
  for (const std::string& choice : opening.variants) {
    const auto edit = variantFromText(choice);
    if (!edit)
      return refuseView(context, "--variantselections " + choice, "Expected PRIM:SET=NAME.");
    options.variants.push_back(*edit);
  }
  std::error_code error;
  const std::string& session = options.sessionLayer;
  if (!session.empty() && !std::filesystem::exists(splitOuterPackage(session).package, error)) {
    return refuseView(context, "--sessionLayer " + session, "There is no such file.");
  }
  return true;
}

bool checkFrames(const OpenOptions& options, VerbContext context) {
  if (options.firstFrame && options.lastFrame && *options.firstFrame > *options.lastFrame) {
    return refuseView(context, "--ff", "The first frame is after the last frame.");
  }
  return true;
}

}  // namespace

void addOpeningOptions(VerbOptions& command, ViewOpening& opening) {
  OpenOptions& options = opening.options;
  const auto given = [&opening] { opening.isGiven = true; };
  command
      .option("--camera,--cam", options.camera,
              "Camera to look through at first: its path, or its name alone")
      .onGiven(given);
  command
      .option("--select", opening.select,
              "PRIMPATH,PRIMPATH: prims to select and frame at first; spaces may separate the "
              "paths too")
      .onGiven(given);
  addMaskOption(command, opening.mask).onGiven(given);
  command.flag("--unloaded", opening.isUnloaded, "Load no payloads").onGiven(given);
  command
      .option("--mute", options.mutedPatterns,
              "REGEX: mutes the layers whose identifiers it matches, before the stage is composed. "
              "May be repeated")
      .repeatsOneByOne()
      .onGiven(given);
  command.option("--ff", options.firstFrame, "First frame, in place of the scene's").onGiven(given);
  command.option("--lf", options.lastFrame, "Last frame, in place of the scene's").onGiven(given);
  command.option("--cf", options.frame, "Frame to show at first").onGiven(given);
  command.option("--sessionLayer", options.sessionLayer, "File that becomes the session layer")
      .onGiven(given);
  command
      .option("--variantselections,--variantSelections", opening.variants,
              "PRIM:SET=NAME, chosen in the session layer. May be repeated")
      .repeatsOneByOne()
      .onGiven(given);
}

std::optional<std::shared_ptr<const OpenOptions>> readOpening(const ViewOpening& opening,
                                                              VerbContext context) {
  if (!opening.isGiven) return nullptr;
  OpenOptions options = opening.options;
  if (!readSelection(opening, options, context) || !readStageOptions(opening, options, context) ||
      !checkFrames(options, context)) {
    return std::nullopt;
  }
  return std::make_shared<const OpenOptions>(std::move(options));
}

}  // namespace usdscope
