// SPDX-License-Identifier: Apache-2.0
#include "app/cli/TextColors.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "app/cli/ProgressLine.h"

namespace usdscope {
namespace {

constexpr std::string_view kRed = "\x1b[31m";
constexpr std::string_view kGreen = "\x1b[32m";
constexpr std::string_view kYellow = "\x1b[33m";
constexpr std::string_view kCyan = "\x1b[36m";
constexpr std::string_view kPlain = "\x1b[0m";

struct ColoredPart {
  std::string_view text;  // The beginning of the line.
  std::string_view color;
};

ColoredPart severityOf(std::string_view line) {
  constexpr ColoredPart kWords[] = {{"error:", kRed}, {"warning:", kYellow}, {"note:", kCyan}};
  for (const ColoredPart& word : kWords) {
    if (line.starts_with(word.text)) return word;
  }
  return {};
}

ColoredPart differenceOf(std::string_view line) {
  const std::size_t mark = line.find_first_not_of(' ');
  if (mark == std::string_view::npos || mark + 1 >= line.size() || line[mark + 1] != ' ') return {};
  if (line[mark] == '-') return {line, kRed};
  if (line[mark] == '+') return {line, kGreen};
  return {};
}

std::string colored(std::string_view text, ColoredPart (*partOf)(std::string_view line)) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const ColoredPart part = partOf(line);
    if (!part.text.empty()) (((result += part.color) += part.text) += kPlain);
    result += line.substr(part.text.size());
    if (end < text.size()) result += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace

bool mayHaveColors(const std::ostream& stream) {
  const char* forbidden = std::getenv("NO_COLOR");
  if (forbidden && *forbidden) return false;
  const char* terminal = std::getenv("TERM");
  if (!terminal || !*terminal || std::string_view(terminal) == "dumb") return false;
  const bool isOut = stream.rdbuf() == std::cout.rdbuf() || ProgressLine::isOutput(stream);
  if (isOut) return ::isatty(STDOUT_FILENO) != 0;
  return stream.rdbuf() == std::cerr.rdbuf() && ::isatty(STDERR_FILENO) != 0;
}

std::string withColoredSeverities(std::string_view text) { return colored(text, severityOf); }

std::string withColoredDifferences(std::string_view text) { return colored(text, differenceOf); }

}  // namespace usdscope
