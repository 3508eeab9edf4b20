// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ValueWriter.h"

#include <algorithm>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/value/ArrayEdit.h"
#include "engine/value/TypeName.h"

namespace usdscope::usda {
namespace {

// Writes the elements of an array with `write(out, begin, end)`. The parts of a large array are
// written at the same time and then concatenated.
void writeArrayInParts(
    std::string& out, std::size_t count,
    const std::function<void(std::string& out, std::size_t begin, std::size_t end)>& write) {
  constexpr std::size_t kManyElements = 8192;
  constexpr std::size_t kPartSize = kManyElements / 2;
  if (count < kManyElements) return write(out, 0, count);
  std::vector<std::string> parts((count + kPartSize - 1) / kPartSize);
  parallelFor(parts.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      write(parts[i], i * kPartSize, std::min((i + 1) * kPartSize, count));
    }
  });
  for (const std::string& part : parts) {
    if (&part != parts.data()) out += ", ";
    out += part;
  }
}

/// Writes single values by type; one overload for each C++ type of USDSCOPE_VALUE_TYPES.
class SingleWriter {
 public:
  explicit SingleWriter(std::string& out) : out_(out) {}

  void write(bool value) { out_ += value ? '1' : '0'; }
  void write(BoolByte value) { write(bool(value)); }
  void write(std::uint8_t value) { appendNumber(out_, std::uint64_t{value}); }
  void write(std::int32_t value) { appendNumber(out_, std::int64_t{value}); }
  void write(std::uint32_t value) { appendNumber(out_, std::uint64_t{value}); }
  void write(std::int64_t value) { appendNumber(out_, value); }
  void write(std::uint64_t value) { appendNumber(out_, value); }
  void write(Half value) { appendNumber(out_, value); }
  void write(float value) { appendNumber(out_, value); }
  void write(double value) { appendNumber(out_, value); }
  void write(const TimeCodeValue& value) { write(value.time); }
  void write(const DurationValue& value) { write(value.time); }
  void write(const std::string& value) { appendQuoted(out_, value); }
  void write(Token value) { appendQuoted(out_, value.text()); }
  void write(const AssetPath& value) { appendAsset(out_, value.authored); }
  void write(const PathExpression& value) { appendQuoted(out_, value.text); }
  void write(OpaqueValue) {}

  template <int count, typename T>
  void write(const glm::vec<count, T>& value) {
    writeTuple([&](int i) { write(value[i]); }, count);
  }
  template <std::size_t count>
  void write(const std::array<Half, count>& value) {
    writeTuple([&](int i) { write(value[static_cast<std::size_t>(i)]); }, int(count));
  }
  template <int size, typename T>
  void write(const glm::mat<size, size, T>& value) {
    // A column of GLM is a row of USD: see math/Types.h.
    out_ += "( ";
    for (int row = 0; row < size; ++row) {
      if (row > 0) out_ += ", ";
      writeTuple([&](int column) { write(value[row][column]); }, size);
    }
    out_ += " )";
  }
  template <typename T>
  void write(const glm::qua<T>& value) {
    const T parts[] = {value.w, value.x, value.y, value.z};
    writeTuple([&](int i) { write(parts[i]); }, 4);
  }
  void write(const HalfQuat& value) {
    writeTuple([&](int i) { write(value.ijkr[i == 0 ? 3 : std::size_t(i) - 1]); }, 4);
  }

  template <typename T>
  void write(const Array<T>& array) {
    const std::span<const T> elements = array.span();
    out_ += '[';
    writeArrayInParts(out_, array.size(),
                      [elements](std::string& out, std::size_t begin, std::size_t end) {
                        SingleWriter single(out);
                        for (std::size_t i = begin; i < end; ++i) {
                          if (i > begin) out += ", ";
                          single.write(elements[i]);
                        }
                      });
    out_ += ']';
  }

 private:
  template <typename WritePart>
  void writeTuple(WritePart&& writePart, int count) {
    out_ += '(';
    for (int i = 0; i < count; ++i) {
      if (i > 0) out_ += ", ";
      writePart(i);
    }
    out_ += ')';
  }

  std::string& out_;
};

// Requires: the array has this element.
void writeElement(std::string& out, const Value& array, std::size_t index) {
  visitData(array, [&](const auto& data) {
    if constexpr (detail::IsArray<std::decay_t<decltype(data)>>::value) {
      SingleWriter(out).write(data[index]);
    }
  });
}

