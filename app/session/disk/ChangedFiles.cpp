// SPDX-License-Identifier: Apache-2.0
#include "app/session/disk/ChangedFiles.h"

#include <fmt/format.h>

#include <QString>
#include <algorithm>

namespace usdscope {
namespace {

constexpr qsizetype kLongestName = 32;

std::string nameOf(const std::string& path) {
  const QString name = QString::fromStdString(path.substr(path.rfind('/') + 1));
  if (name.size() <= kLongestName) return name.toStdString();
  const qsizetype half = kLongestName / 2;
  return (name.left(half) + QStringLiteral("…") + name.right(half - 1)).toStdString();
}

const char* happened(FileChange::Kind kind) {
  switch (kind) {
    case FileChange::Kind::Changed:
      return "has changed";
    case FileChange::Kind::Appeared:
      return "is there now";
    case FileChange::Kind::Vanished:
      return "is gone";
  }
  return "";
}

}  // namespace

std::string namesOf(const std::vector<FileChange>& files, std::size_t most) {
  std::string names;
  const std::size_t shown = std::min(files.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    const bool isLast = i + 1 == files.size();
    names += (i == 0 ? "" : isLast ? " and " : ", ") + nameOf(files[i].path);
  }
  if (files.size() > shown) names += fmt::format(" and {} more", files.size() - shown);
  return names;
}

std::string linesOf(const std::vector<FileChange>& files, std::size_t most) {
  std::string lines;
  const std::size_t shown = std::min(files.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    lines += fmt::format("{}{} {}: {}", i == 0 ? "" : "\n", nameOf(files[i].path),
                         happened(files[i].kind), files[i].path);
  }
  if (files.size() > shown) lines += fmt::format("\nand {} more", files.size() - shown);
  return lines;
}

std::string badgeText(const ChangedFiles& changed) {
  if (changed.files.empty()) return {};
  if (changed.files.size() > 1) return fmt::format("{} files changed", changed.files.size());
  return nameOf(changed.files[0].path) + " " + happened(changed.files[0].kind);
}

}  // namespace usdscope
