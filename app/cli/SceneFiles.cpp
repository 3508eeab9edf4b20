// SPDX-License-Identifier: Apache-2.0
#include "app/cli/SceneFiles.h"

#include <sys/stat.h>

#include <optional>
#include <ostream>

#include "engine/asset/PackagePath.h"
#include "engine/asset/ResolverContext.h"
#include "engine/compose/VariableExpression.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

std::optional<std::pair<std::uint64_t, std::uint64_t>> fileNumberOf(const std::string& file) {
  struct stat info = {};
  if (::stat(file.c_str(), &info) != 0) return std::nullopt;
  return std::pair<std::uint64_t, std::uint64_t>(info.st_dev, info.st_ino);
}

}  // namespace

EvaluatedAssetPath evaluateAssetPath(const std::string& authored, const Dictionary& variables) {
  if (!isVariableExpression(authored)) return {.path = authored, .problem = {}};
  // The variables of the context are in the session layer, the strongest layer of a stage.
  const auto context = resolverContextFromEnvironment().context.value_or(ResolverContext());
  const ExpressionResult result =
      evaluateTextExpression(authored, composed(context.expressionVariables, variables));
  return {.path = result.text(), .problem = result.errors};
}

std::string SceneFiles::whyNotWritable(const std::string& output) {
  // A file that does not exist cannot be overwritten.
  const auto number = fileNumberOf(output);
  if (!number) return {};
  if (!isGathered_) gather();
  const auto found = found_.find(*number);
  if (found == found_.end()) return {};
  return "This is a file of the scene, " + found->second + "; it is not overwritten.";
}

void SceneFiles::gather() {
  isGathered_ = true;
  if (stage_) gatherStage();
  for (const std::string& identifier : identifiers_) {
    add(identifier);
    gatherNeeded(*layers_, identifier);
  }
}

void SceneFiles::gatherStage() {
  const Stage& stage = *stage_;
  for (const std::string& identifier : stage.layers().identifiers()) add(identifier);

  // Layers of clips may not be open yet, so the paths of clips are gathered.
  traverse(stage.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
    if (!prim.mayHaveClips()) return true;
    for (const auto& set : *stage.clipSets(prim)) {
      const ClipSetDefinition& definition = set->definition();
      const auto addAuthored = [&](const std::string& path) {
        add(stage.resolver().identifierFor(path, definition.layer->identifier()));
      };
      for (const std::string& clip : *definition.assetPaths) addAuthored(clip);
      if (definition.manifestAssetPath) addAuthored(*definition.manifestAssetPath);
    }
    return true;
  });
  for (const auto& layer : {stage.rootLayer(), stage.sessionLayer()}) {
    if (layer) gatherNeeded(stage.layers(), layer->identifier());
  }
}

void SceneFiles::gatherNeeded(LayerCache& layers, const std::string& identifier) {
  Diagnostics known;
  for (const Dependency& needed : findDependencies(layers, identifier, evaluateAssetPath, known)) {
    if (needed.isFound) add(needed.identifier);
  }
}

void SceneFiles::add(const std::string& identifier) {
  if (const auto number = fileNumberOf(splitOuterPackage(identifier).package)) {
    found_.try_emplace(*number, identifier);
  }
}

bool mayWrite(SceneFiles& files, std::span<const std::string> outputs, VerbContext context,
              std::string_view hint) {
  for (const std::string& output : outputs) {
    if (output.empty()) continue;
    const std::string problem = files.whyNotWritable(output);
    if (problem.empty()) continue;
    context.err << "error: " << output << ": " << problem << hint << '\n';
    context.failsWith(kUnreadable);
    return false;
  }
  return true;
}

bool mayWrite(const std::shared_ptr<const Stage>& stage, const std::string& output,
              VerbContext context, std::string_view hint) {
  SceneFiles files(stage);
  return mayWrite(files, {&output, 1}, context, hint);
}

}  // namespace usdscope
