// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/LayerOpener.h"

namespace usdscope::detail {
namespace {

// The first problem of a file with its place: a diagnostic without its severity.
std::string placeAndMessage(const Diagnostic& diagnostic) {
  return toText(diagnostic).substr(nameOf(diagnostic.code.severity).size() + 2);
}

}  // namespace

FoundLayer LayerOpener::open(const std::string& assetPath, const Layer& anchor) {
  return openIdentifier(identifierFor(assetPath, anchor));
}

std::string LayerOpener::identifierFor(const std::string& assetPath, const Layer& anchor) const {
  if (assetPath.starts_with("anon:")) return assetPath;
  std::string key = anchor.identifier() + '\n' + assetPath;
  {
    const std::shared_lock lock(mutex_);
    if (const auto known = identifiers_.find(key); known != identifiers_.end()) {
      return known->second;
    }
  }
  std::string identifier = layers_.resolver().identifierFor(assetPath, anchor.identifier());
  const std::unique_lock lock(mutex_);
  return identifiers_.try_emplace(std::move(key), std::move(identifier)).first->second;
}

void LayerOpener::forgetIdentifiers() {
  const std::unique_lock lock(mutex_);
  identifiers_ = decltype(identifiers_)();  // Assigning `{}` would keep the memory.
}

FoundLayer LayerOpener::openIdentifier(const std::string& identifier) {
  FoundLayer found{
      .layer = nullptr, .identifier = identifier, .isMuted = isMuted(identifier), .problem = {}};
  if (found.isMuted || identifier.empty()) return found;
  const auto opened = layers_.findOrOpen(identifier);
  found.layer = opened->layer;
  if (!found.layer && !opened->diagnostics.isEmpty()) {
    found.problem = placeAndMessage(opened->diagnostics.entries().front());
  }
  return found;
}

}  // namespace usdscope::detail
