// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/ResolverCommand.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

#include "engine/base/ResponsiveThread.h"

extern char** environ;

namespace usdscope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTurnMs = 20;  // How soon the end of the program is noticed.
constexpr std::size_t kMostPrinted = 64 << 10;
constexpr std::size_t kMostSaid = 4 << 10;  // The end of the messages that is kept.
constexpr std::size_t kMostQuoted = 80;
constexpr std::string_view kId = "%p";

/// The end of a pipe, or another descriptor, that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  void reset(int number = -1) {
    if (number_ >= 0) ::close(number_);
    number_ = number;
  }

 private:
  int number_;
};

struct Output {
  bool keepsEnd = false;  // Drops the beginning of a text that is too long, and reads on.
  Descriptor reading;
  Descriptor writing;
  std::string text;
  bool isTooLong = false;

  // Other programs that start at the same time must not inherit the ends.
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    reading.reset(ends[0]);
    writing.reset(ends[1]);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return true;
  }

  // Reads what there is, up to a little more than a pipe holds: the program may write faster.
  void read() {
    std::array<char, 4096> buffer{};
    for (std::size_t byteSize = 0; byteSize <= kMostPrinted && reading.number() >= 0;) {
      const ssize_t count = ::read(reading.number(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return;
      if (count <= 0) return reading.reset();
      text.append(buffer.data(), static_cast<std::size_t>(count));
      byteSize += static_cast<std::size_t>(count);
      if (keepsEnd && text.size() > kMostSaid) text.erase(0, text.size() - kMostSaid);
      if (text.size() <= kMostPrinted) continue;
      isTooLong = true;
      return reading.reset();
    }
  }
};

/// A program that has been run.
struct Ended {
  std::string problem;  ///< Why it could not be started; else empty.
  bool isLate = false;  ///< It has been ended after its time.
  int status = 0;       ///< From waitpid().
  std::string out;
  std::string err;
  bool isTooLong = false;  ///< It has printed more than an answer can have.
};

int start(const std::vector<std::string>& words, const Output& out, const Output& err, pid_t& pid) {
  std::vector<std::string> texts = words;
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.writing.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.writing.number(), STDERR_FILENO);
  // A group of its own, so that its children end with it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int error =
      posix_spawnp(&pid, pointers.front(), &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

Ended runWords(const std::vector<std::string>& words, std::chrono::milliseconds patience) {
  Ended ended;
  Output out;
  Output err;
  err.keepsEnd = true;
  pid_t pid = -1;
  int error = out.open() && err.open() ? 0 : errno;
  if (error == 0) error = start(words, out, err, pid);
  if (error != 0) {
    ended.problem = std::strerror(error);
    return ended;
  }
  out.writing.reset();
  err.writing.reset();
  const Clock::time_point end = Clock::now() + patience;
  for (;;) {
    std::array<pollfd, 2> ends{pollfd{out.reading.number(), POLLIN, 0},
                               pollfd{err.reading.number(), POLLIN, 0}};
    ::poll(ends.data(), ends.size(), kTurnMs);
    out.read();
    err.read();
    const pid_t done = ::waitpid(pid, &ended.status, WNOHANG);
    if (done == pid || (done < 0 && errno != EINTR)) break;
    ended.isLate = Clock::now() > end;
    if (!ended.isLate && !out.isTooLong) continue;
    ::kill(-pid, SIGKILL);
    while (::waitpid(pid, &ended.status, 0) < 0 && errno == EINTR) {
    }
    break;
  }
  out.read();
  err.read();
  ended.out = std::move(out.text);
  ended.err = std::move(err.text);
  ended.isTooLong = out.isTooLong;
  return ended;
}

// The line without its end. Empty if there are several lines, or characters that no path has.
std::optional<std::string> onlyLine(std::string text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  const bool isPlain = std::ranges::none_of(
      text, [](char c) { return std::iscntrl(static_cast<unsigned char>(c)); });
  return isPlain ? std::optional(std::move(text)) : std::nullopt;
}

std::string quoted(std::string text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  if (text.size() > kMostQuoted) {
    std::size_t size = kMostQuoted;
    // Other bytes of a character than its first begin with the bits 10.
    while (size > kMostQuoted - 3 && (text[size] & 0xC0) == 0x80) --size;
    text = text.substr(0, size) + "…";
  }
  return '`' + text + '`';
}

std::string lastLine(const std::string& text) {
  const std::size_t end = text.find_last_not_of("\r\n");
  if (end == std::string::npos) return {};
  const std::size_t begin = text.find_last_of('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

}  // namespace

bool isAssetId(std::string_view authored) {
  const std::size_t colon = authored.find(':');
  if (colon == std::string_view::npos || colon < 2) return false;  // `P:` is a drive.
  const std::string_view scheme = authored.substr(0, colon);
  const auto isPart = [](char each) {
    const auto c = static_cast<unsigned char>(each);
    return std::isalnum(c) || c == '+' || c == '-' || c == '.';
  };
  return scheme != "anon" && std::isalpha(static_cast<unsigned char>(scheme.front())) &&
         std::ranges::all_of(scheme, isPart);
}

std::vector<std::string> commandWords(std::string_view line) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (const char c : line) {
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? 0 : c;
      if (!word) word.emplace();
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c))) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
    } else {
      if (!word) word.emplace();
      *word += c;
    }
  }
  if (word) words.push_back(*word);
  return words;
}

