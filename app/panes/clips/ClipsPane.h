// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

#include "app/panes/PaneTask.h"
#include "app/panes/clips/ShownClips.h"
#include "app/session/Session.h"

class QComboBox;
class QLabel;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace usdscope {

class ClipDoctorTask;
class ClipEntriesPage;
class ClipFindingsView;
class ClipLanesView;
class ClipMatrixPage;
class ClipMemoryPage;
class ClipSetsPage;
class ClipTimeMapView;
class ClipTimeView;
class ElidedLabel;

/// The value clips that reach the selected prim, or those of the whole stage: lanes of clips,
/// beside them the time map, the matrix of attributes, the clips in memory, trials of sets or the
/// entries of the sets, and what the clip doctor finds. Says how many clips the doctor has read.
class ClipsPane : public QWidget {
  Q_OBJECT
 public:
  explicit ClipsPane(Session& session, QWidget* parent = nullptr);

  /// The sentence above the first lane; empty without clips.
  QString sentence() const;
  const ShownClips& shown() const { return shown_; }

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeHeader();
  QWidget* makePages();
  void connectView(ClipTimeView& view);
  void refresh();
  void showLanes(const Subject& subject, std::vector<ClipLane> lanes);
  /// Shows a report of the sets that are shown. `isRead` is false before clips have been opened.
  void showReport(const ClipsReport& report, bool isRead);
  void showNothing();
  std::pair<double, double> fullTimes() const;
  void showTimes();
  void showWhy();
  void showPage();
  void followPlayhead(const PlaybackState& state, double timeBefore);
  void askForResidency();
  void showFacts();
  void shareRoom();
  void goTo(const ClipFinding& finding);
  void moveSeam(std::size_t lane, std::size_t block, double time);
  const ClipFinding* findingToFix() const;
  void showFix();

  Session& session_;
  QComboBox* scope_;
  ElidedLabel* facts_;
  QToolButton* readOn_;
  QScrollArea* scroll_;
  ClipLanesView* lanes_;
  ClipTimeMapView* map_;
  ClipMatrixPage* matrix_;
  ClipMemoryPage* memory_;
  ClipSetsPage* sets_;
  ClipEntriesPage* entries_;
  QTabBar* tabs_;
  QStackedWidget* pages_;
  QSplitter* splitter_;
  ClipFindingsView* findings_;
  QToolButton* fix_;
  QLabel* empty_;
  ShownClips shown_;
  // The last request.
  Subject wanted_;
  const Stage* wantedStage_ = nullptr;
  bool wantedOfStage_ = false;
  double lanesShare_ = 0.6;     ///< The part of the splitter that the lanes have.
  std::size_t matrixLane_ = 0;  ///< The lane of the matrix: the one that was pressed last.
  QString memoryText_;          ///< The clips in memory; empty until they are counted.
  QTimer residency_;
  ClipDoctorTask* doctor_;  ///< Reads all clips, after the lanes are shown.
  PaneTask task_;
  PaneTask residencyTask_;
};

}  // namespace usdscope
