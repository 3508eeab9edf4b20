// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/detail/PredicateParser.h"

#include <charconv>
#include <cstdlib>
#include <limits>

#include "engine/layer/Spelling.h"

namespace usdscope::detail {
namespace {

using Op = PredicateExpression::Op;
using Step = PredicateExpression::Step;

/// Operators wait on a stack until their right operand is complete; groups nest without recursion.
class PredicateParser {
 public:
  PredicateParser(ExpressionScanner& in, PredicateExpression& out) : in_(in), steps_(out.steps) {}

  bool parse() {
    for (;;) {
      if (!readFactor()) return false;
      for (;;) {
        const std::size_t end = in_.offset();
        const bool hasBlanks = in_.skipBlanks();
        if (groups_ > 0 && in_.take(')')) {
          closeGroup();
          continue;
        }
        if (in_.takeKeyword("and")) {
          push(Op::And);
        } else if (in_.takeKeyword("or")) {
          push(Op::Or);
        } else if (hasBlanks && startsFactor()) {
          push(Op::ImpliedAnd);
        } else if (groups_ > 0) {
          return in_.fail("')'");
        } else {
          in_.rewind(end);
          reduce(Op::Or);
          return true;
        }
        in_.skipBlanks();
        break;
      }
    }
  }

 private:
  static constexpr Op kGroup = Op::Call;  // On the stack: an open bracket.

  bool startsFactor() const {
    const char c = in_.peek();
    return c == '(' || (ExpressionScanner::isNameCharacter(c) && !ExpressionScanner::isDigit(c));
  }

  bool readFactor() {
    for (;;) {
      while (in_.takeKeyword("not")) {
        operators_.push_back(Op::Not);
        in_.skipBlanks();
      }
      if (!in_.take('(')) return readCall();
      operators_.push_back(kGroup);
      ++groups_;
      in_.skipBlanks();
    }
  }

  // Operators on the stack that bind at least as tightly as `op` have their operands now.
  void reduce(Op op) {
    while (!operators_.empty() && operators_.back() != kGroup && operators_.back() <= op) {
      const Op top = operators_.back();
      operators_.pop_back();
      const std::size_t right = steps_.size() - 1;
      std::uint32_t size = 1 + steps_[right].size;
      if (top != Op::Not) size += steps_[right - steps_[right].size].size;
      steps_.push_back({.op = top, .size = size, .call = {}});
    }
  }

  void push(Op op) {
    reduce(op);
    operators_.push_back(op);
  }

  void closeGroup() {
    reduce(Op::Or);
    operators_.pop_back();
    --groups_;
  }

  bool isReserved(std::string_view name) const {
    return name == "not" || name == "and" || name == "or" || name == "inf" || name == "true" ||
           name == "false";
  }

  bool readCall() {
    const std::size_t start = in_.offset();
    const std::string_view name = in_.takeName();
    if (name.empty() || isReserved(name)) {
      in_.rewind(start);
      return in_.fail("the name of a predicate");
    }
    Step step;
    step.call.name = name;
    if (in_.take(':')) {
      step.call.style = PredicateCall::Style::Colon;
      do {
        if (!readArgument(step.call)) return false;
      } while (in_.take(','));
    } else {
      const std::size_t end = in_.offset();
      in_.skipBlanks();
      if (in_.take('(')) {
        step.call.style = PredicateCall::Style::Brackets;
        if (!readBracketed(step.call)) return false;
      } else {
        in_.rewind(end);
      }
    }
    steps_.push_back(std::move(step));
    return true;
  }

  // Named arguments follow positional ones. A missing argument is an empty word.
  bool readBracketed(PredicateCall& call) {
    in_.skipBlanks();
    bool isNamed = false;
    do {
      in_.skipBlanks();
      std::string name = takeArgumentName();
      if (isNamed && name.empty()) return in_.fail("an argument with a name");
      isNamed = !name.empty();
      if (!readArgument(call)) return false;
      call.arguments.back().name = std::move(name);
      in_.skipBlanks();
    } while (in_.take(','));
    return in_.take(')') || in_.fail("')' behind the arguments");
  }

