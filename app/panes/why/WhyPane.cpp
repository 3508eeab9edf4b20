// SPDX-License-Identifier: Apache-2.0
#include "app/panes/why/WhyPane.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "app/panes/why/RibbonView.h"
#include "app/panes/why/WhyPage.h"
#include "app/session/Inspection.h"
#include "app/session/ObserveSubject.h"
#include "app/session/disk/OutdatedText.h"
#include "app/theme/Theme.h"
#include "app/widgets/PaneParts.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/supply/LegendColors.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostRibbons = 64;
constexpr int kMostSeenRibbons = 8;    // More are reached by scrolling.
constexpr std::size_t kMostParts = 9;  // Targets in the text.
constexpr int kProgressMs = 100;

// Whether a row stands out. Most transforms have many ops that never change.
bool isWinner(const FactExplanation& fact, const FactRow& row) {
  const bool isPart = fact.kind != FactKind::Transform && row.effect == FactEffect::Contributes;
  return row.effect == FactEffect::Decides || isPart;
}

// Adds facts below the texts: their sentences, and their opinions to the table, below a heading for
// each fact.
WhyTexts withFacts(WhyTexts texts, const std::vector<FactExplanation>& facts) {
  if (!texts.opinions.empty()) texts.headings.push_back({0, WhyPane::tr("Value")});
  for (const FactExplanation& fact : facts) {
    if (!fact.rows.empty()) {
      const QString heading = QString::fromStdString(headingOf(fact)).remove('`');
      texts.headings.push_back({texts.opinions.size(), heading});
    }
    if (!texts.sentence.isEmpty()) texts.sentence += '\n';
    const std::string label = labelOf(fact);
    if (!label.empty()) texts.sentence += QString::fromStdString(label) + ": ";
    texts.sentence += QString::fromStdString(fact.sentence);
    std::size_t count = 0;
    for (const FactPart& part : fact.parts) {
      if (part.isRemoved || !part.value.empty()) continue;
      if (++count > kMostParts) break;
      texts.sentence += QString('\n') + kWhyIndent;
      texts.sentence += QString::fromStdString(count == kMostParts ? "…" : part.name);
      if (count == kMostParts || part.note.empty()) continue;
      texts.sentence += QStringLiteral(" (%1)").arg(QString::fromStdString(part.note));
    }
    for (const FactRow& row : fact.rows) {
      OpinionLine& line = texts.opinions.emplace_back();
      line.wins = isWinner(fact, row);
      line.source = row.source;
      line.layer = row.layer;
      line.specPath = row.specPath.empty() ? row.object.text() : row.specPath;
      line.holds = row.holds;
      line.reason = row.reason;
      line.identifier = row.identifier;
    }
  }
  // One question needs no heading.
  if (texts.headings.size() < 2) texts.headings.clear();
  return texts;
}

WhyTexts textsOf(const Explanation& explanation, const Diagnostics* outdated) {
  return {.sentence =
              QString::fromStdString(explanation.sentence + outdatedText(outdated, explanation)),
          .value = QString::fromStdString(valueToText(explanation.value)),
          .steps = timePathLines(explanation),
          .opinions = opinionLines(explanation),
          .headings = {}};
}

// Makes a ribbon of what is known, with the colours of its layers and clips.
Ribbon ribbonOf(Path attribute, const ProvenanceReading& reading, const SupplierColors& ofLayers,
                LegendColors& ofClips) {
  Ribbon ribbon{attribute, reading.stretches(), reading.isComplete()};
  ribbon.colors.reserve(ribbon.stretches.size());
  for (const ProvenanceStretch& stretch : ribbon.stretches) {
    const bool isOfClip = !stretch.layer && !stretch.supplier.empty();
    ribbon.colors.push_back(isOfClip ? ofClips.ofClip(stretch.clipIdentifier, stretch.clipIndex)
                                     : ofLayers.ofLayer(stretch.layer));
  }
  return ribbon;
}

}  // namespace

WhyPane::WhyPane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      ribbons_(new RibbonView),
      ribbonScroll_(new QScrollArea),
      moreRibbons_(new QLabel),
      scroll_(new QScrollArea),
      page_(new WhyPage),
      task_(session, *this),
      ribbonTask_(session, *this) {
  QVBoxLayout* layout = makeColumn(*this);
  layout->addWidget(ribbonScroll_);
  layout->addWidget(moreRibbons_);
  ribbonScroll_->setWidget(ribbons_);
  ribbonScroll_->setWidgetResizable(true);
  ribbonScroll_->setFrameShape(QFrame::NoFrame);
  ribbonScroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  ribbonScroll_->setFocusPolicy(Qt::NoFocus);
  moreRibbons_->setObjectName("moreRibbons");
  moreRibbons_->setContentsMargins(8, 0, 8, 2);
  theme::makeDim(*moreRibbons_);
  moreRibbons_->hide();
  layout->addWidget(scroll_, 1);
  scroll_->setWidget(page_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(ribbons_, &RibbonView::timeWanted, this,
          [this](double time) { session_.perform("frame", {numberToText(time)}); });
  connect(ribbons_, &RibbonView::attributeWanted, this,
          [this](Path attribute) { session_.perform("select", {attribute.text()}); });
  page_->setProperty("contextMenu", "layerRow");
  connect(page_, &WhyPage::opinionChosen, this, [this](const OpinionLine& line) {
    session_.inspectRow({line.identifier, line.specPath, line.layer, line.holds});
  });
  // The scale of the window may have changed, too.
  observeColors(session_, this, [this] { fitRibbons(); });
  observeSubject(session_, this, [this] { refresh(); });
  observeTime(session_, this, [this](TimeCode) { refresh(); });
  session_.inspection().plot.observe(this, [this](const PlotChoice&) { refreshRibbons(); });
  session_.playback.observe(this, [this](const PlaybackState& state) {
    ribbons_->setPlayhead(state.shownTime(), state.timeCodesPerFrame());
    *near_ = state.shownTime();
    if (range_ != std::pair(state.start, state.end)) refreshRibbons();
  });
}

QString WhyPane::sentence() const { return page_->sentence(); }
QString WhyPane::value() const { return page_->value(); }

void WhyPane::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  page_->fit();
}

