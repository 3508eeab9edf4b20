// SPDX-License-Identifier: Apache-2.0
#include "app/cli/FileJob.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "app/cli/Shard.h"
#include "engine/base/Json.h"
#include "engine/base/Utf8.h"
#include "engine/format/ReplaceFile.h"

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
  try {
    result.status = job.run(file, out, own);
  } catch (const std::bad_alloc&) {
    context.err << "error: " << file << ": There is not enough memory for this file.\n";
    return {kFailure, {}};
  } catch (const std::length_error&) {
    context.err << "error: " << file << ": There is not enough memory for this file.\n";
    return {kFailure, {}};
  }
  if (result.status != kSuccess && *own.reason != kSuccess) result.status = *own.reason;
  result.text = text.str();
  return result;
}

void printResult(const FileJob& job, const std::string& file, const FileResult& result,
                 VerbContext& context) {
  if (job.printsJson) {
    const Json value = Json::parse(result.text, nullptr, false);
    const Json line = {{"file", file},
                       {"status", result.status},
                       {"result", value.is_discarded() ? Json() : value}};
    context.out << toLine(line) << '\n';
  } else {
    context.out << "== " << printableLines(file) << '\n' << result.text;
  }
  context.out << std::flush;
}

void printWritten(const FileJob& job, const std::string& file, const std::string& out, int status,
                  bool isSkipped, VerbContext& context) {
  if (job.printsJson) {
    Json line = {{"file", file}, {"out", out}, {"skipped", isSkipped}};
    if (!isSkipped) line["status"] = status;
    context.out << toLine(line) << '\n';
  } else if (!isSkipped) {
    context.out << printableLines(out) << '\n';
  }
  context.out << std::flush;
}

// Makes the result of one file in the folder. Returns the status.
int runToFile(const FileJob& job, const std::string& file, const std::string& out,
              VerbContext& context) {
  std::error_code error;
  if (job.options.skipsExisting && fs::exists(out, error)) {
    printWritten(job, file, out, kSuccess, true, context);
    return kSuccess;
  }
  fs::create_directories(fs::path(out).parent_path(), error);
  FileResult result = runOne(job, file, out, context);
  if (!result.text.empty()) {
    const std::string problem = replaceFile(out, result.text);
    if (!problem.empty()) {
      context.err << "error: " << out << ": " << problem << '\n';
      return kUnreadable;
    }
  }
  // A file without a result is not counted as done.
  if (fs::exists(out, error)) printWritten(job, file, out, result.status, false, context);
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
               "job can be run again");
}

int runFileJob(const FileJob& job, VerbContext context) {
  std::optional<Shard> shard;
  if (const std::string problem = jobProblem(job, shard); !problem.empty()) {
    context.err << "error: " << problem << '\n';
    return kWrongUsage;
  }
  const fs::path common = commonFolder(job.files);
  int worst = kSuccess;
  for (std::size_t i = 0; i < job.files.size(); ++i) {
    if (shard && !shard->has(std::int64_t(i))) continue;
    const std::string& file = job.files[i];
    int status = kSuccess;
    if (job.options.outFolder.empty()) {
      const FileResult result = runOne(job, file, {}, context);
      printResult(job, file, result, context);
      status = result.status;
    } else {
      const fs::path name = absolutePathOf(file).lexically_relative(common);
      const fs::path out = fs::path(job.options.outFolder) / (name.string() + job.ending);
      status = runToFile(job, file, out.string(), context);
    }
    worst = std::max(worst, status);
  }
  return worst;
}

}  // namespace usdscope
