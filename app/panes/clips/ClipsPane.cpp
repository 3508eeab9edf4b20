// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipsPane.h"

#include <fmt/format.h>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <unordered_set>
#include <utility>

#include "app/panes/clips/ClipDoctorTask.h"
#include "app/panes/clips/ClipEntriesPage.h"
#include "app/panes/clips/ClipFindingsView.h"
#include "app/panes/clips/ClipFixButton.h"
#include "app/panes/clips/ClipLanesView.h"
#include "app/panes/clips/ClipMatrixPage.h"
#include "app/panes/clips/ClipMemoryPage.h"
#include "app/panes/clips/ClipSetsPage.h"
#include "app/panes/clips/ClipTimeMapView.h"
#include "app/session/Inspection.h"
#include "app/session/ObserveSubject.h"
#include "app/session/tasks/FreeInBackground.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"
#include "engine/report/clips/ClipFixes.h"
#include "engine/report/clips/ClipResidency.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

constexpr int kResidencyMs = 300;
constexpr std::size_t kMostEntryRows = 2000;
constexpr std::size_t kMostMappedPoints = 40;
constexpr double kBehindPlayhead = 0.05;  // The part in view that has been played already.
constexpr double kShareUnits = 10'000.0;
constexpr double kWide =
    1.8;  // The time map stands beside lanes in a pane that is so much wider than high.

QString factsOf(const ClipSetReport& set) {
  // A manifest that is generated from the clips is known when they have been read.
  const bool isKnown = set.definition.manifestAssetPath || !set.declared.empty();
  const QString manifest = isKnown ? QString::fromStdString(manifestText(set)) : QString();
  // The line has room for a few points. A set may have thousands, and text is laid out slowly.
  ClipSetReport first;
  first.definition.stageFromSet = set.definition.stageFromSet;
  const auto& times = set.definition.times;
  const std::size_t count = times ? std::min(times->size(), kMostMappedPoints) : 0;
  if (count > 0)
    first.definition.times.emplace(times->begin(), times->begin() + std::ptrdiff_t(count));
  QString mapping = QString::fromStdString(mappingText(first));
  if (times && count < times->size()) mapping += QStringLiteral(" …");
  return manifest.isEmpty() || mapping.isEmpty() ? manifest + mapping
                                                 : manifest + QStringLiteral("   ·   ") + mapping;
}

// Returns the number of files that the clips of lanes have.
std::size_t clipFileCount(const std::vector<ClipLane>& lanes) {
  std::size_t count = 0;
  for (const ClipLane& lane : lanes) {
    std::unordered_set<std::size_t> files;
    for (const ClipBlock& block : lane.blocks) files.insert(block.index);
    count += files.size();
  }
  return count;
}

// Returns a number as text that is read back as the same number.
std::string roundTripText(double number) { return fmt::format("{}", number); }

