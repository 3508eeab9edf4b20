// SPDX-License-Identifier: Apache-2.0
#include "app/window/RestoreBar.h"

#include <QDateTime>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>

#include "app/session/edits/LayerSaver.h"
#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"

namespace usdscope {
namespace {

// Muting is named apart from edits, as when the window closes: no file can have it.
QString whatIsIn(const JournalOffer& offer) {
  QStringList parts;
  const std::size_t edits = offer.editCount - offer.stageEditCount;
  if (edits > 0) {
    parts << (edits == 1 ? RestoreBar::tr("1 unsaved edit")
                         : RestoreBar::tr("%1 unsaved edits").arg(qulonglong(edits)));
  }
  if (offer.stageEditCount > 0) {
    parts << (offer.stageEditCount == 1 ? RestoreBar::tr("1 change of muting or loading")
                                        : RestoreBar::tr("%1 changes of muting or loading")
                                              .arg(qulonglong(offer.stageEditCount)));
  }
  return parts.join(RestoreBar::tr(" and "));
}

QString textOf(const std::vector<JournalOffer>& offers) {
  const JournalOffer& offer = offers.front();
  const QFileInfo scene(QString::fromStdString(offer.scene));
  const QDateTime when = QDateTime::fromSecsSinceEpoch(offer.changedAt);
  QString text = RestoreBar::tr("%1 of %2 (%3)")
                     .arg(whatIsIn(offer), scene.fileName(),
                          QLocale(QLocale::English).toString(when, QStringLiteral("d MMM, HH:mm")));
  if (offers.size() > 1) {
    text += RestoreBar::tr(", and %1 more sessions").arg(int(offers.size()) - 1);
  }
  return text;
}

}  // namespace

RestoreBar::RestoreBar(ActionContext context) {
  setObjectName(QStringLiteral("restoreBar"));
  setStyleSheet(QStringLiteral("#restoreBar { background: %1; }").arg(theme::kMark.name()));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 6, 12, 6);
  auto* label = new ElidedLabel;
  layout->addWidget(label, 1);
  const auto addButton = [&](const QString& text, const char* action) {
    auto* button = new QPushButton(text);
    button->setObjectName(action);
    layout->addWidget(button);
    connect(button, &QPushButton::clicked, this,
            [context, action] { context.session.showNote(findAction(action)->run(context, {})); });
  };
  addButton(tr("Restore"), "restoreEdits");
  addButton(tr("Discard"), "discardEdits");
  context.session.saver().offers.observe(this, [this, label](const auto& offers) {
    setVisible(!offers.empty());
    if (offers.empty()) return;
    label->setFullText(textOf(offers));
    setToolTip(tr("usdscope ended without saving these edits of %1.")
                   .arg(QString::fromStdString(offers.front().scene)));
  });
}

}  // namespace usdscope