void WhyPane::showRibbons() {
  ribbons_->show(known_, range_.first, range_.second);
  fitRibbons();
}

void WhyPane::fitRibbons() { ribbonScroll_->setFixedHeight(ribbons_->heightOf(kMostSeenRibbons)); }

void WhyPane::refreshRibbons() {
  const auto& stage = session_.document.value().stage;
  std::vector<Path> wanted;
  const Subject subject = session_.subject();
  const auto isThere = [&](Path path) {
    const Prim prim = stage ? stage->primAt(path.primPath()) : Prim();
    return prim && prim.attribute(path.name());
  };
  const bool isAttribute =
      subject && !subject.property.isEmpty() && subject.prim.attribute(subject.property);
  if (isAttribute) wanted.push_back(subject.prim.path().property(subject.property));
  std::size_t leftOut = 0;
  for (const PlotItem& item : session_.inspection().plot.value().pinned) {
    const bool isKnown = std::ranges::find(wanted, item.attribute) != wanted.end();
    if (isKnown || !isThere(item.attribute)) continue;
    if (wanted.size() < kMostRibbons) {
      wanted.push_back(item.attribute);
    } else {
      ++leftOut;
    }
  }
  moreRibbons_->setText(tr("%1 more pinned attributes have no ribbon here").arg(leftOut));
  moreRibbons_->setVisible(leftOut > 0);
  const PlaybackState& playback = session_.playback.value();
  const std::pair range(playback.start, playback.end);
  if (stage == stage_ && wanted == attributes_ && range == range_) return;
  stage_ = stage;
  attributes_ = wanted;
  range_ = range;
  known_.clear();
  for (const Path attribute : wanted) {
    known_.push_back(std::make_shared<const Ribbon>(Ribbon{attribute, {}, false}));
  }
  showRibbons();
  if (!stage || wanted.empty()) return ribbonTask_.cancel();
  ribbonTask_.start(
      [this, stage, wanted, range, near = near_,
       legendColors = session_.legendColors()](const TaskRun& run) -> LatestTask::Show {
        const SupplierColors layerColors(*stage);
        std::vector<ProvenanceReading> readings;
        for (const Path path : wanted) {
          if (run.stop.stop_requested()) return {};
          readings.emplace_back(stage->primAt(path.primPath()).attribute(path.name()), range.first,
                                range.second);
        }
        const auto post = [&](std::size_t i) {
          auto part = std::make_shared<const Ribbon>(
              ribbonOf(wanted[i], readings[i], layerColors, *legendColors));
          run.post([this, i, part] {
            known_[i] = part;
            showRibbons();
          });
        };
        // All ribbons first say which clips play. Reading the clips may take long.
        for (std::size_t i = 0; i < readings.size() && !run.stop.stop_requested(); ++i) post(i);
        for (std::size_t i = 0; i < readings.size(); ++i) {
          QElapsedTimer since;
          since.start();
          while (!run.stop.stop_requested() && readings[i].readNext(*near)) {
            if (since.elapsed() < kProgressMs) continue;
            post(i);
            since.start();
          }
          if (run.stop.stop_requested()) return {};
          post(i);
        }
        return {};
      });
}

void WhyPane::refresh() {
  refreshRibbons();
  const Subject subject = session_.subject();
  if (!subject) {
    task_.cancel();
    return page_->showMessage(
        tr("Select a prim or a property to see which layer decides about it, and why."));
  }
  const TimeCode time = session_.playback.value().timeCode();
  // The boxes of a large scene take too long for each frame.
  const BoxFact box = session_.playback.value().isPlaying ? BoxFact::Omitted : BoxFact::Explained;
  const auto outdated = session_.document.value().outdated;
  task_.startFor(subject, [this, subject, time, box, outdated](const TaskRun&) -> LatestTask::Show {
    const Attribute attribute = subject.prim.attribute(subject.property);
    const Relationship relationship = subject.prim.relationship(subject.property);
    WhyTexts texts;
    if (attribute) {
      texts = withFacts(textsOf(explain(attribute, time), outdated.get()),
                        factsOfAttribute(attribute, time));
    } else if (relationship) {
      texts = withFacts({}, factsOfRelationship(relationship));
    } else {
      texts = withFacts({}, factsOfPrim(subject.prim, time, box));
    }
    return [this, texts] {
      if (!texts.sentence.isEmpty()) return page_->show(texts);
      page_->showMessage(
          tr("No layer has an opinion about the visibility, purpose, variants or "
             "materials of this prim. Select a property."));
    };
  });
}

}  // namespace usdscope
