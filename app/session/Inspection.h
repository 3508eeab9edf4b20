// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPoint>
#include <QTimer>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/ClipChoice.h"
#include "app/session/Observable.h"
#include "app/session/StatisticsChoice.h"
#include "app/session/edits/EditHistory.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/layer/Path.h"

namespace usdscope {

class Session;
class StageEditor;

/// An attribute in the plot, or one element of an array.
struct PlotItem {
  Path attribute;
  std::optional<std::size_t> element;
  bool operator==(const PlotItem&) const = default;
};

/// The plot of the Value pane: its attributes, and the part of it that is in view.
struct PlotChoice {
  bool isShown = false;  ///< The Value pane shows the plot in place of the table.
  /// In addition to the selected attribute. The pane Watch lists them.
  std::vector<PlotItem> pinned;
  /// The stage times at the left and the right edge; empty to show everything.
  std::optional<std::pair<double, double>> times;
  /// The values at the lower and the upper edge; empty to fit the curves in view.
  std::optional<std::pair<double, double>> values;
  bool operator==(const PlotChoice&) const = default;
};

/// Elements of an array, marked in the viewport at the points they belong to.
struct MarkedElements {
  Path attribute;  ///< Empty if none are marked.
  std::vector<std::size_t> elements;
  bool operator==(const MarkedElements&) const = default;
};

/// A point of a mesh that the user clicked in the viewport.
struct ClickedPoint {
  Path prim;
  std::uint32_t point = 0;
  std::uint64_t serial = 0;  ///< Differs for each click.
  bool operator==(const ClickedPoint&) const = default;
};

/// The state of looking closely at values: the plot, marked elements, pinned prims and a layer that
/// is muted for a moment. GUI thread only.
class Inspection : public QObject {
  Q_OBJECT
 public:
  explicit Inspection(Session& session);

  Observable<PlotChoice> plot;
  Observable<MarkedElements> marked;
  Observable<ClickedPoint> clicked;
  /// The prims of the pane Pinned; empty if none are pinned.
  Observable<std::vector<Path>> pinnedPrims;
  Observable<StatisticsChoice> statistics;
  Observable<ClipChoice> clips;
  /// The edits whose rows are selected in the pane Edits, by EditRow::id.
  Observable<std::vector<std::uint64_t>> chosenEdits;

  void showPlot(bool isShown);
  /// Adds an attribute to the plot, or removes it if it is there. Shows the plot.
  void togglePlotPin(const PlotItem& item);
  /// Adds an attribute to the plot and to the list of watched attributes, which are the same, or
  /// takes it away. Leaves the Value pane as it is.
  void watch(const PlotItem& item, bool isWatched);
  void clearPlotPins();
  /// Sets the part of the plot that is in view. Empty: everything.
  void zoomPlot(std::optional<std::pair<double, double>> times,
                std::optional<std::pair<double, double>> values = std::nullopt);
  /// Sets the part of the clip lanes that is in view. Empty: everything.
  void zoomClips(std::optional<std::pair<double, double>> times);
  void showClipsOfStage(bool isOfStage);
  void showClipPage(ClipChoice::Page page);
  /// Reads the clips that play at the playhead and after it, of each clip set that reaches the
  /// selection or of the whole stage, in the background and within the budget of clips. Returns a
  /// sentence that says why this is impossible; else empty.
  std::string readClipsAhead(std::size_t count);
  /// Runs a command of the editor that writes to the session layer, whatever the edit target is.
  /// Returns the answer of the command.
  std::string editInSession(const std::function<std::string(StageEditor& editor)>& command);
  /// Removes all clips from memory, in the background.
  std::string evictClips();
  /// Marks elements of an array in the viewport; an empty path removes the marks.
  void mark(MarkedElements elements);
  void clickPoint(Path prim, std::uint32_t point);
  void pinPrims(std::vector<Path> prims);
  /// Replaces the pinned prims and the plot.
  void restore(std::vector<Path> prims, PlotChoice choice);
  void chooseEdits(std::vector<std::uint64_t> ids) { chosenEdits.set(std::move(ids)); }

  /// Sets the page of the Statistics pane; empty for the overview.
  void showStatistics(std::optional<StatisticsGroup> page);
  /// Counts the selected prim and its descendants, or the whole scene.
  void countSelection(bool isOfSelection);
  /// Selects the prims that a row of the statistics counts, which are found in the background. Of
  /// very many prims it selects the first. Then, and when there are none, sets Session::note.
  void selectCounted(StatisticsGroup group, const std::string& name);
  void copyStatistics() { Q_EMIT statisticsCopyWanted(); }

  /// Mutes a layer, or unmutes a muted one, until endFlash(). Ends the flash before; while its edit
  /// is still being made, the new one waits. The layer is named as for StageEditor. Returns a
  /// sentence that says why this is impossible; else empty.
  std::string beginFlash(const std::string& layer);
  /// Lets the change of beginFlash() stay.
  void keepFlash();
  /// Takes back what beginFlash() did, unless the user has changed it since. Leaves nothing in undo
  /// and redo.
  void endFlash();
  /// Mutes a layer for a moment, long enough to see it.
  std::string flash(const std::string& layer);

  /// Finds, in the background, the attribute that makes the shape, the place or the visibility of a
  /// prim, selects it, and shows why it has its value. Without a prim, sets Session::note.
  void explainShape(Path prim);

 Q_SIGNALS:
  /// The user wants explainShape() for the prim at a place of the picture, in points from the top
  /// left. Without a place: for the prim under the pointer, or else for the selected one.
  void placeWanted(const std::optional<QPoint>& at);
  /// Clips were read into memory or evicted at the wish of the user.
  void clipsMoved();
  /// The user wants to see the next NaN of the shown array.
  void nextNanWanted();
  /// The user wants the shown statistics on the clipboard.
  void statisticsCopyWanted();

 private:
  std::string startFlash(const std::string& identifier, bool isTimed);
  void takeBackFlash();
  void continueFlash();

  template <typename Change>
  void changePlot(Change change);
  template <typename Change>
  void changeStatistics(Change change);

  Session& session_;
  std::string file_;  ///< The open file. Another file starts without pins.
  std::string flashed_;
  std::string flashSentence_;
  EditHistory beforeFlash_;
  bool wasMuted_ = false;
  bool isTimed_ = false;  ///< The flash ends some time after it is seen.
  std::string waiting_;   ///< The layer of the next flash, which waits for edits that are made.
  bool isWaitingTimed_ = false;
  /// Layers of flashes that are to stay and have not begun: each waits for the edits before it.
  std::deque<std::string> kept_;
  QTimer flashing_;
  bool isSelectingCounted_ = false;
  LatestTask finding_;
  LatestTask reading_;
};

}  // namespace usdscope
