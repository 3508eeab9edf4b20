// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "app/session/Session.h"
#include "engine/scene/RigPaint.h"

namespace usdscope {

/// The scene of a session as it is shown: with weights of the chosen joint or offsets of the chosen
/// blend shape in place of materials, where they are wanted. Keeps what it has painted.
class HeatMap {
 public:
  std::shared_ptr<const Scene> shown(const Session& session);
  /// What the scene shown last was painted with; null: nothing.
  const RigPaint* paint() const { return paint_.get(); }

 private:
  struct Subject {
    std::shared_ptr<const Stage> stage;
    Path skeleton;
    Token name;
    bool isShape = false;
    bool operator==(const Subject&) const = default;
  };
  static Subject subjectOf(const Session& session);

  Subject subject_;
  std::unique_ptr<RigPaint> paint_;
  std::shared_ptr<const Scene> unpainted_;
  std::shared_ptr<const Scene> painted_;
};

}  // namespace usdscope
