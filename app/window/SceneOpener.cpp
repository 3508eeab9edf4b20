// SPDX-License-Identifier: Apache-2.0
#include "app/window/SceneOpener.h"

#include "app/window/OpenDialog.h"

namespace usdscope {

SceneOpener::SceneOpener(ActionContext context, QWidget* window)
    : QObject(window), context_(context), window_(window), listing_(context.session.background()) {}

// The dialog does not run an event loop of its own, so that nothing waits for it.
void SceneOpener::ask(const std::string& folder) {
  const QString start =
      folder.empty() ? OpenDialog::usualFolder(context_.session) : QString::fromStdString(folder);
  auto* dialog = new OpenDialog(context_.session, start, window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QFileDialog::accepted, this, [this, dialog] {
    std::vector<std::string> arguments = {dialog->file()};
    if (!dialog->payloads().empty()) arguments.push_back(dialog->payloads());
    if (!arguments.front().empty()) {
      context_.session.showNote(findAction("open")->run(context_, arguments));
    }
  });
  dialog->open();
}

void SceneOpener::openFolder(const std::string& folder) {
  listing_.start([this, folder](const TaskRun&) -> LatestTask::Show {
    return [this, folder, found = scenesIn(QString::fromStdString(folder))] {
      if (found.empty()) return context_.session.showNote(folder + " has no scene.");
      if (found.size() > 1) return ask(folder);
      const ActionProblem problem = findAction("open")->run(context_, {found.front()});
      if (!problem.empty()) context_.session.showNote(problem);
    };
  });
}

}  // namespace usdscope
