// SPDX-License-Identifier: Apache-2.0
#include "engine/check/detail/Connectable.h"

#include <algorithm>

#include "engine/check/detail/Names.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Stage.h"

namespace usdscope::detail {
namespace {

constexpr std::string_view kInputPrefix = "inputs:";
constexpr std::string_view kOutputPrefix = "outputs:";

/// Follows connections to their ends. Gives up in networks that no artist has made, before the
/// stack or the time runs out.
class SourceWalk {
 public:
  std::vector<Attribute> from(const Attribute& attribute) {
    follow(attribute);
    return std::move(sources_);
  }

 private:
  static constexpr std::size_t kDeepest = 500;
  static constexpr std::size_t kMostSteps = 20000;

  bool follow(const Attribute& attribute) {
    if (path_.size() == kDeepest || ++steps_ > kMostSteps) return false;
    if (std::ranges::find(path_, attribute.path()) != path_.end()) return false;
    path_.push_back(attribute.path());
    bool isFound = false;
    for (const Path target : attribute.connections()) {
      const Prim prim = attribute.prim().stage().primAt(target.primPath());
      const Attribute source = prim ? prim.attribute(target.name()) : Attribute();
      if (!source) continue;
      const bool isOutput = target.name().text().starts_with(kOutputPrefix);
      if (!isOutput && !target.name().text().starts_with(kInputPrefix)) continue;
      if (isContainer(prim)) {
        isFound |= follow(source);
      } else if (isOutput) {
        sources_.push_back(source);
        isFound = true;
      }
    }
    path_.pop_back();
    if (!isFound && attribute.hasAuthoredValue()) {
      sources_.push_back(attribute);
      isFound = true;
    }
    return isFound;
  }

  std::vector<Path> path_;  // The attributes on the way to the current one.
  std::size_t steps_ = 0;
  std::vector<Attribute> sources_;
};

}  // namespace

bool isConnectable(const Prim& prim) {
  return prim.isA(types::kShader) || prim.isA(names::kNodeGraph) || prim.isA(names::kLightFilter) ||
         prim.hasApi(names::kLightApi);
}

bool isContainer(const Prim& prim) {
  return prim.hasApi(names::kLightApi) || (isConnectable(prim) && !prim.isA(types::kShader));
}

Prim findConnectableAncestor(const Prim& prim) {
  for (Prim at = prim.parent(); at && !at.isPseudoRoot(); at = at.parent()) {
    if (isConnectable(at)) return at;
  }
  return {};
}

std::vector<Attribute> findValueSources(const Attribute& attribute) {
  return SourceWalk().from(attribute);
}

Token implementationSource(const Prim& shader) {
  const Token source = readValue<Token>(shader, names::kImplementationSource).value_or(Token());
  return source == names::kSourceAsset || source == names::kSourceCode ? source : names::kIdSource;
}

Token shaderId(const Prim& shader) {
  if (implementationSource(shader) != names::kIdSource) return {};
  return readValue<Token>(shader, shade::kId).value_or(Token());
}

}  // namespace usdscope::detail
