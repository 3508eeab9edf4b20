// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/ValueFromText.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "engine/base/Utf8.h"
#include "engine/format/usda/detail/SamplesReader.h"
#include "engine/format/usda/detail/ValueReader.h"
#include "engine/layer/Spelling.h"

namespace usdscope {
namespace {

using usda::ReadContext;
using usda::Scanner;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
}

// The value of a text without quotes.
std::optional<Value> bareValue(std::string_view text, const TypeName& type) {
  const char first = text.empty() ? '\0' : text.front();
  if (type.isArray || first == '\0' || first == '"' || first == '\'' || first == '[') return {};
  switch (type.kind) {
    case ValueKind::String:
      return Value(std::string(text));
    case ValueKind::Token:
      return Value(Token(text));
    case ValueKind::Asset:
      if (first == '@') return {};
      return Value(AssetPath{.authored = std::string(text), .evaluated = {}, .resolved = {}});
    default:
      return {};
  }
}

bool isPlainText(std::string_view text) {
  std::string printable;
  appendPrintable(printable, text);
  return printable == text;
}

// The column counts characters, not bytes.
std::size_t columnOf(std::string_view text, std::size_t offset) {
  std::size_t column = 1;
  for (const char c : text.substr(0, offset)) {
    if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) ++column;
  }
  return column;
}

std::string failureOf(const Scanner& in) {
  const std::size_t offset = in.failureOffset();
  std::string expected = in.failure();
  while (!expected.empty() && expected.back() == '.') expected.pop_back();
  const std::string found = in.excerpt(offset);
  return fmt::format("Column {}: {}{}.", columnOf(in.text(), offset), expected,
                     found.empty() ? "" : fmt::format("; found: {}", found));
}

template <typename Read>
ValueFromText readAll(std::string_view text, Read&& read) {
  Diagnostics diagnostics;
  const auto context =
      std::make_unique<ReadContext>(text, FieldDefinitions::builtin(), diagnostics, "");
  Scanner& in = context->in;
  in.skipMultiline();
  ValueFromText result;
  bool isRead = read(*context, result.value);
  if (isRead) {
    in.skipMultiline();
    if (!in.atEnd()) in.fail("the end of the value");
    isRead = in.atEnd() && !in.hasFailed();
  }
  if (!isRead) return {.value = {}, .problem = failureOf(in)};
  // A faulty path expression is a diagnostic for layers, since the rest of the layer is good.
  if (!diagnostics.isEmpty()) {
    return {.value = {}, .problem = diagnostics.entries().front().message};
  }
  return result;
}

}  // namespace

ValueFromText valueFromText(std::string_view text, const TypeName& type) {
  const std::string_view content = trimmed(text);
  if (content == "None") return {.value = Value(ValueBlock()), .problem = {}};
  if (auto bare = bareValue(content, type); bare && isPlainText(content)) {
    return {.value = std::move(*bare), .problem = {}};
  }
  const auto read = [&](ReadContext& context, Value& out) {
    // Only text layers take a path as the value of any type.
    if (context.in.peek() == '<') return context.in.fail("a value");
    return readAttributeValue(context, {.name = type.name, .type = &type}, out);
  };
  ValueFromText result = readAll(text, read);
  if (!result.problem.empty()) {
    result.problem =
        fmt::format("This is not a value of the type {}. {}", type.name.text(), result.problem);
  }
  return result;
}

ValueFromText dictionaryFromText(std::string_view text) {
  ValueFromText result = readAll(text, [](ReadContext& context, Value& out) {
    Dictionary dictionary;
    if (!readDictionary(context, dictionary)) return false;
    out = Value(std::move(dictionary));
    return true;
  });
  if (!result.problem.empty()) {
    result.problem = fmt::format("This is not a dictionary. {}", result.problem);
  }
  return result;
}

}  // namespace usdscope
