// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/VariableExpression.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "engine/compose/detail/ExpressionTerm.h"

namespace usdscope {
namespace {

using detail::ExpressionTerm;

// Expressions are short. These limits stop variables that refer to each other many times, and
// nested functions, from taking forever.
constexpr std::size_t kMaxTextSize = 1 << 16;
constexpr int kMaxVariableUses = 1000;
constexpr int kMaxDepth = 64;

bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The state that an expression shares with the expressions in its variables.
struct Evaluation {
  const Dictionary& variables;
  std::set<std::string> used;
  std::vector<std::string> variableStack;
  int useCount = 0;
};

ExpressionTerm evaluate(std::string_view expression, Evaluation& evaluation, std::string& fault);

std::string replaceEscapes(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char c = text[++i];
    switch (c) {
      case 'a':
        result += '\a';
        break;
      case 'b':
        result += '\b';
        break;
      case 'f':
        result += '\f';
        break;
      case 'n':
        result += '\n';
        break;
      case 'r':
        result += '\r';
        break;
      case 't':
        result += '\t';
        break;
      case 'v':
        result += '\v';
        break;
      default:
        result += c;
    }
  }
  return result;
}

ExpressionTerm termOf(const Value& value, const std::string& name) {
  const auto listOf = [](const auto& items, auto convert) {
    ExpressionTerm list;
    list.isList = true;
    for (const auto& item : items) list.items.emplace_back(convert(item));
    return list;
  };
  if (const auto* text = value.find<std::string>()) return ExpressionTerm::of(*text);
  if (const auto* flag = value.find<bool>()) return ExpressionTerm::of(*flag);
  if (const auto* number = value.find<std::int64_t>()) return ExpressionTerm::of(*number);
  if (const auto* number = value.find<std::int32_t>()) {
    return ExpressionTerm::of(std::int64_t{*number});
  }
  if (const auto* texts = value.find<Array<std::string>>()) {
    return listOf(*texts, [](const std::string& text) { return text; });
  }
  if (const auto* flags = value.find<Array<BoolByte>>()) {
    return listOf(*flags, [](BoolByte flag) { return bool(flag); });
  }
  if (const auto* numbers = value.find<Array<std::int64_t>>()) {
    return listOf(*numbers, [](std::int64_t number) { return number; });
  }
  if (const auto* numbers = value.find<Array<std::int32_t>>()) {
    return listOf(*numbers, [](std::int32_t number) { return std::int64_t{number}; });
  }
  if (value.isEmpty()) return {};
  return ExpressionTerm::failed("The variable " + name +
                                " has a type that expressions cannot use.");
}

/// Looks a variable up; null when there is none.
const Value* useVariable(const std::string& name, Evaluation& evaluation) {
  evaluation.used.insert(name);
  return evaluation.variables.find(name);
}

ExpressionTerm variableTerm(const std::string& name, const Value& value, Evaluation& evaluation) {
  auto& stack = evaluation.variableStack;
  if (std::find(stack.begin(), stack.end(), name) != stack.end()) {
    return ExpressionTerm::failed("The variable " + name + " refers to itself.");
  }
  ExpressionTerm term = termOf(value, name);
  const auto* text = term.find<std::string>();
  if (!text || !isVariableExpression(*text)) return term;
  if (++evaluation.useCount > kMaxVariableUses) {
    return ExpressionTerm::failed("Variables refer to each other too often.");
  }
  stack.push_back(name);
  std::string fault;
  ExpressionTerm result = evaluate(*text, evaluation, fault);
  stack.pop_back();
  if (!fault.empty()) return ExpressionTerm::failed(fault + " (in the variable " + name + ")");
  return result;
}

/// Parses and evaluates an expression. A syntax error ends it at once.
class Reader {
 public:
  Reader(std::string_view text, Evaluation& evaluation, std::string& fault)
      : text_(text), evaluation_(evaluation), fault_(fault) {}

