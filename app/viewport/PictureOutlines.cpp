// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PictureOutlines.h"

#include <unordered_set>

namespace usdscope {
namespace {

constexpr glm::vec4 kFaint(1.0f, 1.0f, 1.0f, 0.45f);
constexpr glm::vec4 kStrong(106.0f / 255.0f, 169.0f / 255.0f, 1.0f, 1.0f);  // As marks have.

bool showsSelection(const Session& session) {
  switch (session.view.value().picking.highlight) {
    case SelectionHighlight::Never:
      return false;
    case SelectionHighlight::OnlyWhenPaused:
      return !session.playback.value().isPlaying;
    case SelectionHighlight::Always:
      return true;
  }
  return true;
}

}  // namespace

Outlines selectedOutlines(const Selection& selection) {
  Outlines outlines;
  outlines.selectedInstances = selection.instances;
  outlines.selected = selection.prims;
  if (selection.instances.empty()) return outlines;
  std::unordered_set<Path> inParts;
  for (const ChosenInstance& instance : selection.instances) inParts.insert(instance.prim);
  std::erase_if(outlines.selected, [&](Path prim) { return inParts.contains(prim); });
  return outlines;
}

Outlines pictureOutlines(const Session& session, const ViewportMarks& marks,
                         const PointedPrim& pointed) {
  Outlines outlines;
  if (showsSelection(session)) outlines = selectedOutlines(session.selection.value());
  outlines.selectionColor = displayColorOf(session.view.value().picking.color);
  outlines.marked = marks.items();
  const auto& shown = pointed.inList ? pointed.inList : pointed.inPicture;
  if (!shown) return outlines;
  outlines.pointedColor = pointed.inList ? kStrong : kFaint;
  if (shown->instance) {
    outlines.pointedInstances = {*shown->instance};
  } else {
    outlines.pointed = {shown->prim};
  }
  return outlines;
}

}  // namespace usdscope