ResolverCommand::ResolverCommand(std::string_view line, std::chrono::milliseconds patience)
    : words_(commandWords(line)), patience_(patience) {
  const auto hasId = [](const std::string& word) { return word.find(kId) != std::string::npos; };
  if (std::ranges::none_of(words_, hasId)) words_.emplace_back(kId);
}

std::vector<std::string> ResolverCommand::wordsFor(std::string_view id) const {
  std::vector<std::string> words = words_;
  for (std::string& word : words) {
    for (std::size_t at = word.find(kId); at != std::string::npos;
         at = word.find(kId, at + id.size())) {
      word.replace(at, kId.size(), id);
    }
  }
  return words;
}

std::string ResolverCommand::text(std::string_view id) const {
  return fmt::format("{}", fmt::join(wordsFor(id), " "));
}

ResolverCommand::Answer ResolverCommand::ask(const std::string& id) const {
  std::promise<Answer> promise;
  std::shared_future<Answer> known;
  {
    const std::lock_guard lock(mutex_);
    const auto [place, isNew] = answers_.try_emplace(id);
    if (isNew) place->second = promise.get_future().share();
    if (!isNew) known = place->second;
  }
  if (known.valid()) return known.get();
  const Answer answer = run(id);
  promise.set_value(answer);
  return answer;
}

void ResolverCommand::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = answers_.find(id);
  if (found == answers_.end()) return;
  // Other threads wait for an answer that is still to come.
  if (found->second.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  answers_.erase(found);
  isSilent_ = false;
}

ResolverCommand::Answer ResolverCommand::run(const std::string& id) const {
  noteFileAccess(id);
  const std::string command = fmt::format("The resolver command `{}`", text(id));
  if (isSilent_) {
    return {{}, command + " is not run, because the command has not answered before."};
  }
  const Ended ended = runWords(wordsFor(id), patience_);
  if (!ended.problem.empty()) {
    return {{}, fmt::format("{} cannot be started: {}.", command, ended.problem)};
  }
  if (ended.isLate) {
    isSilent_ = true;
    return {{},
            fmt::format("{} has not answered within {} seconds, and is not asked again.", command,
                        std::chrono::duration<double>(patience_).count())};
  }
  if (ended.isTooLong) {
    return {{}, command + " prints more than a path, and was ended."};
  }
  if (ended.status != 0) {
    const std::string how = WIFSIGNALED(ended.status)
                                ? fmt::format("was ended by signal {}", WTERMSIG(ended.status))
                                : fmt::format("ended with status {}", WEXITSTATUS(ended.status));
    const std::string said = lastLine(ended.err);
    return {{}, fmt::format("{} {}.{}", command, how, said.empty() ? "" : " It said: " + said)};
  }
  const std::optional<std::string> line = onlyLine(ended.out);
  if (line && line->empty()) return {{}, command + " has no answer."};
  if (!line || !line->starts_with('/')) {
    return {{},
            fmt::format("{} printed {} instead of an absolute path.", command, quoted(ended.out))};
  }
  return {*line, {}};
}

}  // namespace usdscope
