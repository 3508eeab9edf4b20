// SPDX-License-Identifier: Apache-2.0
#include "app/files/StageInputs.h"

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

#include "app/files/SceneFile.h"
#include "engine/asset/ResolverContext.h"
#include "engine/layer/Fields.h"
#include "engine/layer/LayerBuilder.h"

namespace usdscope {

std::optional<LayerEdit> variantFromText(const std::string& choice) {
  const std::size_t colon = choice.find(':');
  const std::size_t equals = choice.find('=', colon == std::string::npos ? 0 : colon);
  if (colon == std::string::npos || equals == std::string::npos) return std::nullopt;
  const Path prim = Path::fromText(choice.substr(0, colon));
  if (!prim.isPrim()) return std::nullopt;
  return VariantSelectionEdit{prim, choice.substr(colon + 1, equals - colon - 1),
                              choice.substr(equals + 1)};
}

MaskFromText maskFromText(std::string text) {
  std::vector<Path> paths;
  std::ranges::replace(text, ',', ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const Path path = Path::fromText(word);
    if (!path.isRootOrPrim() || path.hasVariants()) return {{}, word};
    paths.push_back(path);
  }
  return {paths.empty() ? PopulationMask() : PopulationMask(std::move(paths)), {}};
}

std::shared_ptr<const Layer> makeSessionLayer(LayerCache& layers, const std::string& file,
                                              std::span<const LayerEdit> edits,
                                              Diagnostics& diagnostics) {
  std::shared_ptr<const Layer> session;
  if (file.empty()) {
    session = LayerBuilder().build({"anon:session"});
  } else {
    const auto opened = layers.findOrOpen(identifierOf(layers, file));
    diagnostics.append(opened->diagnostics);
    session = opened->layer;
  }
  if (!session) return session;
  Diagnostics problems;
  if (!edits.empty()) session = edited(*session, edits, problems);
  diagnostics.append(problems);
  return problems.isEmpty() ? withContextVariables(session) : nullptr;
}

std::shared_ptr<const Layer> withContextVariables(std::shared_ptr<const Layer> session) {
  const auto context = resolverContextFromEnvironment().context;
  if (!context || context->expressionVariables.isEmpty()) return session;
  if (!session) session = LayerBuilder().build({"anon:session"});
  std::vector<LayerEdit> edits;
  for (const auto& [name, value] : context->expressionVariables.entries()) {
    edits.push_back(DictionaryEdit{Path::root(), fields::kExpressionVariables, {name}, value});
  }
  Diagnostics problems;
  return edited(*session, edits, problems);
}

}  // namespace usdscope
