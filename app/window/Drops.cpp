// SPDX-License-Identifier: Apache-2.0
#include "app/window/Drops.h"

#include <QDockWidget>
#include <QDropEvent>
#include <QMimeData>
#include <QStatusBar>
#include <QUrl>

namespace usdscope {
namespace {

std::vector<std::string> filesOf(const QDropEvent& event) {
  std::vector<std::string> files;
  for (const QUrl& url : event.mimeData()->urls()) {
    if (url.isLocalFile()) files.push_back(url.toLocalFile().toStdString());
  }
  return files;
}

QString textOf(Drops::Use use) {
  switch (use) {
    case Drops::Use::AddToSession:
      return Drops::tr("Drop to add the layer to the session layer");
    case Drops::Use::OpenBeside:
      return Drops::tr("Drop to open it in a second window, to compare");
    case Drops::Use::Open:
      break;
  }
  return Drops::tr(
      "Drop to open; with Shift to add to the session layer, with Ctrl to open in a second window");
}

}  // namespace

Drops::Drops(ActionContext context, QMainWindow* window)
    : QObject(window), context_(context), window_(window) {}

Drops::Use Drops::useAt(const QPoint& place, Qt::KeyboardModifiers modifiers) const {
  if (!context_.session.document.value().isOpen()) return Use::Open;
  if (modifiers & Qt::ControlModifier) return Use::OpenBeside;
  if (modifiers & Qt::ShiftModifier) return Use::AddToSession;
  for (QWidget* at = window_->childAt(place); at; at = at->parentWidget()) {
    const bool isOfLayers = at->objectName() == QStringLiteral("layers") ||
                            at->objectName() == QStringLiteral("layerStack");
    if (isOfLayers && qobject_cast<QDockWidget*>(at)) return Use::AddToSession;
  }
  return Use::Open;
}

void Drops::hover(QDropEvent* event) {
  if (filesOf(*event).empty()) return event->ignore();
  window_->statusBar()->showMessage(textOf(useAt(event->position().toPoint(), event->modifiers())));
  // The keys would ask the other program to move its file.
  event->setDropAction(Qt::CopyAction);
  event->accept();
}

void Drops::leave() { window_->statusBar()->clearMessage(); }

void Drops::drop(QDropEvent* event) {
  leave();
  const std::vector<std::string> files = filesOf(*event);
  if (files.empty()) return event->ignore();
  event->setDropAction(Qt::CopyAction);
  event->accept();
  use(files, useAt(event->position().toPoint(), event->modifiers()));
}

void Drops::run(const char* action, const std::string& file) {
  const ActionProblem problem = findAction(action)->run(context_, {file});
  if (!problem.empty()) context_.session.showNote(problem);
}

void Drops::use(const std::vector<std::string>& files, Use use) {
  if (use == Use::AddToSession) {
    for (const std::string& file : files) run("addSessionSublayer", file);
    return;
  }
  run(use == Use::OpenBeside ? "openBeside" : "open", files.front());
  if (files.size() > 1) {
    context_.session.showNote("Only the first of " + std::to_string(files.size()) +
                              " files is opened.");
  }
}

}  // namespace usdscope
