// SPDX-License-Identifier: Apache-2.0
#include "app/panes/layers/LayerTextWindow.h"

#include <QLocale>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QVBoxLayout>

#include "app/theme/Theme.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"

namespace usdscope {
namespace {

// Marks a line and scrolls it to the middle.
void showLine(QPlainTextEdit& edit, int line) {
  QTextCursor cursor(edit.document()->findBlockByNumber(line - 1));
  edit.setTextCursor(cursor);
  edit.centerCursor();
  QTextEdit::ExtraSelection mark;
  mark.cursor = cursor;
  mark.format.setBackground(theme::kSelectedRow);
  mark.format.setProperty(QTextFormat::FullWidthSelection, true);
  edit.setExtraSelections({mark});
}

}  // namespace

LayerTextWindow::LayerTextWindow(const LayerText& text, QWidget* parent) : QDialog(parent) {
  const QString identifier = QString::fromStdString(text.identifier);
  setObjectName("layerText");
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(identifier.section('/', -1));
  resize(760, 640);
  QVBoxLayout* column = makeColumn(*this);
  ElidedLabel* heading = makeHeading();
  const QString size = QLocale(QLocale::English).formattedDataSize(qint64(text.text.size()), 1);
  QString title = identifier;
  if (text.line > 0) title += QStringLiteral(":%1").arg(text.line);
  if (text.isCut) title += tr(" — the first %1 of its text").arg(size);
  heading->setFullText(title);
  column->addWidget(heading);
  auto* edit = new QPlainTextEdit;
  edit->setReadOnly(true);
  edit->setLineWrapMode(QPlainTextEdit::NoWrap);
  theme::useCodeFont(*edit);
  edit->setFrameShape(QFrame::NoFrame);
  edit->setPlainText(QString::fromStdString(text.text));
  if (text.line > 0) showLine(*edit, text.line);
  column->addWidget(edit, 1);
}

}  // namespace usdscope
