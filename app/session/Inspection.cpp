// SPDX-License-Identifier: Apache-2.0
#include "app/session/Inspection.h"

#include <algorithm>

#include "app/session/Session.h"

namespace usdscope {
namespace {

constexpr int kFlashMs = 800;
constexpr int kRetryMs = 30;  // While the edit is being made.

}  // namespace

Inspection::Inspection(Session& session) : session_(session) {
  flashing_.setSingleShot(true);
  connect(&flashing_, &QTimer::timeout, this, &Inspection::endFlash);
  session_.document.observe(this, [this](const Document& document) {
    if (document.stage && isTimed_ && !flashed_.empty() &&
        document.stage->request().mutedLayers.contains(flashed_) != wasMuted_) {
      flashing_.start(kFlashMs);
    }
    if (document.file == file_) return;
    file_ = document.file;
    flashed_.clear();
    marked.set({});
    pinnedPrims.set({});
    changePlot([](PlotChoice& choice) { choice = {.isShown = choice.isShown}; });
  });
  session_.selection.observe(this, [this](const Selection& selection) {
    const Path attribute = selection.leading();
    const bool isOther = attribute.isEmpty() || !selection.property ||
                         attribute.property(selection.property) != marked.value().attribute;
    if (isOther) marked.set({});
  });
}

template <typename Change>
void Inspection::changePlot(Change change) {
  PlotChoice choice = plot.value();
  change(choice);
  plot.set(std::move(choice));
}

void Inspection::showPlot(bool isShown) {
  changePlot([&](PlotChoice& choice) { choice.isShown = isShown; });
}

void Inspection::togglePlotPin(const PlotItem& item) {
  changePlot([&](PlotChoice& choice) {
    choice.isShown = true;
    if (std::erase(choice.pinned, item) == 0) choice.pinned.push_back(item);
  });
}

void Inspection::clearPlotPins() {
  changePlot([](PlotChoice& choice) { choice.pinned.clear(); });
}

void Inspection::zoomPlot(std::optional<std::pair<double, double>> times,
                          std::optional<std::pair<double, double>> values) {
  changePlot([&](PlotChoice& choice) {
    choice.times = times;
    choice.values = values;
  });
}

void Inspection::mark(MarkedElements elements) { marked.set(std::move(elements)); }

void Inspection::clickPoint(Path prim, std::uint32_t point) {
  clicked.set({prim, point, clicked.value().serial + 1});
}

void Inspection::pinPrims(std::vector<Path> prims) { pinnedPrims.set(std::move(prims)); }

std::string Inspection::beginFlash(const std::string& layer) {
  if (!flashed_.empty()) endFlash();
  std::string problem;
  const std::string identifier = session_.editor().findLayer(layer, problem);
  if (identifier.empty()) return problem;
  wasMuted_ = session_.edits.value().state().allMuted().contains(identifier);
  problem = session_.editor().setMuted(identifier, !wasMuted_);
  if (!problem.empty()) return problem;
  flashed_ = identifier;
  isTimed_ = false;
  flashSentence_ = (wasMuted_ ? "Unmute " : "Mute ") + identifier.substr(identifier.rfind('/') + 1);
  return {};
}

void Inspection::keepFlash() {
  flashing_.stop();
  flashed_.clear();
}

void Inspection::endFlash() {
  flashing_.stop();
  if (flashed_.empty()) return;
  const EditHistory& edits = session_.edits.value();
  const bool isApplied = edits.state().allMuted().contains(flashed_) != wasMuted_;
  // The edit is still being made.
  if (!isApplied && !session_.isSettled()) return flashing_.start(kRetryMs);
  const std::string identifier = std::exchange(flashed_, {});
  if (!isApplied) return;
  const bool isNewest = edits.undoSentence() == flashSentence_;
  session_.showNote(isNewest ? session_.editor().undo()
                             : session_.editor().setMuted(identifier, wasMuted_));
}

std::string Inspection::flash(const std::string& layer) {
  const std::string problem = beginFlash(layer);
  isTimed_ = problem.empty();
  return problem;
}

}  // namespace usdscope