// Writes `edit [append 3; write [0] to [1]]`.
void writeArrayEdit(std::string& out, const ArrayEdit& edit) {
  using Operation = ArrayEditStep::Operation;
  const auto writeIndex = [&](std::int64_t index) {
    out += '[';
    appendNumber(out, index);
    out += ']';
  };
  out += "edit [";
  for (const ArrayEditStep& step : edit.steps) {
    if (&step != edit.steps.data()) out += "; ";
    static constexpr std::string_view kWords[] = {"write ",  "write ",   "insert ",  "insert ",
                                                  "erase ",  "minsize ", "minsize ", "resize ",
                                                  "resize ", "maxsize "};
    const bool isInsertion =
        step.operation == Operation::Insert || step.operation == Operation::InsertElement;
    const bool isAtEnd = isInsertion && step.index == ArrayEditStep::kEnd;
    const bool isAtFront = isInsertion && step.index == 0;
    out += isAtEnd     ? std::string_view("append ")
           : isAtFront ? std::string_view("prepend ")
                       : kWords[static_cast<std::size_t>(step.operation)];
    if (step.setsSize()) {
      appendNumber(out, step.index);
      if (step.takesLiteral()) out += " fill ";
    }
    if (step.takesLiteral()) {
      writeElement(out, edit.literals, static_cast<std::size_t>(step.source));
    }
    if (step.takesElement()) writeIndex(step.source);
    if (step.setsSize() || isAtEnd || isAtFront) continue;
    if (step.operation != Operation::Erase) out += isInsertion ? " at " : " to ";
    writeIndex(step.index);
  }
  out += ']';
}

// Writes `int a = 1`, or the beginning of a dictionary up to its brace.
void writeKey(WriteContext& context, std::string_view key, std::string_view type) {
  context.out += type;
  context.out += ' ';
  appendKey(context.out, key);
  context.out += " = ";
}

bool isWritable(const Value& value) {
  return value.kind() != ValueKind::Other && value.kind() != ValueKind::Opaque;
}

std::string_view typeOf(const Value& value) {
  return typeNameOf(value.kind(), value.isArray()).name.text();
}

}  // namespace

void writePath(WriteContext& context, Path path) {
  context.out += '<';
  context.out += path.text();
  context.out += '>';
}

bool writeValue(WriteContext& context, const Value& value) {
  if (value.kind() == ValueKind::Duration) context.need(4);
  if (visitData(value, [&](const auto& data) { SingleWriter(context.out).write(data); })) {
    return true;
  }
  if (value.isBlock()) {
    context.out += "None";
  } else if (value.holds<AnimationBlock>()) {
    context.out += "AnimationBlock";
  } else if (const auto* unknown = value.find<UnregisteredValue>()) {
    context.out += unknown->text;
  } else if (const auto* path = value.find<Path>()) {
    writePath(context, *path);
  } else if (const auto* edit = value.find<ArrayEdit>(); edit && isValid(*edit)) {
    context.need(2);
    writeArrayEdit(context.out, *edit);
  } else {
    return false;
  }
  return true;
}

void writeDictionary(WriteContext& context, const Dictionary& dictionary, int level) {
  context.out += "{\n";
  for (const auto& [key, value] : dictionary.entries()) {
    if (const auto* inner = value.find<Dictionary>()) {
      context.line(level + 1);
      writeKey(context, key, "dictionary");
      writeDictionary(context, *inner, level + 1);
    } else if (isWritable(value)) {
      context.line(level + 1);
      writeKey(context, key, typeOf(value));
      writeValue(context, value);
    } else {
      continue;
    }
    context.out += '\n';
  }
  context.line(level) += '}';
}

void writeDictionaryInLine(WriteContext& context, const Dictionary& dictionary) {
  context.out += "{ ";
  bool isFirst = true;
  for (const auto& [key, value] : dictionary.entries()) {
    const auto* inner = value.find<Dictionary>();
    if (!inner && !isWritable(value)) continue;
    if (!isFirst) context.out += "; ";
    isFirst = false;
    writeKey(context, key, inner ? "dictionary" : typeOf(value));
    if (inner) {
      writeDictionaryInLine(context, *inner);
    } else {
      writeValue(context, value);
    }
  }
  context.out += " }";
}

}  // namespace usdscope::usda
