// SPDX-License-Identifier: Apache-2.0
#include "app/cli/PrintableStream.h"

#include <new>
#include <string>
#include <utility>

#include "app/cli/TextColors.h"
#include "engine/base/Utf8.h"

namespace usdscope {
namespace {

// Writes a message when there is no memory to escape characters: replaces all that are not ASCII.
void writeWithoutMemory(std::ostream& target, const char* text, std::streamsize size) {
  for (std::streamsize i = 0; i < size; ++i) {
    const bool isPrintable = text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~');
    target.put(isPrintable ? text[i] : '?');
  }
}

}  // namespace

PrintableStream::Buffer::int_type PrintableStream::Buffer::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof()))
    return traits_type::not_eof(character);
  const char single = traits_type::to_char_type(character);
  return xsputn(&single, 1) == 1 ? character : traits_type::eof();
}

std::streamsize PrintableStream::Buffer::xsputn(const char* text, std::streamsize size) {
  if (size == 0) return 0;
  const bool isLineStart = std::exchange(isAtLineStart_, text[size - 1] == '\n');
  try {
    const std::string shown = printableLines({text, static_cast<std::size_t>(size)});
    target_ << (hasColors_ && isLineStart ? withColoredSeverities(shown) : shown);
  } catch (const std::bad_alloc&) {
    writeWithoutMemory(target_, text, size);
  }
  return target_ ? size : 0;
}

int PrintableStream::Buffer::sync() { return target_.flush() ? 0 : -1; }

}  // namespace usdscope
