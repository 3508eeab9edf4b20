// SPDX-License-Identifier: Apache-2.0
#include "app/capture/FedProgram.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

extern char** environ;

namespace usdscope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTurnMs = 50;  // How soon a stop and the end of the program are noticed.
constexpr std::size_t kMostSaid = 4096;
constexpr int kMostLines = 3;

// While one lives, a write to a closed pipe is an error of this thread and not a signal.
class WithoutPipeSignal {
 public:
  WithoutPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    wasPending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutPipeSignal() {
    const timespec now{};
    if (!wasPending_) {
      while (sigtimedwait(&pipe_, nullptr, &now) == -1 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutPipeSignal(const WithoutPipeSignal&) = delete;
  WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool wasPending_ = false;
};

void closeEnd(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

struct Pipe {
  int reading = -1;
  int writing = -1;

  // Other programs that start at the same time must not inherit the ends.
  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    reading = ends[0];
    writing = ends[1];
    return true;
  }
  void close() {
    closeEnd(reading);
    closeEnd(writing);
  }
};

void doNotWait(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

int spawn(const std::vector<std::string>& arguments, const Pipe& input, const Pipe& errors,
          pid_t& pid) {
  std::vector<std::string> texts = arguments;
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  const int error =
      posix_spawn(&pid, pointers.front(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

bool isProgram(const std::string& path) {
  return access(path.c_str(), X_OK) == 0 && !path.ends_with('/');
}

}  // namespace

std::string findProgram(const std::string& name) {
  const char* folders = std::getenv("PATH");
  std::string_view rest = folders ? folders : "";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string_view folder = rest.substr(0, colon);
    const std::string path = std::string(folder.empty() ? "." : folder) + "/" + name;
    if (isProgram(path)) return path;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return {};
}

FedProgram::FedProgram(std::string name, FeedPatience patience)
    : name_(std::move(name)), patience_(patience) {}

FedProgram::~FedProgram() { kill(); }

std::string FedProgram::start(const std::vector<std::string>& arguments) {
  Pipe input;
  Pipe errors;
  if (!input.open() || !errors.open()) {
    input.close();
    return fmt::format("{} cannot be started: {}.", name_, std::strerror(errno));
  }
  pid_t pid = -1;
  const int error = spawn(arguments, input, errors, pid);
  closeEnd(input.reading);
  closeEnd(errors.writing);
  if (error != 0) {
    input.close();
    errors.close();
    return fmt::format("{} cannot be started: {}.", name_, std::strerror(error));
  }
  pid_ = pid;
  input_ = input.writing;
  errors_ = errors.reading;
  doNotWait(input_);
  doNotWait(errors_);
  return {};
}

// Keeps the end of what the program says. Returns false when it cannot say more.
bool FedProgram::readErrors() {
  std::array<char, 4096> buffer{};
  while (errors_ >= 0) {
    const ssize_t count = read(errors_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return true;
    if (count <= 0) {
      closeEnd(errors_);
      break;
    }
    said_.append(buffer.data(), static_cast<std::size_t>(count));
    if (said_.size() > kMostSaid) said_.erase(0, said_.size() - kMostSaid);
  }
  return false;
}

bool FedProgram::hasEnded() {
  if (pid_ < 0) return true;
  int status = 0;
  const pid_t ended = waitpid(pid_, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
  status_ = ended < 0 ? 0 : status;
  pid_ = -1;
  return true;
}

// Adds the last lines that the program has said.
std::string FedProgram::withErrors(std::string sentence) {
  readErrors();
  std::vector<std::string> lines;
  std::string line;
  for (const char c : said_ + "\n") {
    if (c == '\n' || c == '\r') {
      if (!line.empty()) lines.push_back(std::exchange(line, {}));
    } else {
      line += c;
    }
  }
  const std::size_t first = lines.size() > kMostLines ? lines.size() - kMostLines : 0;
  for (std::size_t i = first; i < lines.size(); ++i) {
    sentence += (i == first ? " It said: " : " / ") + lines[i];
  }
  return sentence;
}

std::string FedProgram::died() {
  if (WIFSIGNALED(status_)) {
    return withErrors(fmt::format("{} was ended by signal {}.", name_, WTERMSIG(status_)));
  }
  return withErrors(
      fmt::format("{} ended too early, with status {}.", name_, WEXITSTATUS(status_)));
}

std::string FedProgram::write(std::span<const std::byte> bytes, const std::stop_token& stop) {
  const WithoutPipeSignal quiet;
  Clock::time_point last = Clock::now();
  while (!bytes.empty()) {
    if (stop.stop_requested()) return "Stopped.";
    std::array<pollfd, 2> ends{pollfd{input_, POLLOUT, 0}, pollfd{errors_, POLLIN, 0}};
    poll(ends.data(), ends.size(), kTurnMs);
    if (ends[1].revents != 0) readErrors();
    const ssize_t count = input_ < 0 ? -1 : ::write(input_, bytes.data(), bytes.size());
    if (count > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
      last = Clock::now();
      continue;
    }
    const bool waits = count < 0 && input_ >= 0 && (errno == EAGAIN || errno == EINTR);
    if (hasEnded()) return died();
    if (!waits) {
      // It has closed its input and is about to end.
      const std::string problem = waitForEnd(patience_.reading, stop);
      return problem.empty() ? withErrors(name_ + " has stopped reading.") : problem;
    }
    if (Clock::now() - last > patience_.reading) {
      kill();
      return withErrors(fmt::format("{} has read nothing for {} seconds, and was ended.", name_,
                                    std::chrono::duration<double>(patience_.reading).count()));
    }
  }
  return {};
}

std::string FedProgram::finish(const std::stop_token& stop) {
  return waitForEnd(patience_.finishing, stop);
}

std::string FedProgram::waitForEnd(std::chrono::milliseconds most, const std::stop_token& stop) {
  closeInput();
  const Clock::time_point start = Clock::now();
  while (!hasEnded()) {
    if (stop.stop_requested()) return "Stopped.";
    if (Clock::now() - start > most) {
      kill();
      return withErrors(fmt::format("{} did not end within {} seconds, and was ended.", name_,
                                    std::chrono::duration<double>(most).count()));
    }
    pollfd said{errors_, POLLIN, 0};
    poll(&said, 1, kTurnMs);
    readErrors();
  }
  return status_ == 0 ? std::string() : died();
}

void FedProgram::closeInput() { closeEnd(input_); }

void FedProgram::kill() {
  closeInput();
  if (pid_ >= 0) {
    ::kill(pid_, SIGKILL);
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
  }
  readErrors();
  closeEnd(errors_);
}

}  // namespace usdscope
