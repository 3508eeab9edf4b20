// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/report/explain/Explain.h"
#include "engine/report/explain/ExplainFact.h"

namespace usdscope {

/// Returns an explanation as Markdown, for bug reports: the attribute and the time as a heading,
/// the sentence, the value, and tables of the time path and the opinions.
std::string explanationToMarkdown(const Explanation& explanation);

/// Returns facts as Markdown: a heading, a sentence and a table for each.
std::string factsToMarkdown(const std::vector<FactExplanation>& facts);

}  // namespace usdscope
