// SPDX-License-Identifier: Apache-2.0
#include "app/panes/changes/ChangesPane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/panes/changes/VersionStrip.h"
#include "app/session/ObserveSubject.h"
#include "app/session/document/CompareTolerance.h"
#include "app/session/document/ViewChoice.h"
#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"
#include "engine/inspect/MotionText.h"
#include "engine/inspect/StageDiffText.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostOpenedClips = 64;
constexpr std::size_t kMostRows = 500;

// Whether a change is more than the motion between two samples.
bool isAbrupt(const MotionFinding& finding) {
  return finding.isJump || finding.reason == MotionReason::OtherClip ||
         finding.reason == MotionReason::ClipTime || finding.reason == MotionReason::Block;
}

std::vector<ChangesPane::Row> rowsOf(const MotionFindings& found, const LayerNames& names,
                                     double from, double to) {
  std::vector<const MotionFinding*> ordered;
  for (const MotionFinding& finding : found.findings) ordered.push_back(&finding);
  const auto smooth = std::ranges::stable_partition(
      ordered, [](const MotionFinding* finding) { return isAbrupt(*finding); });
  const auto smoothCount = std::ranges::distance(smooth);
  const auto abruptCount = std::ptrdiff_t(ordered.size()) - smoothCount;
  std::vector<ChangesPane::Row> rows;
  QString heading = ChangesPane::tr("From %1 to %2: %3 abrupt, %4 smooth")
                        .arg(textOf(numberToText(from)), textOf(numberToText(to)))
                        .arg(abruptCount)
                        .arg(smoothCount);
  if (!found.tooManyClips.empty()) {
    heading += ChangesPane::tr("; %1 attributes would have to open too many clips")
                   .arg(found.tooManyClips.size());
  }
  rows.push_back({heading, {}, false});
  for (const MotionFinding* finding : ordered) {
    if (rows.size() > kMostRows) {
      rows.push_back({QStringLiteral("…"), {}, false});
      break;
    }
    QString text = textOf(motionText(*finding, names));
    text.remove(0, text.indexOf('<'));  // Each line would begin with "change".
    rows.push_back({text, finding->attribute.path(), isAbrupt(*finding)});
  }
  return rows;
}

// Values from different suppliers come first.
std::vector<ChangesPane::Row> rowsOfComparison(const StageDiff& diff, const LayerNames& names,
                                               const LayerNames& otherNames, double tolerance) {
  std::vector<ChangesPane::Row> rows;
  for (const StageDifference& difference : diff.differences) {
    const bool isOther =
        !difference.intervals.empty() &&
        difference.intervals.front().first.layer != difference.intervals.front().second.layer;
    rows.push_back(
        {textOf(stageDifferenceLine(difference, names, otherNames)), difference.path, isOther});
  }
  std::ranges::stable_partition(rows, [](const ChangesPane::Row& row) { return row.isJump; });
  const auto values =
      std::ranges::count(diff.differences, StageDifferenceKind::Value, &StageDifference::kind);
  QString heading = ChangesPane::tr("%1 of %2 values differ").arg(values).arg(diff.attributeCount);
  if (diff.differences.empty() && tolerance > 0.0) {
    heading += ChangesPane::tr("; numbers are equal up to %1, relative above 1")
                   .arg(textOf(numberToText(tolerance)));
  }
  if (const auto others = qsizetype(diff.differences.size()) - values; others > 0) {
    heading += ChangesPane::tr("; prims, types and targets: %1 differ").arg(others);
  }
  if (!diff.tooManyClips.empty()) {
    heading += ChangesPane::tr("; %1 attributes would have to open too many clips")
                   .arg(diff.tooManyClips.size());
  }
  rows.insert(rows.begin(), {heading, {}, false});
  if (rows.size() > kMostRows) {
    rows.resize(kMostRows);
    rows.push_back({QStringLiteral("…"), {}, false});
  }
  return rows;
}

}  // namespace

