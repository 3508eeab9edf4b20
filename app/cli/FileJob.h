// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/Verb.h"

namespace usdscope {

/// The options of a verb that works on several files, one after the other, each with a result of
/// its own. Several processes may share the files of one job, see Shard.
struct FileJobOptions {
  std::vector<std::string> more;  ///< The files after the first one.
  std::string outFolder;          ///< Folder of the results; empty for standard output.
  std::string shard;              ///< `2/4`; empty for all files.
  bool skipsExisting = false;     ///< Skip files whose results exist.

  /// Whether one of these options is given.
  bool isGiven() const {
    return !more.empty() || !outFolder.empty() || !shard.empty() || skipsExisting;
  }
};

/// Adds --outFolder, --shard and --skip-existing, and the files behind FILE. `options` must outlive
/// `command`.
void addFileJobOptions(VerbOptions& command, FileJobOptions& options);

/// A job over the files of a command line.
struct FileJob {
  std::vector<std::string> files;
  FileJobOptions options;
  /// Added to the name of a file for that of its result: `.stats.json`. Verbs have different ones,
  /// so that none takes the result of another one for its own.
  std::string ending;
  bool printsJson = false;  ///< Results are one line of JSON.
  /// Works on one file and returns the exit status. Writes the result to `context.out`, or to the
  /// file `out` itself if it writes nothing to `context.out`.
  std::function<int(const std::string& file, const std::string& out, VerbContext context)> run;
};

/// Does the work of a verb on one file. An exception becomes an error, because it must not end the
/// work on other files. Returns the exit status.
int runOnFile(const std::string& file, const std::function<int()>& run, const VerbContext& context);

/// Runs a job, and returns the worst exit status. A file that cannot be read does not stop the
/// others.
///
/// With a folder, results lie there as their files lie below the folder that all have in common,
/// also those that other shards make. They are written beside their file and renamed. A status that
/// is not 0 lies beside the result in a file that ends in `.status`, so that runs which skip the
/// result return it; a result that is not of its file as it is now is not skipped. Prints a line
/// for each result, and as JSON for each file. Without a folder prints the results, each with the
/// name of its file.
int runFileJob(const FileJob& job, VerbContext context);

}  // namespace usdscope
