// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/PrimSkim.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace usdscope::usda {
namespace {

// The characters that matter before the braces of a prim, and inside of them. Most characters of a
// text do not.
constexpr std::array kInHeader = {'"', '\'', '@', '#', '/', '{', '}', '(', ')'};
constexpr std::array kInBody = {'"', '\'', '@', '#', '/', '{', '}'};

// Returns the first of these characters from an offset on, or the end of the text. Most time is
// spent here, so on processors that can, sixteen characters are compared at once.
template <std::size_t count>
std::size_t findFirstOf(const std::array<char, count>& wanted, std::string_view text,
                        std::size_t at) {
#ifdef __SSE2__
  for (; at + 16 <= text.size(); at += 16) {
    const auto* const place = reinterpret_cast<const __m128i*>(text.data() + at);
    const __m128i here = _mm_loadu_si128(place);
    __m128i hits = _mm_setzero_si128();
    for (const char c : wanted) hits = _mm_or_si128(hits, _mm_cmpeq_epi8(here, _mm_set1_epi8(c)));
    const auto mask = static_cast<std::uint32_t>(_mm_movemask_epi8(hits));
    if (mask != 0) return at + static_cast<std::size_t>(std::countr_zero(mask));
  }
#endif
  while (at < text.size() && std::ranges::find(wanted, text[at]) == wanted.end()) ++at;
  return at;
}

/// Skims a text. Skips strings, asset paths and comments.
class Skim {
 public:
  explicit Skim(std::string_view text) : text_(text) {}
  std::size_t offset() const { return at_; }

  // Goes to the brace that opens the prim. Braces of its metadata are in parentheses.
  bool skipHeader() {
    int parentheses = 0;
    while (toOneOf(kInHeader)) {
      const char c = text_[at_];
      if (parentheses == 0 && (c == '{' || c == '}')) return c == '{';
      if (c == '(') ++parentheses;
      if (c == ')' && --parentheses < 0) return false;
      if (!skipStop()) return false;
    }
    return false;
  }

  // Goes from the brace that opens the prim to the end of the one that closes it.
  bool skipBody() {
    int braces = 0;
    while (toOneOf(kInBody)) {
      const char c = text_[at_];
      if (c == '{') ++braces;
      if (c == '}') --braces;
      if (!skipStop()) return false;
      if (braces == 0 && c == '}') return true;
    }
    return false;
  }

  void skipPadding() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool isComment = c == '#' || (c == '/' && (isNext(1, '/') || isNext(1, '*')));
      if (!isComment && c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
      if (!isComment) {
        ++at_;
      } else if (!skipStop()) {
        return;
      }
    }
  }

 private:
  bool isNext(std::size_t ahead, char c) const {
    return at_ + ahead < text_.size() && text_[at_ + ahead] == c;
  }

  bool toOneOf(const auto& wanted) {
    at_ = findFirstOf(wanted, text_, at_);
    return at_ < text_.size();
  }

  // Skips the character here and the string, path or comment that it opens.
  bool skipStop() {
    switch (text_[at_]) {
      case '"':
      case '\'':
        return skipString();
      case '@':
        return skipAsset();
      case '#':
        return skipLine();
      case '/':
        if (isNext(1, '/')) return skipLine();
        if (isNext(1, '*')) return skipTo("*/", at_ + 2);
        break;
      default:
        break;
    }
    ++at_;
    return true;
  }

  bool skipTo(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, from);
    if (found == std::string_view::npos) return false;
    at_ = found + end.size();
    return true;
  }

  bool skipLine() {
    at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    return true;
  }

  bool skipString() {
    const char quote = text_[at_];
    const bool isTriple = isNext(1, quote) && isNext(2, quote);
    at_ += isTriple ? 3 : 1;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\\') {
        ++at_;
      } else if (c == quote && (!isTriple || (isNext(1, quote) && isNext(2, quote)))) {
        at_ += isTriple ? 3 : 1;
        return true;
      } else if (!isTriple && (c == '\n' || c == '\r')) {
        return false;
      }
    }
    return false;
  }

  bool skipAsset() {
    const bool isTriple = isNext(1, '@') && isNext(2, '@');
    if (!isTriple) return skipTo("@", at_ + 1);
    at_ += 3;
    // An `@` after a backslash belongs to the path, and so do up to two more after the last.
    do {
      if (!skipTo("@@@", at_)) return false;
    } while (text_[at_ - 4] == '\\');
    for (int i = 0; i < 2 && isNext(0, '@'); ++i) ++at_;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t skimPrim(std::string_view text, std::size_t offset, std::size_t limit) {
  const std::string_view rest = text.substr(offset);
  Skim skim(rest.substr(0, std::min(limit - offset, rest.size())));
  if (!skim.skipHeader() || !skim.skipBody()) return std::string_view::npos;
  skim.skipPadding();
  return offset + skim.offset();
}

}  // namespace usdscope::usda
