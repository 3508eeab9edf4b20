// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/CrateValues.h"

#include <array>
#include <cstring>
#include <type_traits>

#include "engine/format/usdc/ValueReading.h"
#include "engine/layer/Arcs.h"
#include "engine/layer/PathExpressionTree.h"

namespace usdscope::usdc {
namespace {

constexpr std::string_view kNoToken = "it names a token that is not there";
constexpr std::string_view kNoString = "it names a string that is not there";

// The components of an inlined value: those of a vector, or the diagonal of a matrix. Inlined
// components are signed bytes.
template <typename T>
struct Inlined {
  static constexpr bool kIsPossible = false;
};
template <glm::length_t N, typename C>
struct Inlined<glm::vec<N, C>> {
  static constexpr bool kIsPossible = true;
  static glm::vec<N, C> make(const std::array<std::int8_t, 4>& bytes) {
    glm::vec<N, C> vector;
    for (glm::length_t i = 0; i < N; ++i) vector[i] = static_cast<C>(bytes[std::size_t(i)]);
    return vector;
  }
};
template <glm::length_t N, typename C>
struct Inlined<glm::mat<N, N, C>> {
  static constexpr bool kIsPossible = true;
  static glm::mat<N, N, C> make(const std::array<std::int8_t, 4>& bytes) {
    glm::mat<N, N, C> matrix(0);
    for (glm::length_t i = 0; i < N; ++i) matrix[i][i] = static_cast<C>(bytes[std::size_t(i)]);
    return matrix;
  }
};
template <std::size_t N>
struct Inlined<std::array<Half, N>> {
  static constexpr bool kIsPossible = true;
  static std::array<Half, N> make(const std::array<std::int8_t, 4>& bytes) {
    std::array<Half, N> vector;
    for (std::size_t i = 0; i < N; ++i) vector[i] = Half(bytes[i]);
    return vector;
  }
};

// Reads a number, vector or matrix.
template <typename T>
Value readPlain(const ValueReading& reading, ValueRep rep) {
  if (!rep.isInlined()) {
    ByteCursor in = reading.cursorAt(rep.payload());
    const T object = in.read<T>();
    return in.hasFailed() ? Value() : Value(object);
  }
  const std::uint32_t word = rep.inlined();
  if constexpr (sizeof(T) <= sizeof word) {
    T object;
    std::memcpy(static_cast<void*>(&object), &word, sizeof object);
    return Value(object);
  } else if constexpr (std::is_floating_point_v<T>) {
    return Value(static_cast<T>(std::bit_cast<float>(word)));
  } else if constexpr (std::is_integral_v<T>) {
    if constexpr (std::is_signed_v<T>)
      return Value(static_cast<T>(static_cast<std::int32_t>(word)));
    return Value(static_cast<T>(word));
  } else if constexpr (Inlined<T>::kIsPossible) {
    return Value(Inlined<T>::make(std::bit_cast<std::array<std::int8_t, 4>>(word)));
  } else {
    return {};
  }
}

Value readBool(const ValueReading& reading, ValueRep rep) {
  const Value byte = readPlain<std::uint8_t>(reading, rep);
  return byte ? Value(byte.valueOr(std::uint8_t{0}) != 0) : Value();
}

// Reads a time code or a duration.
template <typename T>
Value readTime(const ValueReading& reading, ValueRep rep) {
  const Value time = readPlain<double>(reading, rep);
  return time ? Value(T{time.valueOr(0.0)}) : Value();
}

// Reads a number of up to 32 bits, inlined or not: an index or an enumerator.
std::optional<std::uint32_t> readIndex(const ValueReading& reading, ValueRep rep) {
  if (rep.isInlined()) return rep.inlined();
  ByteCursor in = reading.cursorAt(rep.payload());
  const auto index = in.read<std::uint32_t>();
  return in.hasFailed() ? std::nullopt : std::optional(index);
}

template <typename Enum>
Value readEnum(const ValueReading& reading, ValueRep rep, Enum last) {
  const auto number = readIndex(reading, rep);
  if (!number || *number > static_cast<std::uint32_t>(last)) return {};
  return Value(static_cast<Enum>(*number));
}

Value readVariability(const ValueReading& reading, ValueRep rep) {
  const auto number = readIndex(reading, rep);
  // Old files have a third variability, `config`, which is read as uniform.
  if (!number || *number > 2) return {};
  return Value(*number == 0 ? Variability::Varying : Variability::Uniform);
}

Value readText(ValueReading& reading, ValueRep rep) {
  const auto index = readIndex(reading, rep);
  if (!index) return {};
  // Inlined asset paths and tokens refer to tokens, other text to strings.
  const bool isToken =
      rep.type() == CrateType::Token || (rep.type() == CrateType::Asset && rep.isInlined());
  const auto text = isToken ? reading.token(*index) : reading.string(*index);
  if (!text) return {};
  switch (rep.type()) {
    case CrateType::String:
      return Value(text->string());
    case CrateType::Asset:
      return Value(AssetPath{.authored = text->string(), .evaluated = {}, .resolved = {}});
    case CrateType::PathExpression:
      return Value(reading.pathExpression(text->text()));
    default:
      return Value(*text);
  }
}

}  // namespace

bool ValueReading::spend(std::uint64_t count, std::size_t itemByteSize) {
  if (count > bytesLeft_ / itemByteSize) {
    fail("it takes more memory than a value of a file of this size can need");
    return false;
  }
  bytesLeft_ -= count * itemByteSize;
  return true;
}

std::optional<std::size_t> ValueReading::readCount(ByteCursor& in, std::size_t storedByteSize,
                                                   std::size_t itemByteSize) {
  const auto count = in.read<std::uint64_t>();
  if (!hasRoom(in, count, storedByteSize) || !spend(count, itemByteSize)) return std::nullopt;
  return static_cast<std::size_t>(count);
}

bool ValueReading::hasRoom(const ByteCursor& in, std::uint64_t count, std::size_t storedByteSize) {
  if (!in.hasFailed() && count <= in.remaining() / storedByteSize) return true;
  fail(kTooMany);
  return false;
}

Value ValueReading::fail(std::string_view what) {
  if (!problem_ || problem_->isRead) problem_ = ValueProblem{valueAt_, what};
  return {};
}

void ValueReading::note(std::string_view what) {
  if (!problem_) problem_ = ValueProblem{.byteOffset = valueAt_, .what = what, .isRead = true};
}

PathExpression ValueReading::pathExpression(std::string_view text) {
  ExpressionProblem problem;
  const auto tree = PathExpressionTree::read(text, PathSyntax::Anchored, problem);
  if (tree) return {tree->text()};
  note("it is not a path expression; it matches nothing");
  return {};
}

Value ValueReading::readField(ValueRep rep) {
  const bool hasPlace = !rep.isInlined() && rep.payload() != 0;
  const std::uint64_t outerAt = valueAt_;
  if (hasPlace) valueAt_ = rep.payload();
  Value value = readValue(*this, rep);
  if (!value) fail("its bytes do not form a value of its type");
  valueAt_ = outerAt;
  return problem_ && !problem_->isRead ? Value() : value;
}

Value ValueReading::readInner(ValueRep rep) {
  if (!rep.isArray() && rep.type() == CrateType::TimeSamples) {
    return fail("samples lie inside another value");
  }
  if (depth_ >= kMaxDepth) return fail("it is nested too deep");
  if (!spend(1, sizeof(Value))) return {};
  ++depth_;
  Value value = readField(rep);
  --depth_;
  return value;
}

bool ValueReading::checkSamples(std::span<const double> times,
                                std::span<const std::uint64_t> reps) {
  for (std::size_t i = 0; samples_ == Samples::Read && i < reps.size(); ++i) {
    ValueReading sample(values_);  // Each sample has the memory limit of a value.
    sample.readInner({reps[i]});
    auto problem = sample.problem();
    if (!problem) continue;
    problem->sampleTime = times[i];
    problem_ = std::move(problem);
    return false;
  }
  return true;
}

std::optional<Token> ValueReading::token(std::uint32_t number) {
  const auto& tokens = content().tokens;
  if (number < tokens.size()) return tokens[number];
  fail(kNoToken);
  return std::nullopt;
}

std::optional<Token> ValueReading::string(std::uint32_t number) {
  const auto& strings = content().strings;
  if (number < strings.size()) return token(strings[number]);
  fail(kNoString);
  return std::nullopt;
}

std::optional<Path> ValueReading::path(std::uint32_t number) {
  constexpr std::uint32_t kEmptyPath = 0xFFFFFFFFu;
  const PathTable& paths = content().paths;
  if (number < paths.size()) return paths.path(number);
  if (number == kEmptyPath) return Path();
  fail("it names a path that is not there");
  return std::nullopt;
}

bool ValueReading::enterDictionary() {
  ++dictionaryDepth_;
  if (dictionaryDepth_ <= kMaxDictionaryNesting) return true;
  static_assert(kMaxDictionaryNesting == 256);
  fail("it has dictionaries more than 256 deep");
  return false;
}

Value readValue(ValueReading& reading, ValueRep rep) {
  if (rep.isArrayEdit()) return readArrayEdit(reading, rep);
  if (rep.isArray()) return readArray(reading, rep);
  switch (rep.type()) {
    case CrateType::Bool:
      return readBool(reading, rep);
    case CrateType::UChar:
      return readPlain<std::uint8_t>(reading, rep);
    case CrateType::Int:
      return readPlain<std::int32_t>(reading, rep);
    case CrateType::UInt:
      return readPlain<std::uint32_t>(reading, rep);
    case CrateType::Int64:
      return readPlain<std::int64_t>(reading, rep);
    case CrateType::UInt64:
      return readPlain<std::uint64_t>(reading, rep);
    case CrateType::Half:
      return readPlain<Half>(reading, rep);
    case CrateType::Float:
      return readPlain<float>(reading, rep);
    case CrateType::Double:
      return readPlain<double>(reading, rep);
    case CrateType::TimeCode:
      return readTime<TimeCodeValue>(reading, rep);
    case CrateType::Duration:
      return readTime<DurationValue>(reading, rep);
    case CrateType::String:
    case CrateType::Token:
    case CrateType::Asset:
    case CrateType::PathExpression:
      return readText(reading, rep);
    case CrateType::Int2:
      return readPlain<glm::ivec2>(reading, rep);
    case CrateType::Int3:
      return readPlain<glm::ivec3>(reading, rep);
    case CrateType::Int4:
      return readPlain<glm::ivec4>(reading, rep);
    case CrateType::Half2:
      return readPlain<HalfVec2>(reading, rep);
    case CrateType::Half3:
      return readPlain<HalfVec3>(reading, rep);
    case CrateType::Half4:
      return readPlain<HalfVec4>(reading, rep);
    case CrateType::Float2:
      return readPlain<glm::vec2>(reading, rep);
    case CrateType::Float3:
      return readPlain<glm::vec3>(reading, rep);
    case CrateType::Float4:
      return readPlain<glm::vec4>(reading, rep);
    case CrateType::Double2:
      return readPlain<glm::dvec2>(reading, rep);
    case CrateType::Double3:
      return readPlain<glm::dvec3>(reading, rep);
    case CrateType::Double4:
      return readPlain<glm::dvec4>(reading, rep);
    case CrateType::Matrix2d:
      return readPlain<glm::dmat2>(reading, rep);
    case CrateType::Matrix3d:
      return readPlain<glm::dmat3>(reading, rep);
    case CrateType::Matrix4d:
      return readPlain<glm::dmat4>(reading, rep);
    case CrateType::Quath:
      return readPlain<HalfQuat>(reading, rep);
    case CrateType::Quatf:
      return readPlain<glm::quat>(reading, rep);
    case CrateType::Quatd:
      return readPlain<glm::dquat>(reading, rep);
    case CrateType::Specifier:
      return readEnum(reading, rep, Specifier::Class);
    case CrateType::Permission:
      return readEnum(reading, rep, Permission::Private);
    case CrateType::Variability:
      return readVariability(reading, rep);
    case CrateType::ValueBlock:
      return Value(ValueBlock{});
    case CrateType::AnimationBlock:
      return Value(AnimationBlock{});
    default:
      return readComposite(reading, rep);
  }
}

KnownTimes::~KnownTimes() {
  for (const auto& entry : entries_) delete entry.load(std::memory_order_relaxed);
}

const Array<double>* KnownTimes::find(std::uint64_t rep) const {
  for (const auto& slot : entries_) {
    const Entry* entry = slot.load(std::memory_order_acquire);
    if (!entry) return nullptr;
    if (entry->rep == rep) return &entry->times;
  }
  return nullptr;
}

void KnownTimes::add(std::uint64_t rep, const Array<double>& times) {
  if (entries_.back().load(std::memory_order_relaxed)) return;
  auto made = std::make_unique<const Entry>(Entry{rep, times});
  for (auto& slot : entries_) {
    const Entry* none = nullptr;
    if (slot.compare_exchange_strong(none, made.get(), std::memory_order_acq_rel)) {
      made.release();
      return;
    }
    if (none->rep == rep) return;
  }
}

Value CrateValues::decode(std::uint64_t stored) const {
  return ValueReading(*this).readField({stored});
}

Value CrateValues::Samples::decode(std::uint64_t stored) const {
  return ValueReading(values_).readInner({stored});
}

std::optional<ValueProblem> CrateValues::findProblem(std::uint64_t stored) const {
  ValueReading reading(*this, ValueReading::Samples::Read);
  reading.readField({stored});
  return reading.problem();
}

std::optional<ValueProblem> CrateValues::findRepProblem(std::uint64_t stored) const {
  const ValueRep rep{stored};
  const auto problem = [&](std::string_view what) {
    return ValueProblem{content_.header.fields.begin, what};
  };
  if (rep.type() < CrateType::Bool || rep.type() > kLastCrateType) {
    return problem("its type is not known");
  }
  if (!rep.isInlined() || rep.isArrayEdit()) {
    if (rep.payload() < content_.bytes.byteSize()) return std::nullopt;
    return problem("it lies outside of the file");
  }
  if (rep.isArray()) return std::nullopt;
  switch (rep.type()) {
    case CrateType::Token:
    case CrateType::Asset:
      if (rep.inlined() >= content_.tokens.size()) return problem(kNoToken);
      break;
    case CrateType::String:
    case CrateType::PathExpression:
      if (rep.inlined() >= content_.strings.size()) return problem(kNoString);
      break;
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace usdscope::usdc