// Returns the entries of all sets that are shown, by prim.
std::vector<ClipEntryRow> entryRows(const Prim& selected) {
  std::vector<ClipEntryRow> rows;
  for (Prim prim = selected; prim && !prim.isPseudoRoot(); prim = prim.parent()) {
    if (!prim.mayHaveClips()) break;
    const std::vector<ClipEntryRow> more = clipEntryRows(prim);
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

std::vector<ClipEntryRow> entryRows(const Stage& stage, const std::vector<ClipLane>& lanes) {
  std::vector<ClipEntryRow> rows;
  Path before;
  for (const ClipLane& lane : lanes) {
    if (std::exchange(before, lane.anchor) == lane.anchor) continue;
    const Prim prim = stage.primAt(lane.anchor);
    if (!prim) continue;
    const std::vector<ClipEntryRow> more = clipEntryRows(prim);
    rows.insert(rows.end(), more.begin(), more.end());
    if (rows.size() > kMostEntryRows) break;
  }
  return rows;
}

// Returns the number of clips in memory that play one after the other after a time.
std::size_t clipsAhead(const ClipLane& lane, const std::vector<bool>& resident, double time) {
  const std::size_t at = lane.blockAt(time);
  std::size_t count = 0;
  while (at + count + 1 < resident.size() && resident[at + count + 1]) ++count;
  return count;
}

}  // namespace

ClipsPane::ClipsPane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      scope_(new QComboBox),
      facts_(new ElidedLabel),
      readOn_(new QToolButton),
      scroll_(new QScrollArea),
      lanes_(new ClipLanesView),
      map_(new ClipTimeMapView),
      matrix_(new ClipMatrixPage(session)),
      memory_(new ClipMemoryPage(session)),
      sets_(new ClipSetsPage(session)),
      entries_(new ClipEntriesPage(session)),
      tabs_(new QTabBar),
      pages_(new QStackedWidget),
      splitter_(new QSplitter),
      findings_(new ClipFindingsView),
      fix_(new ClipFixButton(session, *this)),
      empty_(makeEmptyText()),
      doctor_(new ClipDoctorTask(session, this)),
      task_(session, *this),
      residencyTask_(session, *this) {
  scroll_->setWidget(lanes_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  splitter_->addWidget(scroll_);
  splitter_->addWidget(makePages());
  QVBoxLayout* layout = makeColumn(*this);
  layout->addWidget(makeHeader());
  layout->addWidget(splitter_, 1);
  layout->addWidget(findings_);
  layout->addWidget(fix_);
  layout->addWidget(empty_, 1);
  // Only a drag of the user moves the handle.
  connect(splitter_, &QSplitter::splitterMoved, this, [this] {
    const QList<int> sizes = splitter_->sizes();
    lanesShare_ = sizes[0] / std::max(1.0, double(sizes[0] + sizes[1]));
  });
  connectView(*lanes_);
  connectView(*map_);
  connectView(matrix_->view());
  connect(&matrix_->view(), &ClipMatrixView::attributeWanted, this,
          [this](Path attribute) { session_.perform("select", {attribute.text()}); });
  connect(lanes_, &ClipLanesView::blockPressed, this, [this](std::size_t lane, std::size_t block) {
    lanes_->setProperty("contextMenu", "clip");
    const ClipLane& of = shown_.lanes[lane];
    session_.inspectRow({{}, of.anchor.text(), of.set, of.blocks[block].file});
    matrixLane_ = lane;
    showPage();
  });
  connect(lanes_, &ClipLanesView::seamMoved, this, &ClipsPane::moveSeam);
  connect(findings_, &QListWidget::currentRowChanged, this, [this](int row) {
    showFix();
    if (row < 0) return;
    const ClipFinding& finding = findings_->findings()[std::size_t(row)];
    session_.inspectRow({{}, finding.prim.text(), finding.id, findingText(finding)});
  });
  connect(doctor_, &ClipDoctorTask::reported, this,
          [this](const ClipsReport& report) { showReport(report, true); });
  connect(doctor_, &ClipDoctorTask::progressed, this, &ClipsPane::showFacts);
  connect(&task_, &PaneTask::seenChanged, doctor_, &ClipDoctorTask::setSeen);
  // Elsewhere a right click has no menu.
  connect(lanes_, &ClipLanesView::nothingPressed, this,
          [this] { lanes_->setProperty("contextMenu", QVariant()); });
  connect(findings_, &ClipFindingsView::wanted, this, &ClipsPane::goTo);
  residency_.setSingleShot(true);
  residency_.setInterval(kResidencyMs);
  connect(&residency_, &QTimer::timeout, this, &ClipsPane::askForResidency);

  showNothing();
  observeSubject(session_, this, [this] { refresh(); });
  session_.inspection().clips.observe(this, [this](const ClipChoice& choice) {
    scope_->setCurrentIndex(choice.isOfStage ? 1 : 0);
    refresh();
    showTimes();
    showPage();
  });
  connect(&session_.inspection(), &Inspection::clipsMoved, this, &ClipsPane::askForResidency);
  session_.playback.observe(this, [this, before = 0.0](const PlaybackState& state) mutable {
    for (ClipTimeView* view : {static_cast<ClipTimeView*>(lanes_), static_cast<ClipTimeView*>(map_),
                               static_cast<ClipTimeView*>(&matrix_->view())}) {
      view->setPlayhead(state.shownTime(), state.timeCodesPerFrame());
    }
    followPlayhead(state, std::exchange(before, state.shownTime()));
    if (!shown_.lanes.empty() && !residency_.isActive()) residency_.start();
  });
}

QWidget* ClipsPane::makeHeader() {
  auto* header = new QWidget;
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(6, 2, 8, 2);
  scope_->setObjectName("clipScope");
  scope_->addItems({tr("Clips that reach the selection"), tr("Clips of the whole stage")});
  scope_->setAccessibleName(tr("Which clip sets are shown"));
  connect(scope_, &QComboBox::activated, this, [this](int index) {
    session_.perform("clipSets", {index == 1 ? "stage" : "selection"});
  });
  facts_->setObjectName("clipFacts");
  theme::makeDim(*facts_);
  row->addWidget(scope_);
  row->addWidget(facts_, 1);
  readOn_->setObjectName("readClipsOn");
  readOn_->setText(tr("Read On"));
  readOn_->setToolTip(tr("Read the clips that are left, for their gaps and findings"));
  readOn_->hide();
  connect(readOn_, &QToolButton::clicked, this, [this] { session_.perform("readClipsOn"); });
  row->addWidget(readOn_);
  return header;
}

// A tab for each of the views beside the lanes.
QWidget* ClipsPane::makePages() {
  static constexpr const char* kActions[] = {"clipTimeMap", "clipMatrix", "clipMemory",
                                             "tryClipSets", "clipEntries"};
  tabs_->setObjectName("clipPages");
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  for (const QString& text :
       {tr("Time Map"), tr("Matrix"), tr("Memory"), tr("Sets"), tr("Entries")}) {
    tabs_->addTab(text);
  }
  connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
    const int page = int(session_.inspection().clips.value().page);
    if (tab >= 0 && tab != page) session_.perform(kActions[tab]);
  });
  for (QWidget* page : std::initializer_list<QWidget*>{map_, matrix_, memory_, sets_, entries_}) {
    pages_->addWidget(page);
  }
  auto* const both = new QWidget;
  QVBoxLayout* layout = makeColumn(*both);
  layout->addWidget(tabs_);
  layout->addWidget(pages_, 1);
  return both;
}

