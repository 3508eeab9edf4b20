// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "engine/format/usda/UsdaReader.h"
#include "engine/format/usda/detail/ValueReader.h"
#include "engine/value/ArrayEdit.h"

namespace usdscope::usda {
namespace {

using Operation = ArrayEditStep::Operation;

// Equal literals are stored once if at most this many other literals are between them.
constexpr std::size_t kLookBack = 64;

class StepReader {
 public:
  StepReader(ReadContext& context, ValueTable& literals, std::vector<ArrayEditStep>& steps)
      : context_(context), in_(context.in), literals_(literals), steps_(steps) {}

  bool read() {
    const std::size_t start = in_.offset();
    const std::string_view word = in_.takeIdentifier();
    in_.skipInline();
    if (word == "write") return readPlaced(Operation::Write, Operation::WriteElement, "to");
    if (word == "insert") return readPlaced(Operation::Insert, Operation::InsertElement, "at");
    if (word == "prepend") return readInsertion(0);
    if (word == "append") return readInsertion(ArrayEditStep::kEnd);
    if (word == "erase") return readErase();
    if (word == "minsize") return readSize(Operation::MinSize, Operation::MinSizeFill);
    if (word == "resize") return readSize(Operation::Resize, Operation::ResizeFill);
    if (word == "maxsize") return readSize(Operation::MaxSize, Operation::MaxSize);
    in_.rewind(start);
    return in_.fail("write, insert, prepend, append, erase, minsize, resize, maxsize or ']'");
  }

 private:
  bool readLiteral(std::int64_t& number) {
    const std::size_t last = literals_.size();
    if (!literals_.readOne(context_, in_)) return false;
    std::size_t found = last - std::min(last, kLookBack);
    while (!literals_.areEqual(found, last) && found != last) ++found;
    if (found != last) literals_.removeLast();
    number = static_cast<std::int64_t>(found);
    return true;
  }

  // Unlike values, indices and sizes are written without a fraction.
  bool readWhole(std::int64_t& out) {
    const std::size_t start = in_.offset();
    NumberText number;
    if (!in_.readNumber(number)) return false;
    if (number.isInteger && toInteger(number, out)) return true;
    in_.rewind(start);
    return in_.fail("an integer of 64 bits");
  }

  bool readIndex(std::int64_t& index) {
    if (!in_.expect('[')) return false;
    in_.skipInline();
    if (!readWhole(index)) return false;
    in_.skipInline();
    return in_.expect(']');
  }

  // Reads a value, or the index of an element.
  bool readSource(Operation withLiteral, Operation withElement, ArrayEditStep& step) {
    const bool isElement = in_.peek() == '[';
    step.operation = isElement ? withElement : withLiteral;
    return isElement ? readIndex(step.source) : readLiteral(step.source);
  }

  bool readPlaced(Operation withLiteral, Operation withElement, std::string_view preposition) {
    ArrayEditStep step;
    if (!readSource(withLiteral, withElement, step)) return false;
    in_.skipInline();
    if (!in_.takeWord(preposition)) return in_.fail(preposition);
    in_.skipInline();
    return readIndex(step.index) && add(step);
  }

  bool readInsertion(std::int64_t index) {
    ArrayEditStep step{.index = index};
    return readSource(Operation::Insert, Operation::InsertElement, step) && add(step);
  }

  bool readErase() {
    ArrayEditStep step{.operation = Operation::Erase};
    return readIndex(step.index) && add(step);
  }

  bool readSize(Operation withoutFill, Operation withFill) {
    ArrayEditStep step{.operation = withoutFill};
    const std::size_t start = in_.offset();
    if (!readWhole(step.index)) return false;
    if (step.index < 0) return in_.failAt(start, "A size must not be negative.");
    const std::size_t afterSize = in_.offset();
    in_.skipInline();
    if (withFill == withoutFill || !in_.takeWord("fill")) {
      in_.rewind(afterSize);
      return add(step);
    }
    step.operation = withFill;
    in_.skipInline();
    return readLiteral(step.source) && add(step);
  }

  bool add(const ArrayEditStep& step) {
    steps_.push_back(step);
    return true;
  }

  ReadContext& context_;
  Scanner& in_;
  ValueTable& literals_;
  std::vector<ArrayEditStep>& steps_;
};

}  // namespace

bool readArrayEdit(ReadContext& context, const TypeName& type, Value& out) {
  Scanner& in = context.in;
  if (type.kind == ValueKind::Other) return in.fail("a type that has values");
  if (!in.expect('[')) return false;
  const std::size_t start = in.offset();
  ArrayEdit edit;
  const std::unique_ptr<ValueTable> literals = ValueTable::make(type.kind);
  StepReader steps(context, *literals, edit.steps);
  in.skipMultiline();
  while (!in.take(']')) {
    if (!steps.read()) return false;
    if (!in.takeSeparator() && in.peek() != ']') return in.fail("a new line, ';' or ']'");
  }
  if (in.hasFailed()) return false;
  edit.literals = literals->array();
  if (const auto size = tooLargeSize(edit)) {
    context.diagnostics.report(
        kUsdaArrayEditSize, siteOf(context, start),
        fmt::format("An array of {} elements needs more than {} MiB; the step that makes it is "
                    "ignored.",
                    *size, kMostArrayEditBytes >> 20));
  }
  out = Value(std::move(edit));
  return true;
}

}  // namespace usdscope::usda
