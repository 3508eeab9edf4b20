// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewport/HudStrip.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// A fact that is burnt into frames.
enum class BurnInItem : std::uint8_t {
  Frame,
  Time,  ///< In seconds.
  File,  ///< The name of the scene's file.
  Camera,
  Layer,  ///< The layer that supplies the value of an attribute.
  Clip    ///< The clip that supplies it, and the time in the clip.
};

/// The facts that are burnt into frames.
struct BurnInChoice {
  std::vector<BurnInItem> items;  ///< In the order in which they stand.
  Path attribute;                 ///< The attribute of Layer and Clip.
  std::string problem;            ///< A sentence that says why the text cannot be read; else empty.

  bool isEmpty() const { return items.empty(); }
  bool has(BurnInItem item) const;
};

/// Reads `frame,time,file,camera,layer=/Prim.attr,clip`. Layer and clip have one attribute, which
/// stands after either of them; otherwise `attribute` is used.
BurnInChoice parseBurnIn(std::string_view text, const Path& attribute = {});

/// Makes the texts that are burnt into frames.
class BurnIn {
 public:
  BurnIn(BurnInChoice choice, std::shared_ptr<const Stage> stage);

  /// A sentence that says that the stage lacks the attribute; else empty.
  const std::string& problem() const { return problem_; }
  /// `camera` is the name of the camera.
  HudStrip at(TimeCode time, const std::string& camera) const;

 private:
  std::string textOf(BurnInItem item, TimeCode time, const std::string& camera) const;

  BurnInChoice choice_;
  std::shared_ptr<const Stage> stage_;
  Attribute attribute_;
  std::string problem_;
};

}  // namespace usdscope
