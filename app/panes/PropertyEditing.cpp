// SPDX-License-Identifier: Apache-2.0
#include "app/panes/PropertyEditing.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <utility>

namespace usdscope {
namespace {

constexpr int kTypingMs = 150;

}  // namespace

PropertyEditing::PropertyEditing(Session& session, QAbstractItemView& view)
    : QObject(&view),
      session_(session),
      view_(view),
      reading_(session.background()),
      checking_(session.background()) {
  typing_.setSingleShot(true);
  typing_.setInterval(kTypingMs);
}

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
  checking_.cancel();
  typing_.stop();
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
  typing_.disconnect();
  connect(&typing_, &QTimer::timeout, this, [this, value, hint] { check(value, hint); });
  connect(&editor_->line(), &QLineEdit::textEdited, this, [this] {
    checking_.cancel();
    typing_.start();
  });
}

void PropertyEditing::check(const EditableValue& value, const QString& hint) {
  if (!editor_) return;
  const std::string text = editor_->line().text().trimmed().toStdString();
  const std::string problem = whyNotText(value, text);
  editor_->showMessage(problem.empty() ? hint : QString::fromStdString(problem), !problem.empty());
  if (!problem.empty() || value.clipKey.empty()) return;
  const auto& stage = session_.document.value().stage;
  if (!stage) return;
  checking_.start([this, stage, value, text, hint,
                   target = session_.editTarget.value()](const TaskRun& run) -> LatestTask::Show {
    const std::string found = clipFindingsText(*stage, target, value, text, run.stop);
    if (found.empty() || run.stop.stop_requested()) return {};
    return [this, found, hint] {
      if (!editor_) return;
      editor_->showMessage(QString::fromStdString(found).remove('`') + '\n' + hint, true);
    };
  });
}

}  // namespace usdscope
