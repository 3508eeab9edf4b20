// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ListEdits.h"

namespace usdscope::usda {

std::string_view wordOf(ListEdit edit) {
  switch (edit) {
    case ListEdit::Explicit:
      return "";
    case ListEdit::Add:
      return "add";
    case ListEdit::Delete:
      return "delete";
    case ListEdit::Append:
      return "append";
    case ListEdit::Prepend:
      return "prepend";
    case ListEdit::Reorder:
      return "reorder";
  }
  return "";
}

std::optional<ListEdit> takeListEdit(Scanner& in) {
  const char c = in.peek();
  if (c != 'a' && c != 'd' && c != 'p' && c != 'r') return std::nullopt;
  const std::size_t start = in.offset();
  const std::string_view word = in.takeIdentifier();
  for (const ListEdit edit :
       {ListEdit::Add, ListEdit::Delete, ListEdit::Append, ListEdit::Prepend, ListEdit::Reorder}) {
    if (word == wordOf(edit) && in.takeSpace()) return edit;
  }
  in.rewind(start);
  return std::nullopt;
}

}  // namespace usdscope::usda