void ClipsPane::showPage() {
  const auto page = session_.inspection().clips.value().page;
  tabs_->setCurrentIndex(int(page));
  pages_->setCurrentIndex(int(page));
  if (page == ClipChoice::Page::Memory) residency_.start();
  if (page != ClipChoice::Page::Matrix || shown_.lanes.empty()) return;
  matrixLane_ = std::min(matrixLane_, shown_.lanes.size() - 1);
  matrix_->showLane(shown_.stage, shown_.lanes[matrixLane_], doctor_->store());
}

// While playing, a part that the playhead leaves gives way to the next one. The view stays if the
// user looks at another part.
void ClipsPane::followPlayhead(const PlaybackState& state, double timeBefore) {
  const auto& times = session_.inspection().clips.value().times;
  const double time = state.shownTime();
  if (!state.isPlaying || !times || !isVisible()) return;
  const auto [from, to] = *times;
  const auto isInView = [&](double at) { return at >= from && at <= to; };
  if (isInView(time) || !isInView(timeBefore)) return;
  const double before = (state.isReversed ? 1.0 - kBehindPlayhead : kBehindPlayhead) * (to - from);
  session_.inspection().zoomClips(std::pair(time - before, time - before + (to - from)));
}

void ClipsPane::connectView(ClipTimeView& view) {
  connect(&view, &ClipTimeView::timeWanted, this,
          [this](double time) { session_.perform("frame", {numberToText(time)}); });
  connect(&view, &ClipTimeView::timesWanted, this,
          [this](std::optional<std::pair<double, double>> times) {
            if (!times) return session_.perform("frameClips");
            // A zoom leaves the clips in sight.
            const auto [first, last] = fullTimes();
            times->first = std::max(times->first, first - (last - first));
            times->second = std::min(times->second, last + (last - first));
            if (!(times->second > times->first)) return;
            session_.perform("zoomClips",
                             {numberToText(times->first), numberToText(times->second)});
          });
}

