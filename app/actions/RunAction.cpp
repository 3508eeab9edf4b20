// SPDX-License-Identifier: Apache-2.0
#include "app/actions/RunAction.h"

#include <exception>

#include "app/actions/WhyDisabled.h"
#include "app/session/tasks/LackOfMemory.h"

namespace usdscope {

ActionProblem whyNot(const ActionRow& row, const ActionContext& context,
                     const std::vector<std::string>& arguments) {
  const bool namesSubject = !arguments.empty() && context.session.document.value().isOpen();
  if (namesSubject || row.isEnabled(context)) return {};
  return whyDisabled(row, context);
}

ActionProblem runCaught(const ActionRow& row, const ActionContext& context,
                        const std::vector<std::string>& arguments) {
  try {
    return row.run(context, arguments);
  } catch (const std::exception& problem) {
    return reasonOfFailure(problem);
  }
}

ActionProblem runAction(const ActionContext& context, const std::string& id,
                        const std::vector<std::string>& arguments) {
  const ActionRow* row = findAction(id);
  if (!row || !row->run) return "There is no action " + id + ".";
  ActionProblem problem = whyNot(*row, context, arguments);
  return problem.empty() ? row->run(context, arguments) : problem;
}

}  // namespace usdscope
