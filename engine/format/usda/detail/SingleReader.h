// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "engine/format/usda/detail/PathExpressionReader.h"
#include "engine/format/usda/detail/ReadContext.h"

namespace usdscope::usda {

/// Whether `text` equals the lower-case word `lower`, ignoring case.
inline bool isWordWithoutCase(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
    if (c != lower[i]) return false;
  }
  return true;
}

/// Reads single values by type; one overload for each C++ type of USDSCOPE_VALUE_TYPES.
class SingleReader {
 public:
  explicit SingleReader(ReadContext& context) : SingleReader(context, context.in) {}
  /// Reads from another scanner. Reading numbers does not use the context, so several threads may
  /// read numbers.
  SingleReader(ReadContext& context, Scanner& in) : context_(context), in_(in) {}

  bool read(double& out) {
    if (!in_.isAtString()) [[likely]] {
      return in_.readReal(out);
    }
    // "inf", "-inf" and "nan" may be written as strings.
    const std::size_t start = in_.offset();
    std::string_view text;
    std::string buffer;
    if (!in_.readString(text, buffer)) return false;
    Scanner inside(text);
    if ((text == "inf" || text == "-inf" || text == "nan") && inside.readReal(out)) return true;
    in_.rewind(start);
    return in_.fail("a number");
  }
  bool read(float& out) {
    double number = 0.0;
    if (!read(number)) return false;
    out = static_cast<float>(number);
    return true;
  }
  bool read(Half& out) {
    float number = 0.0f;
    if (!read(number)) return false;
    out = Half(number);
    return true;
  }
  bool read(TimeCodeValue& out) { return read(out.time); }
  bool read(DurationValue& out) { return read(out.time); }

  bool read(std::int32_t& out) { return readInteger(out, "an integer of 32 bits"); }
  bool read(std::uint32_t& out) { return readInteger(out, "an unsigned integer of 32 bits"); }
  bool read(std::int64_t& out) { return readInteger(out, "an integer of 64 bits"); }
  bool read(std::uint64_t& out) { return readInteger(out, "an unsigned integer of 64 bits"); }
  bool read(std::uint8_t& out) { return readInteger(out, "an integer from 0 to 255"); }

  bool read(bool& out) {
    const std::size_t start = in_.offset();
    std::string_view word;
    std::string buffer;
    if (in_.isAtString()) {
      if (!in_.readString(word, buffer)) return false;
    } else {
      word = in_.takeIdentifier();
      if (word.empty() || word == "inf" || word == "nan") {
        in_.rewind(start);
        NumberText number;
        if (!in_.readNumber(number)) return false;
        out = number.real != 0.0;
        return true;
      }
    }
    if (isWordWithoutCase(word, "true") || isWordWithoutCase(word, "yes") || word == "1") {
      out = true;
      return true;
    }
    if (isWordWithoutCase(word, "false") || isWordWithoutCase(word, "no") || word == "0") {
      out = false;
      return true;
    }
    in_.rewind(start);
    return in_.fail("true or false");
  }
  bool read(BoolByte& out) {
    bool flag = false;
    if (!read(flag)) return false;
    out = flag;
    return true;
  }

  bool read(std::string& out) { return in_.readString(out); }
  bool read(Token& out) {
    std::string_view text;
    std::string buffer;
    if (!in_.readString(text, buffer)) return false;
    out = context_.tokens.token(text);
    return true;
  }
  bool read(AssetPath& out) {
    const std::size_t start = in_.offset();
    if (in_.isAtString()) {
      return in_.readString(out.authored) && in_.acceptAsset(out.authored, start);
    }
    return in_.readAsset(out.authored);
  }
  bool read(PathExpression& out) { return readPathExpression(context_, out); }

  template <int count, typename T>
  bool read(glm::vec<count, T>& out) {
    return readTuple([&](int i) { return read(out[i]); }, count);
  }
  template <std::size_t count>
  bool read(std::array<Half, count>& out) {
    return readTuple([&](int i) { return read(out[static_cast<std::size_t>(i)]); }, int(count));
  }
  template <int rows, int columns, typename T>
  bool read(glm::mat<rows, columns, T>& out) {
    // A column of GLM is a row of USD: see math/Types.h.
    return readTuple(
        [&](int row) {
          return readTuple([&](int column) { return read(out[row][column]); }, columns);
        },
        rows);
  }
  template <typename T>
  bool read(glm::qua<T>& out) {
    T* const parts[] = {&out.w, &out.x, &out.y, &out.z};
    return readTuple([&](int i) { return read(*parts[i]); }, 4);
  }
  bool read(HalfQuat& out) {
    // The real part comes first in text.
    return readTuple([&](int i) { return read(out.ijkr[i == 0 ? 3 : std::size_t(i) - 1]); }, 4);
  }
  bool read(OpaqueValue&) {
    return in_.failAt(in_.offset(), "A value of the type opaque cannot be written.");
  }

 private:
  template <typename Int>
  bool readInteger(Int& out, const char* what) {
    const std::size_t start = in_.offset();
    NumberText number;
    if (!in_.readNumber(number)) return false;
    if (toInteger(number, out)) return true;
    in_.rewind(start);
    return in_.fail(what);
  }

  template <typename ReadPart>
  bool readTuple(ReadPart&& readPart, int count) {
    const std::size_t start = in_.offset();
    if (!in_.expect('(')) return false;
    in_.skipMultiline();
    for (int i = 0; i < count; ++i) {
      if (!readPart(i)) return false;
      if (!in_.take(',')) {
        in_.skipInline();
        if (!in_.take(',')) {
          in_.skipMultiline();
          if (i + 1 == count && in_.take(')')) return true;
          return failCount(start, count);
        }
      }
      in_.skipMultiline();
    }
    // A comma may follow the last component.
    return in_.take(')') || failCount(start, count);
  }

  bool failCount(std::size_t start, int count) {
    return in_.failAt(start, fmt::format("Expected {} values in parentheses.", count));
  }

  ReadContext& context_;
  Scanner& in_;
};

}  // namespace usdscope::usda