void ClipsPane::refresh() {
  Subject subject = session_.subject();
  subject.property = {};
  const bool isOfStage = session_.inspection().clips.value().isOfStage;
  const Path selected = session_.selection.value().leading();
  const Token property = session_.selection.value().property;
  shown_.attribute = selected.isEmpty() || !property ? Path() : selected.property(property);
  matrix_->view().setAttribute(shown_.attribute);
  lanes_->update();
  const auto stage = session_.document.value().stage;
  // The sets of the whole stage do not depend on the selection, and reading them may take long.
  if (isOfStage) subject = {.stage = stage};
  const bool isSame =
      subject == wanted_ && isOfStage == wantedOfStage_ && stage.get() == wantedStage_;
  if (isSame && stage && (subject || isOfStage)) return;
  // Work about a stage keeps it alive.
  if (stage.get() != wantedStage_) doctor_->cancel();
  wanted_ = subject;
  wantedStage_ = stage.get();
  wantedOfStage_ = isOfStage;
  if (!stage || (!subject.prim && !isOfStage)) {
    task_.cancel();
    doctor_->cancel();
    return showNothing();
  }
  task_.startFor(
      subject, [this, subject, isOfStage, stage](const TaskRun& run) -> LatestTask::Show {
        std::vector<ClipLane> lanes =
            isOfStage ? clipLanesOf(*stage, run.stop) : clipLanes(subject.prim);
        const std::size_t count = clipFileCount(lanes);
        const std::vector<ClipEntryRow> rows =
            isOfStage ? entryRows(*stage, lanes) : entryRows(subject.prim);
        auto report = isOfStage ? std::make_shared<const ClipsReport>()
                                : std::make_shared<const ClipsReport>(
                                      reportClipsReaching(subject.prim, false, run.stop));
        ClipDoctorTask::Request request{subject, isOfStage, ClipDoctorTask::keyOf(*report), count};
        return [this, subject, isOfStage, rows, lanes = std::move(lanes), count,
                request = std::move(request), report = freedInBackground(std::move(report))] {
          showLanes(subject, lanes);
          entries_->show(rows);
          showReport(*report, !isOfStage && count == 0);
          if (isOfStage || count > 0) {
            doctor_->start(request);
          } else {
            doctor_->cancel();
          }
        };
      });
}

void ClipsPane::showNothing() {
  residencyTask_.cancel();
  shown_ = {};
  lanes_->show(shown_);
  map_->show(shown_);
  matrix_->showNothing();
  memory_->show({});
  sets_->show({});
  entries_->show({});
  findings_->showNothing();
  memoryText_.clear();
  showWhy();
}

void ClipsPane::showLanes(const Subject& subject, std::vector<ClipLane> lanes) {
  shown_.stage = subject.stage;
  shown_.facts.assign(lanes.size(), {});
  shown_.resident.clear();
  shown_.lanes = std::move(lanes);
  shown_.colors = session_.legendColors();
  lanes_->show(shown_);
  map_->show(shown_);
  if (shown_.lanes.empty()) matrix_->showNothing();
  showTimes();
  showPage();
  residency_.start();
}

