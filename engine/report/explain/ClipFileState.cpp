// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ClipFileState.h"

#include <fmt/format.h>

#include "engine/asset/AssetResolver.h"
#include "engine/report/clips/LeftOutFiles.h"
#include "engine/report/clips/TemplateHoles.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipFault.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {

ClipFileState clipFileState(const Stage& stage, const ClipSet& set, std::size_t clip) {
  const ClipSetDefinition& definition = set.definition();
  const std::string& file = (*definition.assetPaths)[set.clips()[clip].file];
  const std::string& anchor = definition.layer->identifier();
  ClipFileState state{.name = nameOfFile(file), .reader = {}};
  const auto fault = set.faultOf(clip);
  if (!fault) {
    const bool isThere = !stage.resolver().resolve(file, anchor).empty();
    state.kind = isThere ? ClipFileState::Kind::Readable : ClipFileState::Kind::Gone;
  } else if (!fault->isMissing) {
    state.kind = ClipFileState::Kind::Unreadable;
    state.reader = fault->reason;
  } else {
    const bool isLeftOut = LeftOutFiles(stage).contains(file, anchor);
    state.kind = isLeftOut ? ClipFileState::Kind::LeftOut : ClipFileState::Kind::Missing;
  }
  return state;
}

std::string faultWords(const ClipFileState& state) {
  switch (state.kind) {
    case ClipFileState::Kind::Missing:
      return "does not exist";
    case ClipFileState::Kind::LeftOut:
      return "is not in the capsule";
    case ClipFileState::Kind::Unreadable:
      return "cannot be read";
    case ClipFileState::Kind::Readable:
    case ClipFileState::Kind::Gone:
      break;
  }
  return {};
}

std::string remarkOn(const ClipFileState& state) {
  if (state.kind == ClipFileState::Kind::Gone) {
    return fmt::format(" `{}` is missing now: its values are as they were read before.",
                       state.name);
  }
  if (state.reader.empty()) return {};
  return fmt::format(" The reader of `{}` says: {}.", state.name, state.reader);
}

std::string holeText(const Prim& anchor, const ClipSet& set, std::size_t clip, TimeCode time) {
  const ClipSetDefinition& definition = set.definition();
  // No layer authors the `active` of a template.
  if (!anchor || definition.activeSite.layer || time.isEarliest()) return {};
  const AuthoredClipSets authored = authoredClipSets(anchor);
  const auto entries = authored.find(definition.name);
  const auto named = entries == authored.end() ? std::nullopt : templateOf(entries->second);
  if (!named) return {};
  // When the times of the set run backwards, just before on the stage is just after in the set.
  const bool isBefore = time.isPreTime() && definition.stageFromSet.scale > 0.0;
  const std::string file =
      missingTemplateFile(*named, definition, set.setFromStage(time.time()), isBefore);
  if (file.empty()) return {};
  const bool isLeftOut =
      LeftOutFiles(anchor.stage()).contains(file, definition.layer->identifier());
  const std::string played = nameOfFile((*definition.assetPaths)[set.clips()[clip].file]);
  const bool isBeforeStart = set.setFromStage(time.time()) < set.clips().front().authoredStart;
  return fmt::format(" `{}` of the template {}, so `{}` plays {}.", nameOfFile(file),
                     isLeftOut ? "is not in the capsule" : "does not exist", played,
                     isBeforeStart ? "here already" : "on");
}

}  // namespace usdscope
