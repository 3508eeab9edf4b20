// SPDX-License-Identifier: Apache-2.0
#include "app/panes/layers/LayerTextWindow.h"

#include <QLocale>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"

namespace usdscope {

LayerTextWindow::LayerTextWindow(const LayerText& text, QWidget* parent) : QDialog(parent) {
  const QString identifier = QString::fromStdString(text.identifier);
  setObjectName("layerText");
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(identifier.section('/', -1));
  resize(760, 640);
  QVBoxLayout* column = makeColumn(*this);
  ElidedLabel* heading = makeHeading();
  const QString size = QLocale(QLocale::English).formattedDataSize(qint64(text.text.size()), 1);
  heading->setFullText(text.isCut ? tr("%1 — the first %2 of its text").arg(identifier, size)
                                  : identifier);
  column->addWidget(heading);
  auto* edit = new QPlainTextEdit;
  edit->setReadOnly(true);
  edit->setLineWrapMode(QPlainTextEdit::NoWrap);
  edit->setFont(theme::codeFont());
  edit->setFrameShape(QFrame::NoFrame);
  edit->setPlainText(QString::fromStdString(text.text));
  column->addWidget(edit, 1);
}

}  // namespace usdscope
