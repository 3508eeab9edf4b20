// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

namespace usdscope {

/// The name of a file that is written beside another file and then renamed to it, so that readers
/// find the old file or the new one, and never a part of it.
///
/// The file is removed when it has not replaced the other one in time: by the destructor, and by
/// the signals of removeUnfinishedFilesOnSignals(). Creates no file. One thread at a time.
class UnfinishedFile {
 public:
  UnfinishedFile() = default;
  /// Chooses a name in the folder of `target` that no other thread or process uses. The name is
  /// never too long for the file system, however long that of `target` is.
  explicit UnfinishedFile(std::filesystem::path target, std::string_view ending = ".unfinished");
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&& other) noexcept;
  ~UnfinishedFile();

  /// The name to write to; empty after commit() and remove().
  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& target() const { return target_; }

  /// Renames the file to its target. On failure, removes it and returns the reason.
  std::error_code commit();
  /// Removes the file if there is one.
  void remove();

 private:
  void forget();

  std::filesystem::path target_;
  std::filesystem::path path_;
  void* slot_ = nullptr;  // The entry in the list that signals read.
};

/// A new folder for temporary files, which only this user can read. It is removed with its content
/// by the destructor, and by the signals of removeUnfinishedFilesOnSignals(), which leave folders
/// that are more than four levels deep. One thread at a time.
class UnfinishedFolder {
 public:
  /// Makes a folder below the system's folder for temporary files. Its name begins with `name`.
  explicit UnfinishedFolder(std::string_view name);
  UnfinishedFolder(const UnfinishedFolder&) = delete;
  UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;
  ~UnfinishedFolder();

  /// Empty if the folder could not be made.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  void* slot_ = nullptr;  // The entry in the list that signals read.
};

/// Makes the signals that ask a program to end (hang-up, interrupt, terminate, a reader that went
/// away, too much processor time) remove unfinished files and folders first. Ignored signals stay
/// ignored.
void removeUnfinishedFilesOnSignals();

/// Removes all unfinished files and folders, for example before a program ends because of an error
/// that it cannot handle. Safe in signal handlers; allocates nothing.
void removeUnfinishedFiles() noexcept;

}  // namespace usdscope
