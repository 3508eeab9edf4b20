// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Token.h"

#include <cstring>
#include <functional>
#include <memory>
#include <memory_resource>

#include "engine/base/InternTable.h"

namespace usdscope {
namespace {

// All texts share one arena, so that a million names do not cost a million allocations.
class TextArena {
 public:
  std::string_view copy(std::string_view text) {
    const std::lock_guard lock(mutex_);
    auto* bytes = static_cast<char*>(memory_.allocate(text.size() + 1, 1));
    std::memcpy(bytes, text.data(), text.size());
    bytes[text.size()] = '\0';
    return {bytes, text.size()};
  }

 private:
  std::mutex mutex_;
  std::pmr::monotonic_buffer_resource memory_{64 * 1024};
};

TextArena& arena() {
  static TextArena& instance = *new TextArena;
  return instance;
}

struct TextTraits {
  static std::uint64_t hash(std::string_view text) { return std::hash<std::string_view>{}(text); }
  static bool equal(std::string_view item, std::string_view key) { return item == key; }
  static std::string_view make(std::string_view key) { return arena().copy(key); }
};
using TextTable = InternTable<std::string_view, std::string_view, TextTraits>;

// Never destroyed: tokens in static storage must stay valid until the process ends.
TextTable& table() {
  static TextTable& instance = *new TextTable(std::string_view());
  return instance;
}

}  // namespace

Token::Token(std::string_view text) : index_(text.empty() ? 0 : table().intern(text)) {}

std::string_view Token::text() const { return table().item(index_); }

}  // namespace usdscope