void ClipsPane::showReport(const ClipsReport& report, bool isRead) {
  for (std::size_t i = 0; i < shown_.lanes.size(); ++i) {
    const ClipLane& lane = shown_.lanes[i];
    const auto set = std::ranges::find_if(report.sets, [&](const ClipSetReport& each) {
      return each.prim == lane.anchor && each.definition.name == lane.set;
    });
    if (set != report.sets.end()) shown_.facts[i] = {factsOf(*set), set->lane, set->declared};
  }
  lanes_->show(shown_);
  // The first report of a whole stage comes without sets.
  if (const auto stage = session_.document.value().stage) {
    if (!report.sets.empty() || isRead) sets_->show(clipSetRows(*stage, report));
    findings_->show(*stage, report.findings,
                    wantedOfStage_             ? ClipFindingsView::Names::PrimAndSet
                    : shown_.lanes.size() == 1 ? ClipFindingsView::Names::None
                                               : ClipFindingsView::Names::Set);
  }
  showWhy();
  residency_.start();
}

void ClipsPane::showWhy() {
  const bool isEmpty = shown_.lanes.empty() && findings_->findings().empty();
  // A set that is switched off has no lane, but it can be switched on again.
  splitter_->setVisible(!shown_.lanes.empty() || !sets_->rows().empty() ||
                        !entries_->rows().empty());
  findings_->setVisible(!findings_->findings().empty());
  showFix();
  empty_->setVisible(shown_.lanes.empty());
  if (!shown_.lanes.empty()) return;
  memoryText_.clear();
  showFacts();
  if (const QString off = switchedOffText(sets_->rows()); !off.isEmpty()) {
    return empty_->setText(off);
  }
  if (!isEmpty) {
    return empty_->setText(tr("No clip set can be used here. The findings say why."));
  }
  const Prim& prim = wanted_.prim;
  empty_->setText(
      !session_.document.value().isOpen() ? tr("Nothing is open.")
      : wantedOfStage_                    ? tr("No prim of this stage has value clips.")
      : prim && prim.isInstanceProxy()
          ? tr("No clip set reaches %1: those on an instance, or above it, do not reach "
               "its descendants.")
                .arg(QString::fromStdString(prim.path().text()))
      : prim ? tr("No clip sets on %1 or its ancestors. Clips live on prims with clip "
                  "metadata.")
                   .arg(QString::fromStdString(prim.path().text()))
             : tr("Select a prim to see the value clips that reach it."));
}

// The range of playback, and all clips that start outside of it.
std::pair<double, double> ClipsPane::fullTimes() const {
  const PlaybackState& playback = session_.playback.value();
  std::pair times(playback.start, playback.end);
  for (const ClipLane& lane : shown_.lanes) {
    for (const ClipBlock& block : lane.blocks) {
      if (!std::isfinite(block.start)) continue;
      times.first = std::min(times.first, block.start);
      times.second =
          std::max(times.second, std::isfinite(block.end) ? block.end : block.start + 1.0);
    }
  }
  if (!(times.second > times.first)) times.second = times.first + 1.0;
  return times;
}

void ClipsPane::showTimes() {
  const auto [from, to] = session_.inspection().clips.value().times.value_or(fullTimes());
  lanes_->setTimes(from, to);
  map_->setTimes(from, to);
  matrix_->view().setTimes(from, to);
}

