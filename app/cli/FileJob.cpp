// SPDX-License-Identifier: Apache-2.0
#include "app/cli/FileJob.h"

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>

#include "app/cli/KeptStatus.h"
#include "app/cli/Messages.h"
#include "app/cli/Output.h"
#include "app/cli/ProgressLine.h"
#include "app/cli/Shard.h"
#include "engine/base/AbandonedFiles.h"
#include "engine/base/Json.h"
#include "engine/base/Utf8.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

/// The result of one file.
struct FileResult {
  int status = kSuccess;
  std::string text;
};

fs::path absolutePathOf(const std::string& file) {
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error);
  return (error ? fs::path(file) : absolute).lexically_normal();
}

// The folder that has all files.
fs::path commonFolder(const std::vector<std::string>& files) {
  fs::path common = absolutePathOf(files.front()).parent_path();
  for (const std::string& file : files) {
    const fs::path folder = absolutePathOf(file).parent_path();
    const auto [end, unused] =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  return common;
}

// Checks the options. Returns a sentence about the first that is wrong; else empty.
std::string jobProblem(const FileJob& job, std::optional<Shard>& shard) {
  if (!job.options.shard.empty()) {
    shard = parseShard(job.options.shard);
    if (!shard) return "--shard: Expected I/N with I from 1 to N: 2/4.";
  }
  if (job.options.skipsExisting && job.options.outFolder.empty()) {
    return "--skip-existing needs --outFolder.";
  }
  std::set<fs::path> seen;
  for (const std::string& file : job.files) {
    if (file == "-") return "Standard input cannot be one of several files.";
    if (!seen.insert(absolutePathOf(file)).second) return file + " is given twice.";
  }
  return {};
}

FileResult runOne(const FileJob& job, const std::string& file, const std::string& out,
                  const VerbContext& context) {
  std::ostringstream text;
  VerbContext own{text, context.err, context.environment};
  FileResult result;
  result.status = runOnFile(file, [&] { return job.run(file, out, own); }, own);
  result.text = text.str();
  // A result of changed files does not replace an older one.
  if (printChangedFiles(context.err)) {
    result.status = kUnreadable;
    if (!out.empty()) result.text.clear();
  }
  return result;
}

void printResult(const FileJob& job, const std::string& file, const FileResult& result,
                 VerbContext& context) {
  if (job.printsJson) {
    const Json value = parseJson(result.text);
    const Json line = {{"file", file},
                       {"status", result.status},
                       {"result", value.is_discarded() ? Json() : value}};
    context.out << toLine(line) << '\n';
  } else {
    context.out << "== " << printableLines(file) << '\n' << result.text;
  }
  context.out << std::flush;
}

// `out` is empty if there is no result.
void printWritten(const FileJob& job, const std::string& file, const std::string& out, int status,
                  bool isSkipped, VerbContext& context) {
  if (job.printsJson) {
    Json line = {{"file", file}, {"status", status}, {"skipped", isSkipped}};
    if (!out.empty()) line["out"] = out;
    context.out << toLine(line) << '\n';
  } else if (!isSkipped && !out.empty()) {
    context.out << printableLines(out) << '\n';
  }
  context.out << std::flush;
}

// Returns the exit status of the result that exists; empty when it has to be made.
std::optional<int> keptStatus(const std::string& out) {
  std::error_code error;
  if (!fs::is_regular_file(out, error)) return std::nullopt;
  if (!fs::exists(statusFileOf(out), error)) return kSuccess;
  int status = kUnreadable;
  std::ifstream(statusFileOf(out)) >> status;
  return status == kFailure ? std::optional(status) : std::nullopt;
}

/// Distinguishes two files of the same name.
using FileState = std::tuple<dev_t, ino_t, off_t, time_t, long>;

std::optional<FileState> stateOf(const std::string& file) {
  struct stat info = {};
  if (::stat(file.c_str(), &info) != 0) return std::nullopt;
  return FileState(info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec,
                   info.st_mtim.tv_nsec);
}

// Makes the result of one file in the folder. Returns the status.
int runToFile(const FileJob& job, const std::string& file, const std::string& out,
              VerbContext& context) {
  if (const auto kept = job.options.skipsExisting ? keptStatus(out) : std::nullopt) {
    printWritten(job, file, out, *kept, true, context);
    return *kept;
  }
  std::error_code error;
  fs::create_directories(fs::path(out).parent_path(), error);
  const auto before = stateOf(out);
  FileResult result = runOne(job, file, out, context);
  if (!result.text.empty()) {
    result.status = std::max(result.status, writeResult(result.text, out, context));
  }
  const auto after = stateOf(out);
  const bool isWritten = after && after != before;
  if (after && !isWritten) {
    context.err << "error: " << out << ": This file is not a result of this run; " << file
                << " has none.\n";
  }
  // A file that an earlier run has left is not taken as done.
  const int kept = isWritten ? result.status : kUnreadable;
  if (const std::string problem = after ? keepStatus(out, kept) : ""; !problem.empty()) {
    context.err << "error: " << statusFileOf(out) << ": " << problem << '\n';
    result.status = kUnreadable;
  }
  printWritten(job, file, isWritten ? out : "", result.status, false, context);
  return result.status;
}

}  // namespace

