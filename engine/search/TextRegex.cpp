// SPDX-License-Identifier: Apache-2.0
#include "engine/search/TextRegex.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdint>

namespace usdscope {
namespace {

// Bounds the memory of a compiled expression, together with what matching remembers.
constexpr int kMostMegabytes = 8;
// A longer part of an expression would not help to find the mistake.
constexpr std::size_t kMostShownBytes = 40;

re2::RE2::Options regexOptions() {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  options.set_dot_nl(true);
  options.set_never_capture(true);
  options.set_max_mem(std::int64_t{kMostMegabytes} << 20);
  options.set_log_errors(false);
  return options;
}

// The number of the character, from 1, that begins at a byte of UTF-8.
std::ptrdiff_t characterNumber(std::string_view text, std::size_t byte) {
  const auto isFirst = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return 1 + std::ranges::count_if(text.substr(0, byte), isFirst);
}

// RE2 names the part that it does not understand, but not its position.
std::string placeOf(std::string_view part, std::string_view expression) {
  if (part.empty() || part == expression || part.size() > kMostShownBytes) return {};
  const std::size_t at = expression.find(part);
  if (at == std::string_view::npos) return {};
  const bool isOnlyOne = expression.find(part, at + 1) == std::string_view::npos;
  if (!isOnlyOne) return fmt::format(" at \"{}\"", part);
  return fmt::format(" at character {}, \"{}\"", characterNumber(expression, at), part);
}

std::string regexProblem(const re2::RE2& regex, std::string_view expression) {
  if (regex.ok()) return {};
  if (regex.error_code() == re2::RE2::ErrorPatternTooLarge) {
    return fmt::format(
        "The regular expression needs more than {} MiB; it must be shorter, or have smaller "
        "counts.",
        kMostMegabytes);
  }
  const std::string& part = regex.error_arg();
  std::string reason = regex.error();
  if (reason.ends_with(": " + part)) reason.resize(reason.size() - part.size() - 2);
  return fmt::format("The regular expression is not valid{}: {}.", placeOf(part, expression),
                     reason);
}

}  // namespace

TextRegex::TextRegex(std::string_view expression)
    : compiled_(std::make_shared<const re2::RE2>(std::string(expression), regexOptions())),
      problem_(regexProblem(*compiled_, expression)) {}

bool TextRegex::matches(std::string_view text) const {
  return compiled_->ok() && re2::RE2::PartialMatch({text.data(), text.size()}, *compiled_);
}

}  // namespace usdscope
