// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>

#include "engine/scene/Scene.h"

namespace usdscope {

/// Counts the bytes that keeping scenes of one extractor costs. Arrays that several scenes share
/// count once. Arrays of the first scene are free: geometry that does not vary is there
/// anyway.
class SceneBytes {
 public:
  /// Requires: the scene has not been added yet.
  void add(const std::shared_ptr<const Scene>& scene);
  /// Requires: the scene has been added.
  void remove(const Scene& scene);
  void clear();

  std::size_t total() const { return total_; }

 private:
  /// An object that scenes share.
  struct Use {
    std::size_t count = 0;
    std::size_t bytes = 0;
  };
  template <typename Visit>
  void visitShared(const Scene& scene, Visit visit) const;
  std::size_t ownBytes(const Scene& scene) const;

  std::shared_ptr<const Scene> first_;  ///< Null while nothing has been added.
  std::unordered_map<const void*, Use> uses_;
  std::size_t total_ = 0;
};

}  // namespace usdscope
