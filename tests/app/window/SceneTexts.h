// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>
#include <fstream>
#include <string>

namespace usdscope {

/// Scenes that a test writes for itself.
class SceneTexts {
 public:
  /// Writes a layer and gives its path.
  std::string write(const std::string& name, const std::string& body) const {
    const std::string path = folder_.filePath(QString::fromStdString(name)).toStdString();
    std::ofstream(path, std::ios::trunc) << "#usda 1.0\n" << body;
    return path;
  }
  std::string path(const std::string& name) const {
    return folder_.filePath(QString::fromStdString(name)).toStdString();
  }

 private:
  QTemporaryDir folder_;
};

}  // namespace usdscope
