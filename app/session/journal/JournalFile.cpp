// SPDX-License-Identifier: Apache-2.0
#include "app/session/journal/JournalFile.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <algorithm>
#include <set>
#include <stdexcept>

#include "app/session/document/StageStateText.h"

namespace usdscope {
namespace {

constexpr const char* kEnding = ".journal";

QString lockPath(const QString& path) { return path + QStringLiteral(".lock"); }

// A lock whose program has ended is stale at once.
void letGoOfDeadPrograms(QLockFile& lock) { lock.setStaleLockTime(0); }

// Returns the system's reason why no file can be written in a folder.
std::string whyNotWritable(const QString& folder) {
  QFile trial(QDir(folder).filePath(QStringLiteral("trial")));
  const bool isWritten =
      trial.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && trial.write("trial") == 5;
  const std::string reason =
      isWritten ? "Its names are all in use." : trial.errorString().toStdString();
  trial.remove();
  return reason;
}

void removeFilesBeside(const QString& path) {
  const QFileInfo info(path);
  for (const QString& name :
       info.dir().entryList({info.fileName() + QStringLiteral(".*.usdc")}, QDir::Files)) {
    QFile::remove(info.dir().filePath(name));
  }
}

}  // namespace

std::vector<std::uint64_t> JournalContent::appliedEdits() const {
  std::set<std::uint64_t> reverted;
  for (std::size_t i = 0; i < position; ++i) {
    for (const Json& id : steps[i].at("reverted")) reverted.insert(id.get<std::uint64_t>());
  }
  std::vector<std::uint64_t> applied;
  for (std::size_t i = 0; i < position; ++i) {
    for (const Json& made : steps[i].at("made")) {
      const auto id = made.at("id").get<std::uint64_t>();
      if (!reverted.contains(id)) applied.push_back(id);
    }
  }
  return applied;
}

std::size_t JournalContent::unsavedCount() const {
  const std::vector<std::uint64_t> ids = appliedEdits();
  const std::set<std::uint64_t> applied(ids.begin(), ids.end());
  std::set<std::uint64_t> unsaved;
  for (const auto& [identifier, layer] : layers) {
    // An edit that was undone after it was saved must leave the file again.
    for (const std::uint64_t id : layer.saved) {
      if (!applied.contains(id)) unsaved.insert(id);
    }
  }
  for (const Json& step : steps) {
    for (const Json& made : step.at("made")) {
      const auto id = made.at("id").get<std::uint64_t>();
      if (!applied.contains(id)) continue;
      for (const Json& part : made.at("parts")) {
        const auto layer = part.contains("layer") ? layers.find(part.at("layer").get<std::string>())
                                                  : layers.end();
        const bool isSaved =
            layer != layers.end() && !layer->second.isBeingSaved &&
            std::ranges::find(layer->second.saved, id) != layer->second.saved.end();
        if (!isSaved) unsaved.insert(id);
      }
    }
  }
  return unsaved.size();
}

std::size_t JournalContent::stageEditCount() const {
  const std::vector<std::uint64_t> ids = appliedEdits();
  const std::set<std::uint64_t> applied(ids.begin(), ids.end());
  std::size_t count = 0;
  for (const Json& step : steps) {
    for (const Json& made : step.at("made")) {
      const Json& parts = made.at("parts");
      const bool isOfLayer =
          std::ranges::any_of(parts, [](const Json& part) { return part.contains("edits"); });
      if (parts.empty() || isOfLayer) continue;
      if (applied.contains(made.at("id").get<std::uint64_t>())) ++count;
    }
  }
  return count;
}

// The library of JSON reports a missing member only by throwing.
bool applyJournalLine(JournalContent& content, const Json& line) try {
  const auto seconds = line.at("seconds").get<std::int64_t>();
  if (line.contains("scene")) {
    content.file = line.at("scene").get<std::string>();
    if (line.contains("opened")) content.opened = stageStateFromJson(line.at("opened"));
  } else if (line.contains("keep")) {
    const auto kept = line.at("keep").get<std::size_t>();
    const Json& added = line.at("steps");
    const auto position = line.at("position").get<std::size_t>();
    if (kept > content.steps.size() || position > kept + added.size()) return false;
    for (const Json& step : added) {
      for (const Json& made : step.at("made")) {
        (void)made.at("id").get<std::uint64_t>();
        (void)made.at("sentence").get<std::string>();
        for (const Json& part : made.at("parts")) {
          if (part.contains("layer")) (void)part.at("layer").get<std::string>();
        }
      }
      (void)step.at("sentence").get<std::string>();
      (void)step.at("reverted").get<std::vector<std::uint64_t>>();
    }
    content.steps.resize(kept);
    content.steps.insert(content.steps.end(), added.begin(), added.end());
    content.position = position;
  } else if (line.contains("layer")) {
    JournalLayer layer;
    const Json& time = line.at("time");
    const Json& byteSize = line.at("size");
    if (!time.is_null()) layer.file.modificationTime = time.get<std::int64_t>();
    if (!byteSize.is_null()) layer.file.byteSize = byteSize.get<std::size_t>();
    layer.saved = line.at("saved").get<std::vector<std::uint64_t>>();
    layer.unedited = line.at("unedited").get<std::string>();
    layer.isBeingSaved = line.at("saving").get<bool>();
    content.layers[line.at("layer").get<std::string>()] = std::move(layer);
  } else {
    return false;
  }
  content.changedAt = seconds;
  return true;
} catch (const Json::exception&) {
  return false;
} catch (const std::out_of_range&) {
  return false;
}

std::optional<JournalContent> readJournal(std::string_view text) {
  JournalContent content;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find('\n', begin);
    if (end == text.npos) break;
    const Json line = parseJson(text.substr(begin, end - begin));
    const bool isFirst = begin == 0;
    if (line.is_discarded() || !line.is_object() || line.contains("scene") != isFirst) break;
    if (!applyJournalLine(content, line)) break;
    begin = end + 1;
    content.goodByteCount = begin;
  }
  return content.goodByteCount == 0 ? std::nullopt : std::optional(std::move(content));
}

