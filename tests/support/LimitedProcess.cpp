// SPDX-License-Identifier: Apache-2.0
#include "tests/support/LimitedProcess.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

std::string textOfFile(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void redirect(const char* file, int flags, int descriptor) {
  const int opened = ::open(file, flags, 0600);
  if (opened >= 0) ::dup2(opened, descriptor);
}

double secondsOf(const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) * 1e-6; }

}  // namespace

ProcessEnd runUsdscope(const std::vector<std::string>& arguments, unsigned cpuSeconds,
                       const std::string& input,
                       const std::vector<std::pair<std::string, std::string>>& environment) {
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  const std::string err = (folder / "err").string();
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string program = (self.parent_path() / "usdscope").string();
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);

  const pid_t child = ::fork();
  if (child == 0) {
    redirect(input.empty() ? "/dev/null" : input.c_str(), O_RDONLY, STDIN_FILENO);
    redirect(out.c_str(), O_WRONLY | O_CREAT, STDOUT_FILENO);
    redirect(err.c_str(), O_WRONLY | O_CREAT, STDERR_FILENO);
    const rlimit time{cpuSeconds, cpuSeconds};
    ::setrlimit(RLIMIT_CPU, &time);
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    ::execv(program.c_str(), words.data());
    ::_exit(126);
  }
  ProcessEnd end;
  int status = 0;
  rusage used{};
  if (child < 0 || ::wait4(child, &status, 0, &used) != child) return end;
  if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  end.cpuSeconds = secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
  end.mostBytes = static_cast<std::size_t>(used.ru_maxrss) * 1024;
  end.out = textOfFile(out);
  end.err = textOfFile(err);
  return end;
}

}  // namespace usdscope
