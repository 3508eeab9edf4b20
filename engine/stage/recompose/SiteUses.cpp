// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/recompose/detail/SiteUses.h"

#include <algorithm>

namespace usdscope {
namespace {

constexpr std::size_t kMaxAdded = 4096;

}  // namespace

SiteUses::SiteUses(std::vector<Use> uses) {
  std::ranges::sort(uses);
  uses.shrink_to_fit();
  for (const Use& use : uses) count(use.site.layerStack);
  uses_ = std::make_shared<const std::vector<Use>>(std::move(uses));
}

void SiteUses::count(std::uint32_t layerStack) {
  if (layerStack >= countByStack_.size()) countByStack_.resize(layerStack + 1);
  ++countByStack_[layerStack];
}

void SiteUses::add(std::span<const CompositionInput> inputs, std::uint32_t row) {
  for (const CompositionInput& site : inputs) {
    added_.push_back({site, row});
    count(site.layerStack);
  }
  if (added_.size() < kMaxAdded) return;
  std::vector<Use> all = *uses_;
  all.insert(all.end(), added_.begin(), added_.end());
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  uses_ = std::make_shared<const std::vector<Use>>(std::move(all));
  added_.clear();
}

void SiteUses::remove(std::span<const CompositionInput> inputs) {
  for (const CompositionInput& site : inputs) --countByStack_[site.layerStack];
}

void SiteUses::visit(const CompositionInput& site,
                     const std::function<void(const Use&)>& visit) const {
  auto [first, last] = std::ranges::equal_range(*uses_, site, {}, &Use::site);
  for (; first != last; ++first) visit(*first);
  for (const Use& use : added_) {
    if (use.site == site) visit(use);
  }
}

void SiteUses::visit(std::uint32_t layerStack, const std::function<void(const Use&)>& visit) const {
  const auto stackOf = [](const Use& use) { return use.site.layerStack; };
  auto [first, last] = std::ranges::equal_range(*uses_, layerStack, {}, stackOf);
  for (; first != last; ++first) visit(*first);
  for (const Use& use : added_) {
    if (use.site.layerStack == layerStack) visit(use);
  }
}

}  // namespace usdscope