JournalFile::JournalFile(const QString& path) : path_(path), lock_(lockPath(path)), file_(path) {
  letGoOfDeadPrograms(lock_);
}

std::unique_ptr<JournalFile> JournalFile::create(const QString& folder, std::string& problem) {
  QDir().mkpath(folder);
  for (int number = 0; number < 1000; ++number) {
    const QString name = QStringLiteral("%1-%2-%3%4")
                             .arg(QDateTime::currentSecsSinceEpoch())
                             .arg(QCoreApplication::applicationPid())
                             .arg(number)
                             .arg(kEnding);
    std::unique_ptr<JournalFile> made(new JournalFile(QDir(folder).filePath(name)));
    // A journal without lines still has its lock.
    const bool isFree = !QFileInfo::exists(made->path_) && made->lock_.tryLock(0);
    if (!isFree) {
      made->isKept_ = true;
      // A full disk is an unknown error.
      if (made->lock_.error() != QLockFile::LockFailedError) break;
      continue;
    }
    if (made->file_.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered)) {
      return made;
    }
    problem = made->file_.errorString().toStdString();
    return nullptr;
  }
  problem = whyNotWritable(folder);
  return nullptr;
}

std::unique_ptr<JournalFile> JournalFile::takeOver(const QString& path, std::size_t goodByteCount) {
  std::unique_ptr<JournalFile> taken(new JournalFile(path));
  taken->isKept_ = true;
  if (!QFileInfo::exists(path) || !taken->lock_.tryLock(0)) return nullptr;
  const bool isOpen =
      taken->file_.open(QIODevice::ReadWrite | QIODevice::Append | QIODevice::Unbuffered) &&
      taken->file_.resize(qint64(goodByteCount));
  if (!isOpen) return nullptr;
  taken->isKept_ = false;
  return taken;
}

bool JournalFile::isInUse(const QString& path) {
  QLockFile lock(lockPath(path));
  letGoOfDeadPrograms(lock);
  return !lock.tryLock(0);  // The destructor unlocks.
}

void JournalFile::remove(const QString& path) {
  QLockFile lock(lockPath(path));
  letGoOfDeadPrograms(lock);
  if (!lock.tryLock(0)) return;
  QFile::remove(path);
  removeFilesBeside(path);
}

std::string JournalFile::append(const Json& line) {
  if (!file_.isOpen() &&
      !file_.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered)) {
    return file_.errorString().toStdString();
  }
  const std::string text = toLine(line) + '\n';
  const qint64 before = file_.size();
  const char* at = text.data();
  auto left = qint64(text.size());
  while (left > 0) {
    const qint64 count = file_.write(at, left);
    if (count <= 0) {
      const std::string problem = file_.errorString().toStdString();
      file_.resize(before);  // Lines after a torn one would be ignored.
      return problem;
    }
    at += count;
    left -= count;
  }
  return {};
}

void JournalFile::removeLines() {
  file_.close();
  QFile::remove(path_);
}

JournalFile::~JournalFile() {
  if (isKept_) return;
  removeLines();
  removeFilesBeside(path_);
}

QStringList journalsIn(const QString& folder) {
  QStringList paths;
  const QDir dir(folder);
  for (const QString& name :
       dir.entryList({QStringLiteral("*") + kEnding}, QDir::Files, QDir::Time)) {
    paths.push_back(dir.filePath(name));
  }
  return paths;
}

void removeAbandonedFiles(const QString& folder) {
  const QDir dir(folder);
  for (const QString& name : dir.entryList(QDir::Files)) {
    const qsizetype at = name.indexOf(QLatin1String(kEnding) + QLatin1Char('.'));
    if (at < 0) continue;
    const QString journal = dir.filePath(name.first(at) + QLatin1String(kEnding));
    if (!QFileInfo::exists(journal)) JournalFile::remove(journal);
  }
}

}  // namespace usdscope
