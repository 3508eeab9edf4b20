// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/Verb.h"
#include "engine/format/usdz/Dependencies.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Evaluates an asset path that may be a variable expression. The variables of the resolver context
/// are stronger than `variables`. For callers that follow the dependencies of layers without
/// composing them.
EvaluatedAssetPath evaluateAssetPath(const std::string& authored, const Dictionary& variables);

/// The files that a scene or some layers are made of, which no result may replace: their layers,
/// clips, textures and everything else that they name, also in other variants, unloaded payloads
/// and muted layers.
///
/// Compares files, not paths, so links and other paths to the same file are found. The files are
/// gathered when the first output exists, which may open layers. One thread at a time.
class SceneFiles {
 public:
  explicit SceneFiles(std::shared_ptr<const Stage> stage) : stage_(std::move(stage)) {}
  /// The layers of these identifiers and everything that they need; also other files, which stand
  /// for themselves.
  SceneFiles(std::shared_ptr<LayerCache> layers, std::vector<std::string> identifiers)
      : layers_(std::move(layers)), identifiers_(std::move(identifiers)) {}

  /// Returns a sentence when `output` is one of the files; else empty.
  std::string whyNotWritable(const std::string& output);

 private:
  using FileNumber = std::pair<std::uint64_t, std::uint64_t>;  // The device, and the file there.

  void gather();
  void gatherStage();
  void gatherNeeded(LayerCache& layers, const std::string& identifier);
  void add(const std::string& identifier);

  std::shared_ptr<const Stage> stage_;
  std::shared_ptr<LayerCache> layers_;
  std::vector<std::string> identifiers_;
  bool isGathered_ = false;
  std::map<FileNumber, std::string> found_;  // With the identifiers.
};

/// Whether all of `outputs` may be written, because none is one of `files`. Otherwise prints an
/// error. Ignores empty names. `hint` is a sentence that ends the error.
bool mayWrite(SceneFiles& files, std::span<const std::string> outputs, VerbContext context,
              std::string_view hint = {});
/// Like mayWrite(), for one output and the files of a stage.
bool mayWrite(const std::shared_ptr<const Stage>& stage, const std::string& output,
              VerbContext context, std::string_view hint = {});

/// Ends errors of verbs with an option --overwrite.
inline constexpr std::string_view kOverwriteHint = " --overwrite allows it.";

}  // namespace usdscope
