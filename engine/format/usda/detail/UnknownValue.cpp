// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ArcReader.h"
#include "engine/format/usda/detail/Keywords.h"
#include "engine/format/usda/detail/ValueReader.h"
#include "engine/layer/Spelling.h"

namespace usdscope::usda {
namespace {

bool readNumberText(Scanner& in, std::string& out) {
  NumberText number;
  if (!in.readNumber(number)) return false;
  if (!number.isInteger) {
    appendNumber(out, number.real);
  } else {
    if (number.isNegative) out += '-';
    appendNumber(out, number.magnitude);
  }
  return true;
}

bool readPart(ReadContext& context, std::string& out, bool isInTuple);

bool readParts(ReadContext& context, std::string& out, char close) {
  Scanner& in = context.in;
  Nesting nesting(context);
  if (!nesting.isAllowed()) return false;
  bool isFirst = true;
  const bool isRead = readList(in, close, [&] {
    if (!isFirst) out += ", ";
    isFirst = false;
    return readPart(context, out, close == ')');
  });
  out += close;
  return isRead;
}

bool readPart(ReadContext& context, std::string& out, bool isInTuple) {
  Scanner& in = context.in;
  const char c = in.peek();
  if (in.isAtString()) {
    std::string_view text;
    std::string buffer;
    if (!in.readString(text, buffer)) return false;
    appendQuoted(out, text);
    return true;
  }
  if (c == '@') {
    std::string path;
    if (!in.readAsset(path)) return false;
    ((out += '@') += path) += '@';  // As in the reference, whatever the path is.
    return true;
  }
  if (in.take('(')) {
    out += '(';
    return readParts(context, out, ')');
  }
  if (!isInTuple && in.take('[')) {
    out += '[';
    in.skipInline();
    if (in.take(']')) {
      out += ']';
      return true;
    }
    return readParts(context, out, ']');
  }
  const std::size_t start = in.offset();
  const std::string_view word = in.takeTypeIdentifier();
  if (hasKeyword(word)) {
    in.rewind(start);
    return in.fail("a value");
  }
  if (!word.empty() && word != "inf" && word != "nan") {
    out += word;
    return true;
  }
  in.rewind(start);
  if (c == '-' || c == '.' || (c >= '0' && c <= '9') || !word.empty()) {
    return readNumberText(in, out);
  }
  return in.fail("a value");
}

}  // namespace

bool readUnknownValue(ReadContext& context, std::string& out) {
  Scanner& in = context.in;
  out.clear();
  if (in.peek() == '<') {
    std::string_view path;
    if (!readAnyPath(context, path)) return false;
    out += '<';
    out += path;
    out += '>';
    return true;
  }
  if (in.takeWord("None")) {
    out = "None";
    return true;
  }
  return readPart(context, out, false);
}

}  // namespace usdscope::usda
