// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/Inheritance.h"

#include <string_view>

#include "engine/base/Hash.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/DrawMode.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

// The largest number of facts with one hash that are compared. It limits the cost of many instances
// with values of their own.
constexpr std::size_t kMostKnown = 16;

constexpr std::string_view kPrimvars = "primvars:";
constexpr std::string_view kBinding = "material:binding";
constexpr std::string_view kCollectionBinding = "material:binding:collection";
constexpr std::string_view kSkinning = "skel:";
constexpr std::string_view kSkinningPrimvars = "primvars:skel:";

}  // namespace

std::optional<std::uint32_t> Inheritance::find(const Prim& prim) {
  if (prim.isPseudoRoot()) return 0;
  // Instances have paths of their own, so only their ancestors are worth remembering.
  if (!prim.isInstance()) {
    if (const auto known = ofAncestors_.find(prim.path()); known != ofAncestors_.end()) {
      return known->second;
    }
  }
  std::optional<std::uint32_t> found;
  if (const auto parent = find(prim.parent())) {
    Facts facts{.parent = *parent, .values = {}, .targets = {}};
    if (read(prim, facts)) {
      const bool isPassingOn = facts.values.empty() && facts.targets.empty();
      found = isPassingOn ? *parent : numberOf(std::move(facts));
    }
  }
  if (!prim.isInstance()) ofAncestors_.emplace(prim.path(), found);
  return found;
}

bool Inheritance::read(const Prim& prim, Facts& facts) {
  if (prim.isA(types::kSkelRoot)) return false;
  for (const Token name : prim.authoredPropertyNames()) {
    const std::string_view text = name.text();
    if (text.starts_with(kSkinning) || text.starts_with(kSkinningPrimvars) ||
        text.starts_with(kCollectionBinding)) {
      return false;
    }
    if (text.starts_with(kBinding)) {
      const Relationship binding = prim.relationship(name);
      if (!binding) continue;
      facts.values.emplace_back(name, binding.metadata(shade::kBindMaterialAs));
      for (const Path target : binding.targets()) {
        std::string path = target.text();
        if (target.hasPrefix(prim.path())) path = path.substr(prim.path().text().size());
        facts.targets.emplace_back(name, std::move(path));
      }
    } else if (name == geom::kPurpose || name == model::kDrawMode || text.starts_with(kPrimvars)) {
      const Attribute attribute = prim.attribute(name);
      if (!attribute) continue;
      if (attribute.mightBeTimeVarying()) return false;
      facts.values.emplace_back(name, attribute.value(TimeCode::earliest()));
      facts.values.emplace_back(name, metadataOrFallback(attribute, fields::kInterpolation));
      facts.values.emplace_back(name, metadataOrFallback(attribute, fields::kElementSize));
    }
  }
  return true;
}

std::uint32_t Inheritance::numberOf(Facts facts) {
  std::size_t hash = facts.parent;
  for (const auto& [name, value] : facts.values) hash = hashCombine(hash, name.index());
  for (const auto& [name, path] : facts.targets) {
    hash = hashCombine(hash, std::hash<std::string>()(path));
  }
  auto& known = numbers_[hash];
  for (const auto& [other, number] : known) {
    if (other == facts) return number;
  }
  ++last_;
  if (known.size() < kMostKnown) known.emplace_back(std::move(facts), last_);
  return last_;
}

}  // namespace usdscope