  std::string takeArgumentName() {
    const std::size_t start = in_.offset();
    const std::string_view name = in_.takeName();
    if (!name.empty() && !isReserved(name)) {
      in_.skipBlanks();
      if (in_.take('=')) {
        in_.skipBlanks();
        return std::string(name);
      }
    }
    in_.rewind(start);
    return {};
  }

  bool readArgument(PredicateCall& call) {
    PredicateArgument& argument = call.arguments.emplace_back();
    const char c = in_.peek();
    if (c == '"' || c == '\'') return readQuoted(argument);
    const std::size_t start = in_.offset();
    if (!readNumber(argument)) return false;
    if (in_.offset() > start) return true;
    if (in_.takeKeyword("true") || in_.takeKeyword("false")) {
      argument.value = in_.textFrom(start) == "true";
      return true;
    }
    constexpr std::string_view kOthers = "~!@#$%^&*-+=|\\.?/";
    argument.value = unescaped(in_.takeWhile([&](char each) {
      return ExpressionScanner::isNameCharacter(each) || kOthers.find(each) != kOthers.npos;
    }));
    return true;
  }

  // Takes nothing if there is no number here. Returns false for an incomplete number.
  bool readNumber(PredicateArgument& argument) {
    const std::size_t start = in_.offset();
    const bool isNegative = in_.take('-');
    if (in_.takeKeyword("inf")) {
      const double infinity = std::numeric_limits<double>::infinity();
      argument.value = isNegative ? -infinity : infinity;
      return true;
    }
    if (in_.takeWhile(ExpressionScanner::isDigit).empty()) {
      in_.rewind(start);
      return true;
    }
    bool isReal = false;
    if (in_.take('.')) {
      isReal = true;
      if (in_.takeWhile(ExpressionScanner::isDigit).empty()) return in_.fail("digits");
    }
    if (in_.take('e') || in_.take('E')) {
      isReal = true;
      if (!in_.take('-')) in_.take('+');
      if (in_.takeWhile(ExpressionScanner::isDigit).empty()) return in_.fail("digits");
    }
    const std::string text(in_.textFrom(start));
    if (isReal) {
      argument.value = std::strtod(text.c_str(), nullptr);  // Rounds to infinity, and to zero.
      return true;
    }
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec == std::errc()) {
      argument.value = number;
    } else {
      in_.rewind(start);  // Too large: a word.
    }
    return true;
  }

  bool readQuoted(PredicateArgument& argument) {
    std::string_view quotes = in_.rest().substr(0, 1);
    const std::string_view three = in_.rest().substr(0, 3);
    if (in_.isAnchored() && (three == "\"\"\"" || three == "'''")) quotes = three;
    in_.take(quotes);
    const std::size_t start = in_.offset();
    while (!in_.atEnd() && !in_.startsWith(quotes)) {
      if (!in_.isAnchored() && !isPlain(quotes)) return false;
      in_.take('\\');
      in_.take(in_.peek());
    }
    argument.value = unescaped(in_.textFrom(start));
    return in_.take(quotes) || in_.fail("the closing quote");
  }

  // True for a character that authored strings may contain.
  bool isPlain(std::string_view quote) {
    if (static_cast<unsigned char>(in_.peek()) < 0x20) return in_.fail("a printable character");
    if (in_.peek() != '\\') return true;
    constexpr std::string_view kEscaped = "\\bfnrt";
    const std::string_view next = in_.rest().substr(1, 1);
    if (next == quote || (!next.empty() && kEscaped.find(next) != kEscaped.npos)) return true;
    in_.take('\\');
    return in_.fail("one of \\ b f n r t or a quote behind '\\'");
  }

  ExpressionScanner& in_;
  std::vector<Step>& steps_;
  std::vector<Op> operators_;
  std::size_t groups_ = 0;
};

}  // namespace

bool readPredicate(ExpressionScanner& in, PredicateExpression& out) {
  return PredicateParser(in, out).parse();
}

}  // namespace usdscope::detail
