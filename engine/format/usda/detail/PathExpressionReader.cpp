// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/PathExpressionReader.h"

#include <fmt/format.h>

#include "engine/format/usda/UsdaReader.h"
#include "engine/layer/PathExpressionTree.h"

namespace usdscope::usda {
namespace {

void report(ReadContext& context, std::size_t start, const ExpressionProblem& problem,
            bool isAsWritten) {
  const Scanner& in = context.in;
  std::size_t offset = start;
  if (isAsWritten) {
    const bool isTriple =
        in.text().substr(start, 3) == "\"\"\"" || in.text().substr(start, 3) == "'''";
    offset += (isTriple ? 3 : 1) + problem.offset;
  }
  std::string message = fmt::format(
      "This path expression is invalid and matches nothing: expected {}.", problem.expected);
  const std::string excerpt = in.excerpt(offset);
  if (!excerpt.empty()) message += fmt::format(" Found: {}", excerpt);
  context.diagnostics.report(kUsdaPathExpression, siteOf(context, offset), std::move(message));
}

std::string anchored(const std::string& text, Path prim) {
  return PathExpressionTree::parse(text).anchored(prim).text();
}

}  // namespace

bool readPathExpression(ReadContext& context, PathExpression& out) {
  const std::size_t start = context.in.offset();
  std::string_view text;
  std::string buffer;
  if (!context.in.readString(text, buffer)) return false;
  ExpressionProblem problem;
  const auto expression = PathExpressionTree::read(text, PathSyntax::Authored, problem);
  if (expression) {
    out.text = expression->text();
  } else {
    report(context, start, problem, buffer.empty());
  }
  return true;
}

void anchorPathExpressions(Value& value, Path prim) {
  if (const auto* single = value.find<PathExpression>()) {
    value = Value(PathExpression{anchored(single->text, prim)});
  } else if (const auto* array = value.find<Array<PathExpression>>()) {
    std::vector<PathExpression> all(array->begin(), array->end());
    for (PathExpression& each : all) each.text = anchored(each.text, prim);
    value = Value(Array<PathExpression>(std::move(all)));
  }
}

}  // namespace usdscope::usda