void ClipsPane::askForResidency() {
  const auto stage = shown_.stage;
  if (!stage || shown_.lanes.empty()) return;
  residencyTask_.start(
      [this, stage, lanes = shown_.lanes,
       wantsFiles = memory_->isVisible()](const TaskRun& run) -> LatestTask::Show {
        std::vector<std::vector<bool>> resident;
        std::vector<ClipMemoryPage::Row> files;
        for (const ClipLane& lane : lanes) {
          if (run.stop.stop_requested()) return {};
          resident.push_back(residentBlocks(*stage, lane));
          if (!wantsFiles) continue;
          for (ClipInMemory& clip : clipsInMemory(*stage, lane)) {
            const double time = lane.blocks[clip.block].start;
            files.push_back({std::move(clip), time});
          }
        }
        std::ranges::stable_sort(files, std::ranges::greater{},
                                 [](const ClipMemoryPage::Row& row) { return row.clip.byteSize; });
        return [this, stage, count = countClipFiles(*stage, lanes, resident),
                resident = std::move(resident), files = std::move(files),
                memory = clipMemory(*stage, lanes.front())] {
          if (stage != shown_.stage || resident.size() != shown_.lanes.size()) return;
          shown_.resident = resident;
          memory_->show(files);
          const std::size_t ahead = clipsAhead(shown_.lanes.front(), resident.front(),
                                               session_.playback.value().shownTime());
          const QString text =
              tr("%L1 of %L2 clips in memory, %L3 of them ahead of the playhead, %4 of %5 MiB")
                  .arg(count.resident)
                  .arg(count.all)
                  .arg(ahead)
                  .arg(double(memory.bytes) / 0x1p20, 0, 'f', 1)
                  .arg(double(memory.budget) / 0x1p20, 0, 'f', 0);
          memoryText_ = text;
          showFacts();
          lanes_->update();
        };
      },
      LatestTask::Previous::Finish);
}

// How far the doctor is, before the clips in memory.
void ClipsPane::showFacts() {
  using State = ClipDoctorTask::State;
  const State state = doctor_->state();
  readOn_->setVisible(state == State::Stopped);
  QString text;
  const QLocale english(QLocale::English);
  const QString read = english.toString(qulonglong(doctor_->readCount()));
  const QString all = english.toString(qulonglong(doctor_->fileCount()));
  if (state == State::Reading) {
    text = tr("Reading %1 of %2 clips; Esc stops").arg(read, all);
  } else if (state == State::Stopped) {
    text =
        tr("Stopped at %1 of %2 clips; gaps and findings of the others are missing").arg(read, all);
  }
  if (!text.isEmpty() && !memoryText_.isEmpty()) text += QStringLiteral("   ·   ");
  facts_->setFullText(text + memoryText_);
}

void ClipsPane::goTo(const ClipFinding& finding) {
  session_.perform("select", {finding.site.text()});
  if (finding.frame && std::isfinite(*finding.frame)) {
    session_.perform("frame", {numberToText(*finding.frame)});
  }
}

void ClipsPane::moveSeam(std::size_t lane, std::size_t block, double time) {
  const ClipLane& of = shown_.lanes[lane];
  session_.perform("moveClipSeam", {of.anchor.text(), of.set, roundTripText(of.blocks[block].start),
                                    roundTripText(time)});
}

// The finding that is chosen, if its kind has a correction; else null.
const ClipFinding* ClipsPane::findingToFix() const {
  const auto& findings = findings_->findings();
  const int row = findings_->currentRow();
  if (row < 0 || std::size_t(row) >= findings.size()) return nullptr;
  const ClipFinding& chosen = findings[std::size_t(row)];
  const bool isFixable = chosen.severity != Severity::Note && !clipFixName(chosen.id).empty();
  return isFixable ? &chosen : nullptr;
}

void ClipsPane::showFix() {
  static_cast<ClipFixButton*>(fix_)->offer(findings_->findings(), findingToFix());
}

bool ClipsPane::event(QEvent* event) {
  const bool isTaken = QWidget::event(event);
  // Parts have got other least sizes, as letters of another size give them.
  if (event->type() == QEvent::LayoutRequest) shareRoom();
  return isTaken;
}

void ClipsPane::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  findings_->updateGeometry();  // Its height is a share of the pane's.
  shareRoom();
}

// The lanes have their share at every size: the least sizes of larger letters may have taken some.
void ClipsPane::shareRoom() {
  splitter_->setOrientation(width() > kWide * height() ? Qt::Horizontal : Qt::Vertical);
  splitter_->setSizes({int(kShareUnits * lanesShare_), int(kShareUnits * (1.0 - lanesShare_))});
}

QString ClipsPane::sentence() const { return lanes_->sentence(); }

}  // namespace usdscope
