// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/writer/CrateSink.h"

#include <cstring>

namespace usdscope::usdc {

CrateSink::CrateSink() { token(std::string_view()); }

std::uint64_t CrateSink::place(std::string_view head, std::string_view body,
                               std::size_t alignment) {
  const std::size_t size = head.size() + body.size();
  std::uint64_t hash = hashBytes(head.data(), head.size());
  if (!body.empty()) hash = hashBytes(body.data(), body.size(), hash);
  const std::uint64_t found = blocks_.find(hash, [&](std::uint64_t offset) {
    return offset % alignment == 0 && size <= bytes_.size() - offset &&
           std::memcmp(bytes_.data() + offset, head.data(), head.size()) == 0 &&
           (body.empty() ||
            std::memcmp(bytes_.data() + offset + head.size(), body.data(), body.size()) == 0);
  });
  if (found != HashIndex::kNone) return found;

  if (const std::size_t over = bytes_.size() % alignment; over != 0) {
    bytes_.append(alignment - over, '\0');
  }
  const std::uint64_t offset = bytes_.size();
  bytes_.append(head);
  bytes_.append(body);
  blocks_.add(hash, offset);
  return offset;
}

std::uint32_t CrateSink::token(Token token) {
  if (token.index() >= tokenByIndex_.size()) {
    tokenByIndex_.resize(std::size_t{token.index()} + token.index() / 2 + 1, kNone);
  }
  std::uint32_t& number = tokenByIndex_[token.index()];
  if (number == kNone) number = this->token(token.text());
  return number;
}

std::uint32_t CrateSink::token(std::string_view text) {
  // A zero ends a token in the file.
  const std::size_t end = text.find('\0');
  if (end != text.npos) {
    hasCutText_ = true;
    text = text.substr(0, end);
  }
  const auto found = tokenByText_.find(text);
  if (found != tokenByText_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(tokens_.size());
  tokens_.push_back(texts_.emplace_back(text));
  tokenByText_.emplace(tokens_.back(), number);
  return number;
}

std::uint32_t CrateSink::string(std::string_view text) {
  const std::uint32_t number = token(text);
  if (number >= stringByToken_.size()) stringByToken_.resize(2 * tokens_.size(), kNone);
  std::uint32_t& string = stringByToken_[number];
  if (string == kNone) {
    string = static_cast<std::uint32_t>(strings_.size());
    strings_.push_back(number);
  }
  return string;
}

}  // namespace usdscope::usdc
