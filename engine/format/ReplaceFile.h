// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/base/UnfinishedFile.h"
#include "engine/format/TextSink.h"

namespace usdscope {

/// Replaces `file` with a file that `fill` writes. The new file is written beside the old one,
/// synced to the disk, and then renamed. `fill` returns false when the sink has failed.
///
/// Keeps the permissions of the old file, does not replace a read-only file, and follows links,
/// also to files that do not exist yet. On failure, returns a sentence with the reason and leaves
/// the old file unchanged; empty on success.
std::string replaceFile(const std::string& file, const std::function<bool(TextSink&)>& fill);
std::string replaceFile(const std::string& file, std::string_view bytes);

/// Returns a sentence when there is a file of this name that replaceFile() does not replace: it is
/// read-only, or a folder or device. Else empty.
std::string whyNotReplaceable(const std::string& file);

/// The two steps of replaceFile(), to replace several files only when all new ones are written.
class FileReplacement {
 public:
  /// Writes the new file beside the old one.
  FileReplacement(const std::string& file, const std::function<bool(TextSink&)>& fill);
  /// Removes the new file if it has not replaced the old one.
  ~FileReplacement() = default;
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;

  /// A sentence with the reason why the new file could not be written; empty on success.
  const std::string& problem() const { return problem_; }

  /// Renames the new file. Returns a sentence with the reason for a failure, else empty.
  std::string commit();

 private:
  UnfinishedFile unfinished_;  // The new file, if it could be written.
  std::string problem_;
};

}  // namespace usdscope
