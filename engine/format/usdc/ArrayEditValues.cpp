// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/ValueReading.h"
#include "engine/value/ArrayEdit.h"

namespace usdscope::usdc {
namespace {

using Operation = ArrayEditStep::Operation;

// A run of equal operations starts with a word: their count, with the operation in the high byte.
constexpr int kOperationShift = 56;
constexpr std::uint64_t kCountMask = (std::uint64_t{1} << kOperationShift) - 1;

bool readSteps(std::span<const std::int64_t> words, std::vector<ArrayEditStep>& steps) {
  std::size_t at = 0;
  while (at < words.size()) {
    const auto head = static_cast<std::uint64_t>(words[at++]);
    const std::uint64_t operation = head >> kOperationShift;
    if (operation > static_cast<std::uint64_t>(Operation::MaxSize)) return false;
    ArrayEditStep step{.operation = static_cast<Operation>(operation)};
    const bool hasSource = step.takesLiteral() || step.takesElement();
    if ((head & kCountMask) > (words.size() - at) / (hasSource ? 2 : 1)) return false;
    for (std::uint64_t i = 0; i < (head & kCountMask); ++i) {
      // A size precedes the number of its fill value. Other indices follow the literal they place.
      if (hasSource && !step.setsSize()) step.source = words[at++];
      step.index = words[at++];
      if (hasSource && step.setsSize()) step.source = words[at++];
      steps.push_back(step);
    }
  }
  return true;
}

}  // namespace

Value readArrayEdit(ValueReading& reading, ValueRep rep) {
  constexpr std::uint64_t kArrayBit = std::uint64_t{1} << 63;
  const std::uint64_t emptyArray = kArrayBit | static_cast<std::uint64_t>(rep.type()) << 48;
  ArrayEdit edit;
  if (rep.payload() == 0) {
    edit.literals = reading.readInner({emptyArray});
    return edit.literals ? Value(std::move(edit)) : Value();
  }
  ByteCursor in = reading.cursorAt(rep.payload());
  const ValueRep literals{in.read<std::uint64_t>()};
  const ValueRep words{in.read<std::uint64_t>()};
  const auto isWhole = in.read<std::uint8_t>();
  if (in.hasFailed() || !literals.isArray() || !words.isArray() || literals.type() != rep.type() ||
      words.type() != CrateType::Int64) {
    return {};
  }
  edit.literals = reading.readInner(literals);
  if (isWhole != 0) return edit.literals;  // The literals are the array.
  const Value steps = reading.readInner(words);
  const auto* found = steps.find<Array<std::int64_t>>();
  if (!found || !reading.spend(found->size(), sizeof(ArrayEditStep)) ||
      !readSteps(found->span(), edit.steps) || !isValid(edit)) {
    return {};
  }
  if (tooLargeSize(edit)) reading.note("a size of its array edit needs too much memory");
  return Value(std::move(edit));
}

}  // namespace usdscope::usdc