void addFileJobOptions(VerbOptions& command, FileJobOptions& options) {
  command.option("FILES", options.more, "More files, each with a result of its own");
  command.option("--outFolder", options.outFolder,
                 "Folder to write one result for each file to, as the files lie below the folder "
                 "that has all of them");
  command.option("--shard", options.shard,
                 "I/N: only every Nth file, from the Ith on. All shards together do all files");
  command.flag("--skip-existing", options.skipsExisting,
               "Skip files whose results exist. Results are never half-written, so that a stopped "
               "job can be run again. An exit status that is not 0 is kept beside the result");
}

int runOnFile(const std::string& file, const std::function<int()>& run,
              const VerbContext& context) {
  std::string problem = "There is not enough memory for this file.";
  try {
    const int status = run();
    return status != kSuccess && *context.reason != kSuccess ? *context.reason : status;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
    // Something would be larger than any memory.
  } catch (const std::exception& other) {
    problem = std::string(other.what()) + '.';
  }
  context.err << "error: " << file << ": " << problem << '\n';
  return kFailure;
}

int runFileJob(const FileJob& job, VerbContext context) {
  std::optional<Shard> shard;
  if (const std::string problem = jobProblem(job, shard); !problem.empty()) {
    context.err << "error: " << problem << '\n';
    return kWrongUsage;
  }
  const fs::path common = commonFolder(job.files);
  const auto isOwn = [&](std::int64_t item) { return !shard || shard->has(item); };
  const auto outOf = [&](const std::string& file) {
    const fs::path name = absolutePathOf(file).lexically_relative(common);
    return fs::path(job.options.outFolder) / (name.string() + job.ending);
  };
  if (job.options.skipsExisting) {
    std::map<fs::path, std::set<std::string>> namesOfFolders;
    for (std::size_t i = 0; i < job.files.size(); ++i) {
      if (!isOwn(std::int64_t(i))) continue;
      const fs::path out = outOf(job.files[i]);
      for (const fs::path& each : {out, fs::path(statusFileOf(out.string()))}) {
        namesOfFolders[each.parent_path()].insert(each.filename().string());
      }
    }
    for (const auto& [folder, names] : namesOfFolders) {
      removeAbandonedFiles(folder, [&](const std::string& name) { return names.contains(name); });
    }
  }
  std::int64_t total = 0;
  for (std::size_t i = 0; i < job.files.size(); ++i) total += isOwn(std::int64_t(i));
  std::int64_t done = 0;
  int worst = kSuccess;
  for (std::size_t i = 0; i < job.files.size(); ++i) {
    if (!isOwn(std::int64_t(i))) continue;
    const std::string& file = job.files[i];
    int status = kSuccess;
    if (total > 1) showProgress(context.err, done, total, "files");
    ++done;
    if (job.options.outFolder.empty()) {
      const FileResult result = runOne(job, file, {}, context);
      printResult(job, file, result, context);
      status = result.status;
    } else {
      status = runToFile(job, file, outOf(file).string(), context);
    }
    worst = std::max(worst, status);
  }
  return worst;
}

}  // namespace usdscope
