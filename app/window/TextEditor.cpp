// SPDX-License-Identifier: Apache-2.0
#include "app/window/TextEditor.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QUrl>

#include "app/session/edits/SpecText.h"

namespace usdscope {
namespace {

constexpr const char* kVariables[] = {"USD_EDITOR", "VISUAL", "EDITOR"};

// Started without a terminal, these would wait for keys that nobody can press.
const QStringList& editorsInTerminals() {
  static const QStringList names = {"vi", "vim", "nvim",  "nano",  "pico", "joe",   "ed",
                                    "mg", "ne",  "micro", "helix", "hx",   "mcedit"};
  return names;
}

std::string startEditor(const std::string& file) {
  const QString path = QString::fromStdString(file);
  for (const char* variable : kVariables) {
    QStringList words = QProcess::splitCommand(qEnvironmentVariable(variable));
    if (words.isEmpty()) continue;
    const QString name = words.takeFirst();
    if (editorsInTerminals().contains(QFileInfo(name).fileName())) continue;
    const QString program = QStandardPaths::findExecutable(name);
    words << path;
    if (!program.isEmpty() && QProcess::startDetached(program, words)) return {};
    return std::string(variable) + " names the editor " + name.toStdString() +
           ", which cannot be started.";
  }
  if (QDesktopServices::openUrl(QUrl::fromLocalFile(path))) return {};
  return "No editor opens " + file + ": set EDITOR to an editor with a window of its own.";
}

}  // namespace

TextEditor::TextEditor(Session& session, QObject* parent)
    : QObject(parent), session_(session), looking_(session.background()) {}

std::string TextEditor::open(const std::string& layer) {
  const auto& stage = session_.document.value().stage;
  if (!stage) return "Nothing is open.";
  looking_.start([this, stage, layer](const TaskRun&) -> LatestTask::Show {
    return [this, layer, problem = whyNoEditor(*stage, layer)] {
      const std::string why = problem.empty() ? startEditor(layer) : problem;
      if (!why.empty()) session_.showNote(why);
    };
  });
  return {};
}

}  // namespace usdscope
