// SPDX-License-Identifier: Apache-2.0
#include "app/actions/KeyMap.h"

#include <QKeyEvent>
#include <QStringList>
#include <algorithm>

namespace usdscope {
namespace {

// The rows in which the map `review` differs. There, the keys of review players work everywhere,
// not only over the playback bar.
constexpr struct {
  std::string_view id;
  const char* shortcut;
} kReview[] = {
    {"shuttleBackward", "J"},     {"shuttleStop", "K"},  {"shuttleForward", "L"},
    {"rangeIn", "I; ["},          {"rangeOut", "O; ]"},  {"resetIn", "Shift+I"},
    {"resetOut", "Shift+O"},      {"rollover", "Alt+I"}, {"influences", "Ctrl+I"},
    {"toggleFraming", "Shift+F"},
};

QString listText(const QList<QKeySequence>& keys, QKeySequence::SequenceFormat format) {
  QStringList texts;
  for (const QKeySequence& key : keys) texts << key.toString(format);
  return texts.join(format == QKeySequence::NativeText ? ", " : "; ");
}

// An empty text has no keys.
QList<QKeySequence> keysFrom(const QString& text) {
  return text.trimmed().isEmpty() ? QList<QKeySequence>() : QKeySequence::listFromString(text);
}

bool isKey(const QKeySequence& key) {
  if (key.isEmpty()) return false;
  for (int i = 0; i < key.count(); ++i) {
    if (key[static_cast<unsigned>(i)].key() == Qt::Key_unknown) return false;
  }
  return true;
}

bool areInConflict(const QKeySequence& a, const QKeySequence& b) {
  return a.matches(b) != QKeySequence::NoMatch || b.matches(a) != QKeySequence::NoMatch;
}

std::string nameOf(const ActionRow& row) {
  QString name = QString::fromUtf8(row.text);
  return name.remove(QStringLiteral("…")).toStdString();
}

}  // namespace

const char* usualShortcut(const ActionRow& row, KeyMapKind map) {
  if (map == KeyMapKind::Review) {
    const auto found =
        std::ranges::find_if(kReview, [&](const auto& each) { return each.id == row.id; });
    if (found != std::end(kReview)) return found->shortcut;
  }
  return row.shortcut;
}

QList<QKeySequence> shortcutsOf(const ActionRow& row, const PreferenceValues& preferences) {
  const auto chosen = preferences.keys.find(row.id);
  if (chosen != preferences.keys.end()) {
    return keysFrom(QString::fromStdString(chosen->second));
  }
  return keysFrom(QString::fromUtf8(usualShortcut(row, preferences.keyMap)));
}

QString shortcutText(const ActionRow& row, const PreferenceValues& preferences) {
  return listText(shortcutsOf(row, preferences), QKeySequence::NativeText);
}

bool mayHaveShortcut(const ActionRow& row) {
  const std::string_view arguments = row.arguments;
  return row.run && (*row.menu || arguments.empty() || arguments.front() == '[');
}

QKeySequence sequenceOf(const QKeyEvent& event) {
  Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
  const QString text = event.text();
  const bool isSign =
      text.size() == 1 && text[0].isPrint() && !text[0].isLetterOrNumber() && !text[0].isSpace();
  if (isSign) modifiers &= ~Qt::ShiftModifier;
  return QKeySequence(QKeyCombination(modifiers, Qt::Key(event.key())));
}

const ActionRow* actionOfKey(const QKeySequence& key, const PreferenceValues& preferences) {
  for (const ActionRow& row : actionRows()) {
    if (row.run && shortcutsOf(row, preferences).contains(key)) return &row;
  }
  return nullptr;
}

const ActionRow* actionWithKey(const QKeySequence& key, const ActionRow& except,
                               const PreferenceValues& preferences) {
  for (const ActionRow& row : actionRows()) {
    if (!row.run || row.id == std::string_view(except.id)) continue;
    const auto keys = shortcutsOf(row, preferences);
    if (std::ranges::any_of(keys, [&](const auto& each) { return areInConflict(each, key); })) {
      return &row;
    }
  }
  return nullptr;
}

std::string setShortcuts(Preferences& preferences, const ActionRow& row, const std::string& keys,
                         bool isReplacing) {
  if (!mayHaveShortcut(row)) return nameOf(row) + " needs arguments, so it cannot have keys.";
  const QList<QKeySequence> wanted = keysFrom(QString::fromStdString(keys));
  for (const QKeySequence& key : wanted) {
    if (!isKey(key)) return keys + " is not a key; expected one such as Ctrl+Shift+K.";
  }
  PreferenceValues changed = preferences.values.value();
  for (const QKeySequence& key : wanted) {
    while (const ActionRow* other = actionWithKey(key, row, changed)) {
      const std::string text = key.toString(QKeySequence::NativeText).toStdString();
      if (!isReplacing) return text + " is a key of " + nameOf(*other) + " already.";
      QList<QKeySequence> left = shortcutsOf(*other, changed);
      left.removeIf([&](const QKeySequence& each) { return areInConflict(each, key); });
      changed.keys[other->id] = listText(left, QKeySequence::PortableText).toStdString();
    }
  }
  const std::string text = listText(wanted, QKeySequence::PortableText).toStdString();
  const auto usual = keysFrom(QString::fromUtf8(usualShortcut(row, changed.keyMap)));
  changed.keys[row.id] = text;
  if (wanted == usual) changed.keys.erase(row.id);
  preferences.change([&](PreferenceValues& values) { values = changed; });
  return {};
}

}  // namespace usdscope
