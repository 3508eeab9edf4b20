// SPDX-License-Identifier: Apache-2.0
#include "app/session/memory/RecentFiles.h"

#include <QSettings>
#include <QStringList>
#include <utility>

namespace usdscope {
namespace {

constexpr const char* kKey = "recentFiles";

void store(const std::vector<std::string>& files) {
  QStringList stored;
  for (const std::string& file : files) stored.push_back(QString::fromStdString(file));
  QSettings().setValue(kKey, stored);
}

}  // namespace

RecentFiles::~RecentFiles() {
  if (unwritten_) store(*unwritten_);
}

std::vector<std::string> RecentFiles::read() {
  std::vector<std::string> files;
  for (const QString& file : QSettings().value(kKey).toStringList()) {
    files.push_back(file.toStdString());
  }
  return files;
}

void RecentFiles::write(std::vector<std::string> files) {
  unwritten_ = std::move(files);
  const auto work = [this, files = *unwritten_](const TaskRun&) -> LatestTask::Show {
    store(files);
    return [this] { unwritten_.reset(); };
  };
  writing_.start(work, LatestTask::Previous::Finish);
}

}  // namespace usdscope
