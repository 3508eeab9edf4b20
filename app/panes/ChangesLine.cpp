// SPDX-License-Identifier: Apache-2.0
#include "app/panes/ChangesLine.h"

#include <QLocale>
#include <algorithm>

#include "app/session/PathsFromText.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostInTip = 20;
constexpr std::size_t kMostSelected = 1000;

QString countText(std::size_t value) {
  return QLocale(QLocale::English).toString(qulonglong(value));
}

}  // namespace

ChangesLine::ChangesLine(Session& session, QWidget* parent)
    : QPushButton(parent), session_(session) {
  setObjectName("link");
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::NoFocus);
  // The first change must not make the dock area higher and the picture smaller.
  QSizePolicy policy = sizePolicy();
  policy.setRetainSizeWhenHidden(true);
  setSizePolicy(policy);
  connect(this, &QPushButton::clicked, this, &ChangesLine::selectChanged);
  session_.editOutcome.observe(this, [this](const EditOutcome& outcome) { show(outcome); });
}

void ChangesLine::show(const EditOutcome& outcome) {
  setVisible(outcome.changes != nullptr);
  changed_.clear();
  if (!outcome.changes) return;
  changed_ = outcome.changes->resynced;
  changed_.insert(changed_.end(), outcome.changes->infoOnly.begin(),
                  outcome.changes->infoOnly.end());
  std::ranges::sort(changed_, pathLess);
  const auto repeated = std::ranges::unique(changed_);
  changed_.erase(repeated.begin(), repeated.end());
  const QString sentence = QString::fromStdString(outcome.sentence);
  text_ = changed_.empty() ? tr("%1: no prim has changed.").arg(sentence)
          : changed_.size() == 1
              ? tr("%1: changed %2").arg(sentence, changed_[0].text().c_str())
              : tr("%1: changed %2 prims").arg(sentence, countText(changed_.size()));
  QStringList lines;
  for (std::size_t i = 0; i < std::min(changed_.size(), kMostInTip); ++i) {
    lines << QString::fromStdString(changed_[i].text());
  }
  if (changed_.size() > kMostInTip)
    lines << tr("and %1 more").arg(countText(changed_.size() - kMostInTip));
  if (!lines.isEmpty()) lines << tr("Click to select them.");
  setToolTip(lines.join('\n'));
  setEnabled(!changed_.empty());
  cut();
}

void ChangesLine::cut() {
  setText(fontMetrics().elidedText(text_, Qt::ElideMiddle, std::max(40, width() - 20)));
}

QSize ChangesLine::minimumSizeHint() const { return {40, QPushButton::minimumSizeHint().height()}; }

void ChangesLine::resizeEvent(QResizeEvent* event) {
  QPushButton::resizeEvent(event);
  cut();
}

void ChangesLine::selectChanged() {
  std::vector<Path> prims = changed_;
  const auto& stage = session_.document.value().stage;
  // Prims that an edit has removed cannot be selected.
  std::erase_if(prims, [&](Path path) { return path.isRoot() || !stage || !stage->primAt(path); });
  const bool isCut = prims.size() > kMostSelected;
  if (isCut) prims.resize(kMostSelected);
  session_.perform("select", pathTexts(prims));
  if (isCut) {
    session_.showNote("Selected the first " + std::to_string(kMostSelected) + " changed prims.");
  }
}

}  // namespace usdscope
