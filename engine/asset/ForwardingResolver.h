// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/asset/AssetResolver.h"

namespace usdscope {

/// A resolver that finds the same files as another one. A derived class may open them differently.
/// Thread-safe.
class ForwardingResolver : public AssetResolver {
 public:
  /// The resolver that finds the files.
  virtual AssetResolver& finder() const = 0;

  std::vector<std::string> candidates(std::string_view authored,
                                      std::string_view anchorLayer) const override {
    return finder().candidates(authored, anchorLayer);
  }
  void visitCandidates(std::string_view authored, std::string_view anchorLayer,
                       const PlaceVisitor& visit) const override {
    finder().visitCandidates(authored, anchorLayer, visit);
  }
  bool exists(const std::string& identifier) const override { return finder().exists(identifier); }
  FileBytesResult open(const std::string& identifier) const override {
    return finder().open(identifier);
  }
  std::optional<std::int64_t> modificationTime(const std::string& identifier) const override {
    return finder().modificationTime(identifier);
  }
  void forget(const std::string& identifier) override { finder().forget(identifier); }
};

}  // namespace usdscope
