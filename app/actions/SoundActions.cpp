// SPDX-License-Identifier: Apache-2.0
#include "app/actions/SoundActions.h"

#include <QFileDialog>
#include <QFileInfo>

#include "app/actions/ActionParts.h"
#include "app/session/sound/SoundTrack.h"

namespace usdscope {
namespace {

bool hasChosenSound(const ActionContext& c) {
  return !c.session.sound().state.value().chosen.empty();
}

ActionProblem chooseSound(const ActionContext& c, const Arguments& arguments) {
  if (!arguments.empty()) return c.session.sound().choose(arguments[0]);
  const QFileInfo scene(QString::fromStdString(c.session.document.value().file));
  const QString file =
      QFileDialog::getOpenFileName(c.window.widget(), QObject::tr("Choose a sound"),
                                   scene.absolutePath(), QObject::tr("WAV files (*.wav)"));
  return file.isEmpty() ? "" : c.session.sound().choose(file.toStdString());
}

ActionProblem setVolume(const ActionContext& c, const Arguments& arguments) {
  const auto percent = arguments.size() == 1 ? numberOf(arguments[0]) : std::nullopt;
  return percent ? c.session.sound().setVolume(*percent) : "Expected a volume from 0 to 100.";
}

constexpr ActionRow kSoundRows[] = {
    {"-", "Time", "", "", "", always, nullptr, nullptr},
    {"sound", "Time", "Sound", "", "", always,
     [](const ActionContext& c) { return c.session.sound().state.value().isOn; },
     [](const ActionContext& c, const Arguments&) {
       c.session.sound().setOn(!c.session.sound().state.value().isOn);
       return ActionProblem();
     }},
    {"chooseSound", "Time", "Choose Sound…", "", "FILE", hasDocument, nullptr, chooseSound},
    {"forgetSound", "Time", "Remove Chosen Sound", "", "", hasChosenSound, nullptr,
     [](const ActionContext& c, const Arguments&) { return c.session.sound().choose({}); }},
    {"volume", "", "Set Volume", "", "PERCENT", always, nullptr, setVolume},
};

}  // namespace

std::span<const ActionRow> soundActionRows() { return kSoundRows; }

}  // namespace usdscope
