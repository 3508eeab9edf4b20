// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/ShaderText.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace usdscope {
namespace {

constexpr std::size_t kMaxDepth = 16;

class Assembler {
 public:
  Assembler(const ShaderReader& read, ShaderText& out) : read_(read), out_(out) {}

  void add(std::string_view name, std::size_t depth) {
    const std::optional<std::string> text = read_(name);
    if (!text) {
      out_.problem = fmt::format("There is no shader file {}.", name);
      return;
    }
    const std::size_t number = out_.files.size();
    out_.files.emplace_back(name);
    std::size_t line = 1;
    out_.text += fmt::format("#line 1 {}\n", number);
    std::string_view rest = *text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view current = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      addLine(current, number, line++, depth);
      if (!out_.problem.empty()) return;
    }
  }

 private:
  void addLine(std::string_view line, std::size_t number, std::size_t lineNumber,
               std::size_t depth) {
    constexpr std::string_view kInclude = "#include \"";
    if (!line.starts_with(kInclude)) {
      out_.text += line;
      out_.text += '\n';
      return;
    }
    line.remove_prefix(kInclude.size());
    const std::string_view name = line.substr(0, line.find('"'));
    if (std::ranges::find(out_.files, name) == out_.files.end()) {
      if (depth >= kMaxDepth) {
        out_.problem = fmt::format("{}:{}: The includes are nested too deeply.", out_.files[number],
                                   lineNumber);
        return;
      }
      add(name, depth + 1);
      if (!out_.problem.empty()) {
        out_.problem = fmt::format("{}:{}: {}", out_.files[number], lineNumber, out_.problem);
      }
    }
    out_.text += fmt::format("#line {} {}\n", lineNumber + 1, number);
  }

  const ShaderReader& read_;
  ShaderText& out_;
};

// Takes the digits at the start of a text; empty when there are none.
std::string_view takeDigits(std::string_view& text) {
  const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
  text.remove_prefix(digits.size());
  return digits;
}

// Takes `(17)` and returns the digits; empty when the text does not start with it.
std::string_view takeInParentheses(std::string_view& text) {
  if (!text.starts_with('(')) return {};
  std::string_view rest = text.substr(1);
  const std::string_view digits = takeDigits(rest);
  if (digits.empty() || !rest.starts_with(')')) return {};
  text = rest.substr(1);
  return digits;
}

// Replaces the number of a file at the start of a line by the name of the file.
// Mesa: `2:17(5): error`; NVIDIA: `2(17) : error`; others: `ERROR: 2:17: …`.
std::string namedLine(std::string_view line, const std::vector<std::string>& files) {
  std::string_view rest = line;
  for (const std::string_view severity : {"ERROR: ", "WARNING: "}) {
    if (line.starts_with(severity)) rest.remove_prefix(severity.size());
  }
  const std::string_view severity = line.substr(0, line.size() - rest.size());
  const std::string_view digits = takeDigits(rest);
  std::string_view row;
  if (rest.starts_with(':')) {
    rest.remove_prefix(1);
    row = takeDigits(rest);
    takeInParentheses(rest);  // The column.
  } else {
    row = takeInParentheses(rest);
  }
  std::size_t number = files.size();
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (row.empty() || number >= files.size()) return std::string(line);
  return fmt::format("{}{}:{}{}", severity, files[number], row, rest);
}

}  // namespace

std::string_view defineOf(ShaderFeature feature) {
  static constexpr std::array<std::string_view, kShaderFeatureCount> kDefines{
      "USDSCOPE_TEXTURED",     "USDSCOPE_CUTOUT",       "USDSCOPE_WIREFRAME",  "USDSCOPE_PICK",
      "USDSCOPE_PREVIEW",      "USDSCOPE_SCENE_LIGHTS", "USDSCOPE_LIGHT_MAPS", "USDSCOPE_LAYERS",
      "USDSCOPE_MULTISAMPLED", "USDSCOPE_INSPECT",      "USDSCOPE_CLIPPED",    "USDSCOPE_DISPLACED",
      "USDSCOPE_DISPLAY_TABLE"};
  return kDefines[static_cast<std::size_t>(feature)];
}

ShaderText assembleShader(std::string_view name, ShaderFeatures features,
                          const ShaderReader& read) {
  ShaderText result;
  result.text = "#version 450 core\n";
  for (std::uint32_t i = 0; i < kShaderFeatureCount; ++i) {
    const auto feature = static_cast<ShaderFeature>(i);
    if (features.has(feature)) result.text += fmt::format("#define {} 1\n", defineOf(feature));
  }
  Assembler(read, result).add(name, 0);
  return result;
}

std::string namedLog(std::string_view log, const std::vector<std::string>& files) {
  std::string result;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    if (!result.empty()) result += '\n';
    result += namedLine(log.substr(0, end), files);
    log.remove_prefix(std::min(end + 1, log.size()));
  }
  return result;
}

}  // namespace usdscope
