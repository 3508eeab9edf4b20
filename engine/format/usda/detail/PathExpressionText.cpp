// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/PathExpressionText.h"

#include <algorithm>

namespace usdscope::usda {
namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isOperator(char c) { return c == '+' || c == '-' || c == '&'; }

// The pattern at the start of `text`: up to a space, an operator or a parenthesis outside of `{}`
// and of `[]`, where `a-z` is a range of characters.
std::string_view takePattern(std::string_view& text) {
  std::size_t size = 0;
  int depth = 0;
  char quote = '\0';
  for (; size < text.size(); ++size) {
    const char c = text[size];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (depth == 0 && c == '[') {
      quote = ']';
    } else if (depth > 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}') {
      --depth;
    } else if (depth == 0 &&
               (isSpace(c) || isOperator(c) || c == '(' || c == ')' || c == '~' || c == '%')) {
      break;
    }
  }
  const std::string_view pattern = text.substr(0, size);
  text.remove_prefix(size);
  return pattern;
}

// `{isa:Mesh}` as `{isa:"Mesh"}`: words as arguments are strings.
void appendPredicates(std::string& out, std::string_view pattern) {
  std::size_t at = 0;
  int depth = 0;
  while (at < pattern.size()) {
    const char c = pattern[at];
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    out += c;
    ++at;
    const bool startsArgument = depth > 0 && (c == ':' || c == ',');
    if (!startsArgument) continue;
    const std::size_t end = std::min(pattern.find_first_of(",} \t\"':()", at), pattern.size());
    const std::string_view word = pattern.substr(at, end - at);
    if (!isValidIdentifier(word) || word == "true" || word == "false") continue;
    out += '"';
    out += word;
    out += '"';
    at = end;
  }
}

void appendPattern(std::string& out, std::string_view pattern, Path anchor) {
  if (pattern.starts_with('/')) {
    appendPredicates(out, pattern);
    return;
  }
  // `..` steps up, `.` stays; what follows hangs below.
  while (pattern.starts_with("..")) {
    if (anchor.isRoot()) break;
    anchor = anchor.parent();
    pattern.remove_prefix(2);
    if (pattern.starts_with('/') && !pattern.starts_with("//")) pattern.remove_prefix(1);
  }
  if (pattern.starts_with("./") || pattern == ".") pattern.remove_prefix(1);
  const bool isJoined = pattern.empty() || pattern.starts_with('/') || pattern.starts_with('.');
  if (anchor.isRoot()) {
    if (!pattern.starts_with('/')) out += '/';
  } else {
    out += anchor.text();
    if (!isJoined) out += '/';
  }
  appendPredicates(out, pattern);
}

}  // namespace

std::string absolutePathExpression(std::string_view text, Path anchor) {
  std::string out;
  bool needsSpace = false;  // Between terms, where there is no operator: a union.
  while (!text.empty()) {
    const char c = text[0];
    if (isSpace(c)) {
      text.remove_prefix(1);
    } else if (isOperator(c)) {
      out += ' ';
      out += c;
      needsSpace = true;
      text.remove_prefix(1);
    } else if (c == ')') {
      out += c;
      needsSpace = true;
      text.remove_prefix(1);
    } else {
      if (needsSpace) out += ' ';
      needsSpace = c != '(' && c != '~';
      if (!needsSpace) {
        out += c;
        text.remove_prefix(1);
      } else if (c == '%') {
        // A reference to another expression: `%/A:name`, `%_`.
        const std::size_t size =
            1 + std::min(text.substr(1).find_first_of(" \t\n\r+-&()~%"), text.size() - 1);
        out += text.substr(0, size);
        text.remove_prefix(size);
      } else {
        const std::string_view pattern = takePattern(text);
        appendPattern(out, pattern, anchor);
      }
    }
  }
  return out;
}

}  // namespace usdscope::usda