bool ChangesPane::Request::isSame(const Request& other) const {
  return stage.lock() == other.stage.lock() && root == other.root && time == other.time &&
         frame == other.frame && compared == other.compared &&
         version.lock() == other.version.lock() && names == other.names &&
         tolerance == other.tolerance;
}

ChangesPane::ChangesPane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      heading_(makeHeading()),
      toleranceLine_(makeToleranceLine()),
      list_(new QListWidget),
      empty_(makeEmptyText()),
      task_(session, *this) {
  QVBoxLayout* layout = makeColumn(*this);
  layout->addWidget(heading_);
  layout->addWidget(new VersionStrip(session_, *this));
  layout->addWidget(toleranceLine_);
  layout->addWidget(list_, 1);
  layout->addWidget(empty_, 1);
  list_->setObjectName("changes");
  list_->setAccessibleName(tr("Attributes that change at the playhead"));
  list_->setFrameShape(QFrame::NoFrame);
  // Both values and their layers are read, so rows take as many lines as they need.
  list_->setWordWrap(true);
  list_->setTextElideMode(Qt::ElideNone);
  list_->setResizeMode(QListView::Adjust);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  const auto select = [this](const QListWidgetItem* item) {
    const Row& row = rows_[std::size_t(list_->row(item))];
    if (!row.attribute.isEmpty()) session_.perform("select", {row.attribute.text()});
  };
  connect(list_, &QListWidget::itemClicked, this, select);
  connect(list_, &QListWidget::itemActivated, this, select);
  observeSubject(session_, this, [this] { refresh(); });
  session_.playback.observe(this, [this](const PlaybackState&) { refresh(); });
  session_.viewChoice().arrangement.observe(this, [this](const auto&) { refresh(); });
  session_.viewChoice().versionStage.observe(this, [this](const auto&) { refresh(); });
  connect(&CompareTolerance::of(session_), &CompareTolerance::changed, this, &ChangesPane::refresh);
}

QWidget* ChangesPane::makeToleranceLine() {
  auto* const line = new QWidget;
  auto* const row = new QHBoxLayout(line);
  row->setContentsMargins(8, 0, 8, 2);
  auto* const label = new QLabel(tr("Equal up to"));
  theme::makeDim(*label);
  auto* const field = new QLineEdit;
  field->setObjectName("compareTolerance");
  field->setAccessibleName(tr("Tolerance of compared values"));
  field->setToolTip(
      wrapTip(tr("Numbers that differ by no more than this are equal: relative to the larger one, "
                 "or absolute below 1. 0 compares exactly.")));
  field->setMaximumWidth(theme::px(90));
  const CompareTolerance& tolerance = CompareTolerance::of(session_);
  const auto show = [field, &tolerance] {
    field->setText(textOf(numberToText(tolerance.value())));
  };
  connect(field, &QLineEdit::editingFinished, this, [this, field, show, &tolerance] {
    const std::string text = field->text().trimmed().toStdString();
    if (text == numberToText(tolerance.value())) return;
    session_.perform("compareTolerance", {text});
    show();
  });
  connect(&tolerance, &CompareTolerance::changed, field, show);
  show();
  row->addWidget(label);
  row->addWidget(field);
  auto* const unit = new QLabel(tr("relative above 1"));
  theme::makeDim(*unit);
  row->addWidget(unit);
  row->addStretch(1);
  line->hide();
  return line;
}

