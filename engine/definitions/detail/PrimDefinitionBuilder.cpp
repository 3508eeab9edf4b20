// SPDX-License-Identifier: Apache-2.0
#include "engine/definitions/detail/PrimDefinitionBuilder.h"

#include <algorithm>

#include "engine/layer/Fields.h"

namespace usdscope {

Token instanceName(Token name, std::string_view instance) {
  constexpr std::string_view kPlaceholder = "__INSTANCE_NAME__";
  const std::string_view text = name.text();
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(':', start), text.size());
    if (text.substr(start, end - start) == kPlaceholder) {
      std::string result(text.substr(0, start));
      result += instance;
      result += text.substr(end);
      return Token(result);
    }
    start = end + 1;
  }
  return name;
}

PrimDefinitionBuilder::PrimDefinitionBuilder(const PrimDefinition& strongest) : result_(strongest) {
  for (std::size_t i = 0; i < result_.properties_.size(); ++i) {
    indexOf_.emplace(result_.properties_[i].name, i);
  }
}

void PrimDefinitionBuilder::addProperty(Token name, const PropertyDefinition& definition) {
  const auto [found, isNew] = indexOf_.emplace(name, result_.properties_.size());
  if (isNew) {
    result_.properties_.push_back({name, &definition});
    return;
  }
  const PropertyDefinition& stronger = *result_.properties_[found->second].definition;
  if (stronger.type != definition.type) return;

  const Value* const hidden = definition.findMetadata(fields::kHidden);
  const bool takesFallback = stronger.fallback.isEmpty() && !definition.fallback.isEmpty();
  const bool takesHidden = hidden && !stronger.findMetadata(fields::kHidden);
  if (!takesFallback && !takesHidden) return;
  auto merged = std::make_shared<PropertyDefinition>(stronger);
  if (takesFallback) merged->fallback = definition.fallback;
  if (takesHidden) merged->metadata.emplace_back(fields::kHidden, *hidden);
  result_.properties_[found->second].definition = merged.get();
  result_.merged_.push_back(std::move(merged));
}

void PrimDefinitionBuilder::addOverride(Token name, const PropertyDefinition& stronger) {
  const auto found = indexOf_.find(name);
  if (found == indexOf_.end()) return;
  const PropertyDefinition& present = *result_.properties_[found->second].definition;
  if (present.type != stronger.type) return;
  auto merged = std::make_shared<PropertyDefinition>(stronger);
  merged->variability = present.variability;
  if (merged->fallback.isEmpty()) merged->fallback = present.fallback;
  for (const auto& [field, value] : present.metadata) {
    if (!merged->findMetadata(field)) merged->metadata.emplace_back(field, value);
  }
  result_.properties_[found->second].definition = merged.get();
  result_.merged_.push_back(std::move(merged));
}

void PrimDefinitionBuilder::addProperties(const PrimDefinition& weaker, std::string_view instance) {
  for (const auto& [name, definition] : weaker.properties_) {
    addProperty(instance.empty() ? name : instanceName(name, instance), *definition);
  }
  // Schemas live as long as the result, but a definition put together for one prim may not.
  result_.merged_.insert(result_.merged_.end(), weaker.merged_.begin(), weaker.merged_.end());
}

PrimDefinition PrimDefinitionBuilder::build() {
  std::ranges::sort(result_.properties_, textLess, &PrimDefinition::Property::name);
  result_.slots_.clear();
  for (std::size_t i = 0; i < result_.properties_.size(); ++i) {
    result_.slots_.push_back({result_.properties_[i].name.index(), static_cast<std::uint32_t>(i)});
  }
  std::ranges::sort(result_.slots_, {}, &PrimDefinition::Slot::token);
  indexOf_.clear();
  return std::exchange(result_, {});
}

}  // namespace usdscope
