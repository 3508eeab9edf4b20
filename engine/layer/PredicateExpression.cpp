// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/PredicateExpression.h"

#include <string_view>

#include "engine/layer/Spelling.h"
#include "engine/layer/detail/InfixText.h"

namespace usdscope {
namespace {

struct ArgumentWriter {
  std::string& out;

  void operator()(const std::string& text) const { appendQuoted(out, text); }
  void operator()(std::int64_t number) const { appendNumber(out, number); }
  void operator()(double number) const { appendNumber(out, number); }
  void operator()(bool truth) const { out += truth ? '1' : '0'; }
};

void appendCall(std::string& out, const PredicateCall& call) {
  out += call.name;
  if (call.style == PredicateCall::Style::Bare) return;
  const bool isColon = call.style == PredicateCall::Style::Colon;
  out += isColon ? ':' : '(';
  for (const PredicateArgument& argument : call.arguments) {
    if (&argument != call.arguments.data()) out += isColon ? "," : ", ";
    if (!argument.name.empty()) (out += argument.name) += '=';
    std::visit(ArgumentWriter{out}, argument.value);
  }
  if (!isColon) out += ')';
}

}  // namespace

std::string PredicateExpression::text() const {
  static constexpr std::string_view kOps[] = {"", "not ", " ", " and ", " or "};
  std::string out;
  detail::writeInfix(
      out, steps, [](const Step& step) { return static_cast<int>(step.op); },
      [](const Step& step) { return step.op == Op::Not; },
      [&](const Step& step) {
        if (step.op == Op::Call) {
          appendCall(out, step.call);
        } else {
          out += kOps[static_cast<std::size_t>(step.op)];
        }
      });
  return out;
}

}  // namespace usdscope
