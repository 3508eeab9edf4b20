// SPDX-License-Identifier: Apache-2.0
#include "app/actions/SceneActions.h"

#include <QInputDialog>

#include "app/actions/ActionParts.h"
#include "app/session/disk/FileWatch.h"
#include "app/session/memory/SceneMemory.h"

namespace usdscope {
namespace {

bool hasViews(const ActionContext& c) {
  return hasDocument(c) && !c.session.memory().views.value().empty();
}
bool hasRecent(const ActionContext& c) { return !c.session.recentFiles.value().empty(); }
bool hasChangedFiles(const ActionContext& c) {
  return !c.session.files().changed.value().files.empty();
}
bool hasNotices(const ActionContext& c) { return !c.session.notices.value().empty(); }

// Without a name, asks for one.
ActionProblem saveView(const ActionContext& c, const Arguments& arguments) {
  if (!arguments.empty()) return c.session.memory().saveView(arguments[0]);
  const int number = int(c.session.memory().views.value().size()) + 1;
  bool isChosen = false;
  const QString name =
      QInputDialog::getText(c.window.widget(), QObject::tr("Save View"),
                            QObject::tr("Name of this camera, frame and way of showing"),
                            QLineEdit::Normal, QObject::tr("View %1").arg(number), &isChosen);
  return isChosen ? c.session.memory().saveView(name.toStdString()) : ActionProblem();
}

ActionProblem showView(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 1) return "Expected the name of a view.";
  return c.session.memory().showView(arguments[0]);
}

ActionProblem deleteView(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 1) return "Expected the name of a view.";
  return c.session.memory().deleteView(arguments[0]);
}

ActionProblem forgetRecent(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 1 || arguments[0].empty()) return "Expected a file.";
  const std::size_t before = c.session.recentFiles.value().size();
  c.session.forgetRecent(arguments[0]);
  const bool isGone = c.session.recentFiles.value().size() < before;
  return isGone ? "" : arguments[0] + " is not a recent file.";
}

constexpr ActionRow kSceneRows[] = {
    {"-", "File", "", "", "", always, nullptr, nullptr},
    {"reloadChanged", "File", "Reload Changed Files", "F5", "", hasChangedFiles, nullptr,
     [](const ActionContext& c, const Arguments&) { return c.session.files().reloadChanged(); }},
    {"autoReload", "File", "Reload Changed Files Automatically", "", "", always,
     [](const ActionContext& c) { return c.session.files().isAutomatic.value(); },
     [](const ActionContext& c, const Arguments&) {
       c.session.files().setAutomatic(!c.session.files().isAutomatic.value());
       return ActionProblem();
     }},
    {"-", "File", "", "", "", always, nullptr, nullptr},
    {"restoreSessions", "File", "Open Scenes as They Were Left", "", "", always,
     [](const ActionContext& c) { return c.session.memory().isRestoring.value(); },
     [](const ActionContext& c, const Arguments&) {
       c.session.memory().setRestoring(!c.session.memory().isRestoring.value());
       return ActionProblem();
     }},
    {"-", "File", "", "", "", always, nullptr, nullptr},
    {"clearRecent", "Open Recent", "Clear This List", "", "", hasRecent, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.session.forgetRecent({});
       return ActionProblem();
     }},
    {"forgetRecent", "", "Remove From Recent Files", "", "FILE", hasRecent, nullptr, forgetRecent},
    {"saveView", "Views", "Save View…", "", "NAME", hasDocument, nullptr, saveView},
    {"showView", "", "Show View", "", "NAME", hasViews, nullptr, showView},
    {"deleteView", "", "Delete View", "", "NAME", hasViews, nullptr, deleteView},
    {"dismissNotices", "", "Dismiss Notices", "", "", hasNotices, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.session.dismissNotices();
       return ActionProblem();
     }},
};

}  // namespace

std::span<const ActionRow> sceneActionRows() { return kSceneRows; }

}  // namespace usdscope
