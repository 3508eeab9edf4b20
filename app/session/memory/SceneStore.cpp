// SPDX-License-Identifier: Apache-2.0
#include "app/session/memory/SceneStore.h"

#include <fmt/format.h>

#include <QBuffer>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "app/session/memory/SettingsFolder.h"
#include "engine/base/FileBytes.h"
#include "engine/format/ReplaceFile.h"

namespace usdscope {
namespace {

constexpr int kMostFiles = 200;
constexpr qint64 kMostBytes = 16 * 1024 * 1024;
constexpr QSize kThumbnail(320, 200);  // Twice the size in which it is shown.
constexpr int kHashDigits = 32;
constexpr const char* kText = ".json";
constexpr const char* kBroken = ".broken";

QString stemOf(const std::string& file) {
  const QByteArray hash =
      QCryptographicHash::hash(QByteArray::fromStdString(file), QCryptographicHash::Sha256);
  return QString::fromLatin1(hash.toHex().first(kHashDigits));
}

RememberedSceneResult readText(const QString& path) {
  if (QFileInfo(path).size() > kMostBytes) return {{}, "It is too large"};
  const FileBytesResult read = readFileBytes(path.toStdString());
  if (!read.bytes) return {{}, read.problem};
  return rememberedSceneFromText(read.bytes->text());
}

// The middle of a picture, in the shape of all thumbnails.
QImage thumbnailOf(const QImage& picture) {
  const QImage scaled =
      picture.scaled(kThumbnail, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
  return scaled.copy(QRect(QPoint((scaled.width() - kThumbnail.width()) / 2,
                                  (scaled.height() - kThumbnail.height()) / 2),
                           kThumbnail));
}

std::string whyNotOpenable(const QFileInfo& info) {
  if (!info.exists() && !info.dir().exists()) return "Its folder does not exist.";
  if (!info.exists()) return "The file does not exist.";
  if (info.isDir()) return "It is a folder.";
  return info.isReadable() ? "" : "The file may not be read.";
}

}  // namespace

QString SceneStore::usualFolder() { return settingsFolder() + QStringLiteral("/scenes"); }

QString SceneStore::textPath(const std::string& file) const {
  return QDir(folder_).filePath(stemOf(file) + kText);
}

QString SceneStore::thumbnailPath(const std::string& file) const {
  return QDir(folder_).filePath(stemOf(file) + QStringLiteral(".png"));
}

StoredScene SceneStore::read(const std::string& file) const {
  const QString path = textPath(file);
  if (!QFileInfo::exists(path)) return {};
  RememberedSceneResult read = readText(path);
  if (read.scene) {
    const bool isIt = read.scene->file == file;
    return {isIt ? std::make_shared<const RememberedScene>(std::move(*read.scene)) : nullptr, {}};
  }
  const QString aside = path + kBroken;
  QFile::remove(aside);
  const bool isMoved = QFile::rename(path, aside);
  return {nullptr, fmt::format("How {} was left is not restored. {}: {}{}",
                               QFileInfo(QString::fromStdString(file)).fileName().toStdString(),
                               read.problem, (isMoved ? aside : path).toStdString(), ".")};
}

std::string SceneStore::write(const RememberedScene& scene, const QImage& picture) const {
  QDir().mkpath(folder_);
  const QString path = textPath(scene.file);
  const bool isNew = !QFileInfo::exists(path);
  const std::string problem = replaceFile(path.toStdString(), rememberedSceneToText(scene));
  if (!problem.empty()) {
    return fmt::format("How scenes are left cannot be kept in {}: {}", folder_.toStdString(),
                       problem);
  }
  if (!picture.isNull()) {
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    thumbnailOf(picture).save(&buffer, "PNG");
    replaceFile(thumbnailPath(scene.file).toStdString(),
                std::string_view(png.constData(), std::size_t(png.size())));
  }
  if (isNew) removeOld();
  return {};
}

RecentScene SceneStore::describe(const std::string& file) const {
  RecentScene recent{.file = file,
                     .problem = whyNotOpenable(QFileInfo(QString::fromStdString(file))),
                     .thumbnail = {},
                     .time = {},
                     .leftAt = {}};
  recent.thumbnail.load(thumbnailPath(file), "PNG");
  const QFileInfo text(textPath(file));
  if (!text.exists()) return recent;
  recent.leftAt = text.lastModified();
  const RememberedSceneResult read = readText(text.filePath());
  if (read.scene) recent.time = read.scene->time;
  return recent;
}

void SceneStore::removeOld() const {
  const QDir dir(folder_);
  const QStringList names =
      dir.entryList({QStringLiteral("*") + kText, QStringLiteral("*") + kText + kBroken},
                    QDir::Files, QDir::Time);
  for (qsizetype i = kMostFiles; i < names.size(); ++i) {
    QFile::remove(dir.filePath(names[i]));
    if (!names[i].endsWith(kText)) continue;
    const QString stem = names[i].chopped(qsizetype(std::char_traits<char>::length(kText)));
    QFile::remove(dir.filePath(stem + QStringLiteral(".png")));
  }
}

}  // namespace usdscope
