// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace usdscope {

/// Identifies everything that is drawn of a scene, so that scenes of different times can be known
/// to be equal without comparing them. A copy identifies nothing, because a copied scene may be
/// changed. Whoever changes a scene that has a content must renew() it.
class SceneContent {
 public:
  SceneContent() = default;
  SceneContent(const SceneContent&) {}
  SceneContent& operator=(const SceneContent& other) {
    if (this != &other) id_.reset();
    return *this;
  }
  ~SceneContent() = default;

  /// Gives the scene a content that no other scene has.
  void renew() { id_ = std::make_shared<char>(); }
  /// States that the scene draws the same as a scene with the content `other`.
  void adopt(const SceneContent& other) { id_ = other.id_; }
  /// Whether both are known to be the same. Contents that identify nothing are not.
  bool isSame(const SceneContent& other) const { return id_ && id_ == other.id_; }

 private:
  std::shared_ptr<const char> id_;
};

}  // namespace usdscope