  ExpressionTerm readAll() {
    expect('`');
    ExpressionTerm term = peek() == '[' ? readList() : readScalar(0);
    expect('`');
    if (at_ != text_.size()) setFault("Something follows the end of the expression");
    return fault_.empty() ? term : ExpressionTerm();
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool skip(char c) {
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }
  void skipSpaces() {
    while (skip(' ')) {
    }
  }
  void expect(char c) {
    if (fault_.empty() && !skip(c)) setFault(std::string("A ") + c + " is missing");
  }
  void setFault(const std::string& what) {
    if (fault_.empty()) fault_ = what + " at character " + std::to_string(at_) + ".";
  }
  bool startsVariable() const { return peek() == '$' && peek(1) == '{'; }

  std::string readName() {
    const std::size_t begin = at_;
    if (isNameStart(peek())) {
      while (isNameStart(peek()) || isDigit(peek())) ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string readVariableName() {
    at_ += 2;  // "${"
    std::string name = readName();
    if (name.empty()) setFault("The name of a variable is missing");
    expect('}');
    return name;
  }

  ExpressionTerm readScalar(int depth) {
    if (depth > kMaxDepth) setFault("Functions are nested too deeply");
    if (!fault_.empty()) return {};
    if (startsVariable()) return readVariable();
    if (peek() == '"' || peek() == '\'') return readText();
    if (isDigit(peek()) || (peek() == '-' && isDigit(peek(1)))) return readInteger();
    const std::string name = readName();
    if (name == "True" || name == "true") return ExpressionTerm::of(true);
    if (name == "False" || name == "false") return ExpressionTerm::of(false);
    if (name == "None" || name == "none") return {};
    if (!name.empty()) {
      const std::size_t end = at_;
      skipSpaces();
      if (peek() == '(') return readCall(name, depth);
      at_ = end;
    }
    setFault("There is no expression");
    return {};
  }

  ExpressionTerm readVariable() {
    const std::string name = readVariableName();
    if (!fault_.empty()) return {};
    const Value* value = useVariable(name, evaluation_);
    if (!value) return ExpressionTerm::failed("The variable " + name + " has no value.");
    return variableTerm(name, *value, evaluation_);
  }

  ExpressionTerm readInteger() {
    std::int64_t number = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (error != std::errc()) setFault("The integer is too large");
    at_ += static_cast<std::size_t>(end - begin);
    return ExpressionTerm::of(number);
  }

  ExpressionTerm readText() {
    const char quote = text_[at_++];
    std::string result;
    ExpressionTerm failure;
    while (fault_.empty() && at_ < text_.size() && peek() != quote) {
      if (startsVariable()) {
        appendVariable(readVariableName(), result, failure);
        continue;
      }
      const std::size_t begin = at_;
      while (at_ < text_.size() && peek() != quote && !startsVariable()) {
        const bool isEscape = peek() == '\\' && at_ + 1 < text_.size();
        at_ += isEscape ? 2 : 1;
      }
      result += replaceEscapes(text_.substr(begin, at_ - begin));
    }
    expect(quote);
    return failure.error.empty() ? ExpressionTerm::of(std::move(result)) : failure;
  }

  void appendVariable(const std::string& name, std::string& result, ExpressionTerm& failure) {
    if (!fault_.empty() || !failure.error.empty()) return;
    const Value* value = useVariable(name, evaluation_);
    if (!value) {
      result += "${" + name + "}";
      return;
    }
    ExpressionTerm term = variableTerm(name, *value, evaluation_);
    if (!term.error.empty()) {
      failure = std::move(term);
    } else if (const auto* text = term.find<std::string>()) {
      result += *text;
    } else if (!term.isNone()) {
      failure = ExpressionTerm::failed("The variable " + name + " is not a string.");
    }
    if (result.size() > kMaxTextSize) {
      failure = ExpressionTerm::failed("The text grows too long.");
      result.clear();
    }
  }

  ExpressionTerm readCall(const std::string& name, int depth) {
    expect('(');
    skipSpaces();
    std::vector<ExpressionTerm> arguments;
    if (peek() != ')') {
      do {
        skipSpaces();
        arguments.push_back(peek() == '[' ? readList() : readScalar(depth + 1));
        skipSpaces();
      } while (fault_.empty() && skip(','));
    }
    expect(')');
    skipSpaces();
    if (fault_.empty()) fault_ = detail::checkFunction(name, arguments.size());
    if (!fault_.empty()) return {};
    return detail::callFunction(name, arguments, evaluation_.variables);
  }

  ExpressionTerm readList() {
    expect('[');
    std::vector<ExpressionTerm> items;
    if (peek() == ' ') {
      skipSpaces();
    } else if (peek() != ']') {
      std::size_t end = at_;
      do {
        skipSpaces();
        items.push_back(readScalar(0));
        end = at_;
        skipSpaces();
      } while (fault_.empty() && skip(','));
      at_ = end;  // Spaces before the end are not allowed.
    }
    expect(']');
    return detail::makeList(items);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Evaluation& evaluation_;
  std::string& fault_;
};

ExpressionTerm evaluate(std::string_view expression, Evaluation& evaluation, std::string& fault) {
  return Reader(expression, evaluation, fault).readAll();
}

template <typename T, typename Element>
Value arrayValue(const std::vector<ExpressionTerm::Scalar>& items) {
  std::vector<Element> elements;
  elements.reserve(items.size());
  for (const auto& item : items) elements.emplace_back(std::get<T>(item));
  return Value(Array<Element>(std::move(elements)));
}

Value valueOf(const ExpressionTerm& term) {
  if (term.isList) {
    const std::size_t type = term.items.empty() ? 1 : term.items[0].index();
    if (type == 1) return arrayValue<std::string, std::string>(term.items);
    if (type == 2) return arrayValue<std::int64_t, std::int64_t>(term.items);
    return arrayValue<bool, BoolByte>(term.items);
  }
  if (const auto* text = term.find<std::string>()) return Value(*text);
  if (const auto* number = term.find<std::int64_t>()) return Value(*number);
  if (const auto* flag = term.find<bool>()) return Value(*flag);
  return {};
}

}  // namespace

bool isVariableExpression(std::string_view text) {
  return text.size() > 2 && text.front() == '`' && text.back() == '`';
}

ExpressionResult evaluateVariableExpression(std::string_view expression,
                                            const Dictionary& variables) {
  Evaluation evaluation{.variables = variables};
  ExpressionResult result;
  const ExpressionTerm term = evaluate(expression, evaluation, result.errors);
  if (result.errors.empty()) result.errors = term.error;
  if (result.errors.empty()) result.value = valueOf(term);
  result.usedVariables.assign(evaluation.used.begin(), evaluation.used.end());
  return result;
}

ExpressionResult evaluateTextExpression(std::string_view expression, const Dictionary& variables) {
  ExpressionResult result = evaluateVariableExpression(expression, variables);
  if (!result.value.isEmpty() && !result.value.holds<std::string>()) {
    result.value = Value();
    result.errors = "The expression does not evaluate to a string.";
  }
  return result;
}

}  // namespace usdscope
