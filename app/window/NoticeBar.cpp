// SPDX-License-Identifier: Apache-2.0
#include "app/window/NoticeBar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostShown = 4;

QString textOf(const std::vector<std::string>& notices) {
  QStringList lines;
  for (const std::string& notice : notices) {
    if (lines.size() == qsizetype(kMostShown)) {
      lines << NoticeBar::tr("And %1 more.").arg(qulonglong(notices.size() - kMostShown));
      break;
    }
    lines << QString::fromStdString(notice);
  }
  return lines.join('\n');
}

}  // namespace

NoticeBar::NoticeBar(ActionContext context) {
  setObjectName(QStringLiteral("noticeBar"));
  setAttribute(Qt::WA_StyledBackground);
  setStyleSheet(QStringLiteral("#noticeBar { background: %1; }").arg(theme::kMark.name()));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 6, 12, 6);
  auto* label = new QLabel;
  label->setObjectName(QStringLiteral("notices"));
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(label, 1);
  auto* button = new QPushButton(tr("OK"));
  button->setObjectName(QStringLiteral("dismissNotices"));
  layout->addWidget(button, 0, Qt::AlignTop);
  connect(button, &QPushButton::clicked, this,
          [context] { context.session.showNote(findAction("dismissNotices")->run(context, {})); });
  context.session.notices.observe(this, [this, label](const std::vector<std::string>& notices) {
    label->setText(textOf(notices));
    setVisible(!notices.empty());
  });
}

}  // namespace usdscope
