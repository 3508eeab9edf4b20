// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/writer/FieldNumbers.h"

#include <algorithm>

#include "engine/format/usdc/writer/SectionWriting.h"

namespace usdscope::usdc {

void FieldNumbers::add(std::uint32_t nameToken, ValueRep value) {
  const std::uint64_t key[] = {nameToken, value.bits};
  const std::uint64_t hash = hashBytes(key, sizeof key);
  std::uint64_t number = fieldIndex_.find(
      hash, [&](std::uint64_t at) { return names_[at] == nameToken && values_[at] == value.bits; });
  if (number == HashIndex::kNone) {
    number = names_.size();
    names_.push_back(nameToken);
    values_.push_back(value.bits);
    fieldIndex_.add(hash, number);
  }
  open_.push_back(static_cast<std::uint32_t>(number));
}

std::uint32_t FieldNumbers::endSet() {
  open_.push_back(kSetEnd);
  const std::uint64_t hash = hashBytes(open_.data(), open_.size() * sizeof open_[0]);
  std::uint64_t start = setIndex_.find(hash, [&](std::uint64_t at) {
    return open_.size() <= sets_.size() - at &&
           std::equal(open_.begin(), open_.end(), sets_.begin() + static_cast<std::ptrdiff_t>(at));
  });
  if (start == HashIndex::kNone) {
    start = sets_.size();
    sets_.insert(sets_.end(), open_.begin(), open_.end());
    setIndex_.add(hash, start);
  }
  open_.clear();
  return static_cast<std::uint32_t>(start);
}

void FieldNumbers::appendFields(std::string& out) const {
  append(out, std::uint64_t{names_.size()});
  appendIntegers(out, names_);
  appendCompressed(
      out, {reinterpret_cast<const char*>(values_.data()), values_.size() * sizeof values_[0]});
}

void FieldNumbers::appendFieldSets(std::string& out) const {
  append(out, std::uint64_t{sets_.size()});
  appendIntegers(out, sets_);
}

}  // namespace usdscope::usdc
