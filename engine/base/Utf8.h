// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace usdscope {

/// Decodes the UTF-8 sequence at the start of `text`. Returns its byte size; 0 when malformed.
std::size_t decodeUtf8(std::string_view text, char32_t& codePoint);

/// Whether the whole text is well-formed UTF-8.
bool isUtf8(std::string_view text);

/// Appends the first character of a text. If its first byte is a control byte or not UTF-8, appends
/// an escape instead: `\x07`. Returns the byte size of the character. Requires: `text` is not
/// empty.
std::size_t appendCharacterOrEscape(std::string& out, std::string_view text);

/// Appends text to a message. Control characters except tabs, and bytes that are not UTF-8, are
/// escaped: `\x07`. So are U+0080 to U+009F, which control some terminals: `\xc2\x9b`, and U+202A
/// to U+202E and U+2066 to U+2069, which reverse the text around them.
void appendPrintable(std::string& out, std::string_view text);

/// Returns text that may be printed to a terminal: like appendPrintable(), but keeps line feeds.
std::string printableLines(std::string_view text);

}  // namespace usdscope
