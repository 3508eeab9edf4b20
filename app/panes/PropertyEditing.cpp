// SPDX-License-Identifier: Apache-2.0
#include "app/panes/PropertyEditing.h"

#include <QAbstractItemView>

namespace usdscope {

PropertyEditing::PropertyEditing(Session& session, QAbstractItemView& view)
    : QObject(&view), session_(session), view_(view), reading_(session.background()) {}

void PropertyEditing::start(Path property, const QModelIndex& cell) {
  stop();
  const auto& stage = session_.document.value().stage;
  if (!stage || !cell.isValid()) return;
  cell_ = cell;
  reading_.start([this, stage, property, target = session_.editTarget.value(),
                  time = session_.playback.value().time](const TaskRun&) -> LatestTask::Show {
    return [this, value = editableValue(*stage, target, property, time)] { open(value); };
  });
}

void PropertyEditing::stop() {
  reading_.cancel();
  delete editor_;
}

void PropertyEditing::open(const EditableValue& value) {
  if (!value.problem.empty()) return session_.showNote(value.problem);
  if (!cell_.isValid()) return;
  view_.scrollTo(cell_);
  const auto take = [this, value](const QString& text) {
    const std::string utf8 = text.trimmed().toStdString();
    std::string problem = whyNotText(value, utf8);
    if (problem.empty()) {
      StageEditor& editor = session_.editor();
      problem = value.isRelationship()
                    ? editor.setTargets({value.property}, targetsFromText(utf8).targets)
                    : editor.setValue({value.property}, utf8, StageEditor::ValuePlace::Fitting);
    }
    return QString::fromStdString(problem);
  };
  editor_ = new CellEditor(view_, view_.visualRect(cell_), QString::fromStdString(value.text),
                           tr("Enter sets %1.").arg(QString::fromStdString(value.place)), take);
}

}  // namespace usdscope