void ChangesPane::refresh() {
  const auto& stage = session_.document.value().stage;
  const PlaybackState& playback = session_.playback.value();
  if (!stage) {
    task_.cancel();
    request_.reset();
    toleranceLine_->hide();
    return showMessage(tr("Open a scene to see what changes from frame to frame."));
  }
  // While playing, the list of the frame before is as good as the next one.
  if (playback.isPlaying) return;
  const Path selected = session_.selection.value().leading();
  Request request{stage, selected.isEmpty() ? Path::root() : selected, playback.shownTime(),
                  playback.timeCodesPerFrame()};
  const FrameComparison& comparison = session_.viewChoice().arrangement.value().comparison;
  if (comparison.mode != CompareMode::Off) {
    request.compared = {playback.timeCode(), comparison.time.at(playback)};
  }
  const std::shared_ptr<const Stage> version = session_.viewChoice().versionStage.value();
  request.version = version;
  if (version) {
    request.names =
        versionNames(session_.document.value().file, session_.viewChoice().version.value());
  }
  if (version && !request.compared) request.compared = {playback.timeCode(), playback.timeCode()};
  if (request.compared) request.tolerance = CompareTolerance::of(session_).value();
  toleranceLine_->setVisible(request.compared.has_value());
  if (request_ && request.isSame(*request_)) return;
  request_ = request;
  task_.start([this, stage, version, request](const TaskRun& run) -> LatestTask::Show {
    if (request.compared) return compare(*stage, version ? *version : *stage, request, run);
    const Prim root = stage->primAt(request.root);
    if (!root) return {};
    const LayerNames names(*stage->rootLayer(), stage->sessionLayer().get());
    std::vector<Row> rows;
    for (const double from : {request.time - request.frame, request.time}) {
      MotionRequest wanted;
      wanted.changes = true;
      wanted.from = from;
      wanted.to = from + request.frame;
      wanted.clipBudget = kMostOpenedClips;
      const MotionFindings found = findMotion(root, wanted, run.stop);
      if (!found.isComplete) return {};
      const std::vector<Row> more = rowsOf(found, names, wanted.from, wanted.to);
      rows.insert(rows.end(), more.begin(), more.end());
    }
    const QString of = request.root.isRoot()
                           ? tr("Changes in the stage")
                           : tr("Changes below %1").arg(textOf(request.root.text()));
    return [this, of, rows = std::move(rows)]() mutable { show(of, std::move(rows)); };
  });
}

LatestTask::Show ChangesPane::compare(const Stage& stage, const Stage& version,
                                      const Request& request, const TaskRun& run) {
  const Prim ours = stage.primAt(request.root);
  const Prim theirs = version.primAt(request.root);
  if (!ours) return {};
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  const LayerNames otherNames(*version.rootLayer(), version.sessionLayer().get());
  std::vector<Row> rows;
  if (theirs) {
    StageDiffRequest wanted;
    wanted.times = {*request.compared};
    wanted.clipBudget = kMostOpenedClips;
    wanted.tolerance = request.tolerance;
    const StageDiff diff = diffStages(ours, theirs, wanted, run.stop);
    if (!diff.isComplete) return {};
    rows = rowsOfComparison(diff, names, otherNames, request.tolerance);
  } else {
    rows.push_back({tr("The other version has no prim of this path."), {}, false});
  }
  QString first = textOf(timeText(request.compared->first));
  QString second = textOf(timeText(request.compared->second));
  if (&version != &stage) {
    first = textOf(request.names.first) + QStringLiteral(" ") + first;
    second = textOf(request.names.second) + QStringLiteral(" ") + second;
  }
  const QString of = request.root.isRoot() ? tr("the stage") : textOf(request.root.text());
  const QString heading = tr("A %1 against B %2 in %3").arg(first, second, of);
  return [this, heading, rows = std::move(rows)]() mutable { show(heading, std::move(rows)); };
}

void ChangesPane::show(const QString& heading, std::vector<Row> rows) {
  rows_ = std::move(rows);
  heading_->setFullText(heading);
  heading_->show();
  list_->clear();
  for (const Row& row : rows_) {
    auto* item = new QListWidgetItem(row.text, list_);
    item->setToolTip(wrapTip(row.text));
    if (row.attribute.isEmpty()) {
      QFont bold = list_->font();
      bold.setBold(true);
      item->setFont(bold);
      item->setFlags(Qt::ItemIsEnabled);
    } else if (!row.isJump) {
      item->setForeground(QColor(theme::kDim));
    }
  }
  list_->show();
  empty_->hide();
}

void ChangesPane::showMessage(const QString& message) {
  rows_.clear();
  list_->clear();
  list_->hide();
  heading_->hide();
  empty_->setText(message);
  empty_->show();
}

}  // namespace usdscope
