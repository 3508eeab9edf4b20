// SPDX-License-Identifier: Apache-2.0
#include "app/actions/SaveActions.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QObject>
#include <cmath>
#include <optional>
#include <utility>

#include "app/actions/ActionParts.h"
#include "app/session/edits/LayerSaver.h"
#include "app/session/memory/SceneMemory.h"

namespace usdscope {
namespace {

bool hasUnsavedLayer(const ActionContext& c) {
  for (const UnsavedLayer& each : c.session.saver().unsaved.value()) {
    if (!each.identifier.empty()) return true;
  }
  return false;
}
bool hasUnsavedRow(const ActionContext& c) {
  const std::string& layer = c.session.row.value().layer;
  return layer.empty() ? hasUnsavedLayer(c) : c.session.saver().isUnsaved(layer);
}
bool hasOffer(const ActionContext& c) { return !c.session.saver().offers.value().empty(); }

// Returns the file that the user names; empty if the user cancels. The dialog proposes a file
// beside the scene, with the ending after its name.
std::string askForFile(const Session& session, QWidget* parent, const QString& title,
                       const QString& ending,
                       const QString& filter = QObject::tr("USD layers (*.usda *.usdc *.usd)"),
                       const QString& suffix = QStringLiteral("usda")) {
  const QFileInfo scene(QString::fromStdString(session.document.value().file));
  QFileDialog dialog(parent, title, scene.absolutePath(), filter);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix(suffix);
  // A dot in the name of the scene would pass for an ending.
  dialog.selectFile(scene.completeBaseName() + ending + '.' + suffix);
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
  return dialog.selectedFiles().front().toStdString();
}

ActionProblem save(const ActionContext& c, const Arguments& arguments) {
  const std::string layer = arguments.empty() ? c.session.row.value().layer : arguments[0];
  return layer.empty() ? "Expected a layer." : c.session.saver().save(layer);
}

ActionProblem saveOverrides(const ActionContext& c, const Arguments& arguments) {
  const std::string file =
      arguments.empty() ? askForOverridesFile(c.session, c.window.widget()) : arguments[0];
  return file.empty() && arguments.empty() ? "" : c.session.saver().saveOverrides(file);
}

ActionProblem saveFlattened(const ActionContext& c, const Arguments& arguments) {
  const std::string file = arguments.empty() ? askForFile(c.session, c.window.widget(),
                                                          QObject::tr("Save flattened scene"),
                                                          QStringLiteral("-flattened"))
                                             : arguments[0];
  return file.empty() && arguments.empty() ? "" : c.session.saver().saveFlattened(file);
}

// Reads `40:44` or `40`. Without a text, the frames that play.
std::optional<std::pair<double, double>> capsuleFrames(const ActionContext& c,
                                                       const Arguments& arguments) {
  const PlaybackState& playback = c.session.playback.value();
  if (arguments.size() < 2) return std::pair(playback.playStart, playback.playEnd);
  const std::string& text = arguments[1];
  const std::size_t colon = text.find(':');
  const auto from = numberOf(text.substr(0, colon));
  const auto to = colon == std::string::npos ? from : numberOf(text.substr(colon + 1));
  if (!from || !to || !std::isfinite(*from) || !std::isfinite(*to)) return std::nullopt;
  return std::pair(*from, *to);
}

ActionProblem saveCapsule(const ActionContext& c, const Arguments& arguments) {
  const auto frames = capsuleFrames(c, arguments);
  if (!frames) return "Expected frames: FIRST:LAST.";
  std::string file = arguments.empty() ? std::string() : arguments[0];
  if (arguments.empty()) {
    file = askForFile(c.session, c.window.widget(), QObject::tr("Save bug capsule"),
                      QStringLiteral("-capsule"), QObject::tr("Capsules (*.usdz *.zip)"),
                      QStringLiteral("usdz"));
    if (file.empty()) return {};
  }
  return c.session.memory().saveCapsule(file, frames->first, frames->second);
}

ActionProblem restoreEdits(const ActionContext& c, const Arguments& arguments) {
  const std::string journal = arguments.empty() ? std::string() : arguments[0];
  c.window.leave([&session = c.session, journal] {
    const std::string why = session.saver().restore(journal);
    if (!why.empty()) session.showNote(why);
  });
  return {};
}

constexpr ActionRow kSaveRows[] = {
    {"-", "File", "", "", "", always, nullptr, nullptr},
    {"saveAll", "File", "Save Edited Layers", "Ctrl+S", "", hasUnsavedLayer, nullptr,
     [](const ActionContext& c, const Arguments&) { return c.session.saver().saveAll(); }},
    {"saveOverrides", "File", "Save Overrides As…", "Ctrl+Shift+S", "FILE", hasDocument, nullptr,
     saveOverrides},
    {"saveFlattened", "File", "Save Flattened As…", "", "FILE", hasDocument, nullptr,
     saveFlattened},
    {"saveCapsule", "File", "Save Bug Capsule…", "", "FILE [FIRST:LAST]", hasDocument, nullptr,
     saveCapsule},
    {"save", "Context", "Save Layer", "", "LAYER", hasUnsavedRow, nullptr, save},
    {"restoreEdits", "", "Restore Unsaved Edits", "", "[JOURNAL]", hasOffer, nullptr, restoreEdits},
    {"discardEdits", "", "Discard Unsaved Edits of Earlier Session", "", "[JOURNAL]", hasOffer,
     nullptr,
     [](const ActionContext& c, const Arguments& arguments) {
       return c.session.saver().discard(arguments.empty() ? std::string() : arguments[0]);
     }},
};

}  // namespace

std::span<const ActionRow> saveActionRows() { return kSaveRows; }

std::string askForOverridesFile(const Session& session, QWidget* parent) {
  return askForFile(session, parent, QObject::tr("Save overrides"), QStringLiteral("-overrides"));
}

}  // namespace usdscope
