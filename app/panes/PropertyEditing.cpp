// SPDX-License-Identifier: Apache-2.0
#include "app/panes/PropertyEditing.h"

#include <QAbstractItemView>
#include <utility>

namespace usdscope {

PropertyEditing::PropertyEditing(Session& session, QAbstractItemView& view)
    : QObject(&view), session_(session), view_(view), reading_(session.background()) {}

void PropertyEditing::start(Path property, const QModelIndex& cell, std::vector<Path> properties) {
  startWith(
      cell,
      [property, time = session_.playback.value().timeCode()](const Stage& stage,
                                                              const EditTargetState& target) {
        return editableValue(stage, target, property, time);
      },
      std::move(properties));
}

void PropertyEditing::startField(Path object, Token field, const QModelIndex& cell) {
  startWith(cell, [object, field](const Stage& stage, const EditTargetState& target) {
    return editableField(stage, target, object, field);
  });
}

void PropertyEditing::startClipEntry(Path prim, const std::string& set, const std::string& key,
                                     const QModelIndex& cell) {
  startWith(cell, [prim, set, key](const Stage& stage, const EditTargetState& target) {
    return editableClipEntry(stage, target, prim, set, key);
  });
}

void PropertyEditing::startWith(const QModelIndex& cell, Find find, std::vector<Path> objects) {
  stop();
  objects_ = std::move(objects);
  const auto& stage = session_.document.value().stage;
  if (!stage || !cell.isValid()) return;
  cell_ = cell;
  reading_.start([this, stage, find = std::move(find),
                  target = session_.editTarget.value()](const TaskRun&) -> LatestTask::Show {
    return [this, value = find(*stage, target)] { open(value); };
  });
}

void PropertyEditing::stop() {
  reading_.cancel();
  delete editor_;
}

std::string PropertyEditing::set(const EditableValue& value, const std::string& text) {
  StageEditor& editor = session_.editor();
  if (!value.clipKey.empty()) {
    return editor.setClip({value.object}, value.clipSet, value.clipKey, text);
  }
  if (!value.field.isEmpty()) return editor.setMetadata({value.object}, value.field, text);
  const std::vector<Path> objects = objects_.empty() ? std::vector{value.object} : objects_;
  if (value.isRelationship()) return editor.setTargets(objects, targetsFromText(text).targets);
  return editor.setValue(objects, text, StageEditor::ValuePlace::Fitting);
}

void PropertyEditing::open(const EditableValue& value) {
  if (!value.problem.empty()) return session_.showNote(value.problem);
  if (!cell_.isValid()) return;
  view_.scrollTo(cell_);
  const auto take = [this, value](const QString& text) {
    const std::string utf8 = text.trimmed().toStdString();
    std::string problem = whyNotText(value, utf8);
    if (problem.empty()) problem = set(value, utf8);
    return QString::fromStdString(problem);
  };
  const QString place = QString::fromStdString(value.place);
  const QString hint =
      objects_.size() > 1
          ? tr("Enter sets %1, for each of %2 prims.").arg(place).arg(objects_.size())
          : tr("Enter sets %1.").arg(place);
  editor_ = new CellEditor(view_, view_.visualRect(cell_), QString::fromStdString(value.text), hint,
                           take);
}

}  // namespace usdscope
