// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <memory>

#include "app/cli/Output.h"
#include "app/cli/tools/ToolRun.h"
#include "app/cli/tools/Tools.h"

namespace usdscope {
namespace {

struct UsdCheckerOptions {
  std::string file;
  std::string out = "stdout";
  std::vector<std::string> variants;
  std::vector<std::string> variantSets;
  std::vector<std::string> keywords;
  bool skipVariants = false;
  bool rootPackageOnly = false;
  bool noAssetChecks = false;
  bool arkit = false;
  bool dumpRules = false;
  bool verbose = false;
  bool strict = false;
  bool hasNoLimit = false;
  bool usesNewFramework = false;
};

// The warnings, then the errors, as the tool prints them.
struct CheckerMessages {
  std::string warnings;
  std::string errors;
};

CheckerMessages messagesOf(const std::string& findings) {
  CheckerMessages messages;
  std::istringstream in(findings);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("warning:")) messages.warnings += line + '\n';
    if (line.starts_with("error:")) messages.errors += line + '\n';
  }
  return messages;
}

int printMessages(const CheckerMessages& messages, const std::string& out,
                  const VerbContext& context) {
  const std::string text = messages.warnings + messages.errors;
  if (out == "stderr") {
    context.err << text;
    return kSuccess;
  }
  const bool isOutput = out == "stdout" || out == "-" || out.empty();
  return writeResult(text, isOutput ? std::string() : out, {context.out, context.err});
}

void addVariantWords(const UsdCheckerOptions& options, std::vector<std::string>& words) {
  if (options.skipVariants) return;
  words.emplace_back("--combineVariants");
  for (const std::string& each : options.variants) words.push_back("--variants=" + each);
  for (const std::string& each : options.variantSets) words.push_back("--variantSets=" + each);
  if (options.hasNoLimit) words.emplace_back("--noVariantLimit");
}

int runUsdChecker(const UsdCheckerOptions& options, const VerbContext& context) {
  if (options.file.empty() && !options.dumpRules) {
    return toolError(context, "Either an inputFile or the --dumpRules option must be specified.");
  }
  if (options.rootPackageOnly && options.skipVariants) {
    return toolError(context, "--rootPackageOnly and --skipVariants exclude each other.");
  }
  if (options.dumpRules) {
    std::vector<std::string> rules = {"check", "--dumpRules"};
    if (options.arkit) rules.emplace_back("--arkit");
    for (const std::string& each : options.keywords) rules.push_back("--includeKeywords=" + each);
    const int status = runVerbForTool(std::move(rules), context);
    if (options.file.empty()) return status;
  }
  std::vector<std::string> words = commandLineOf("check");
  addVariantWords(options, words);
  for (const std::string& each : options.keywords) words.push_back("--includeKeywords=" + each);
  if (options.rootPackageOnly) words.emplace_back("--rootPackageOnly");
  if (options.noAssetChecks) words.emplace_back("--noAssetChecks");
  // With this option the tool looks at the files of the package, not at prims and layers.
  if (options.arkit && !options.rootPackageOnly) words.emplace_back("--arkit");
  words.insert(words.end(), {"--", options.file});
  std::string findings;
  const int checked = runVerbForTool(std::move(words), context, findings);
  const CheckerMessages messages = messagesOf(findings);
  if (printMessages(messages, options.out, context) != kSuccess) return 1;
  if (checked != 0 || (options.strict && !messages.warnings.empty())) {
    context.out << "Failed!\n";
    return 1;
  }
  context.out << (messages.warnings.empty() ? "Success!\n" : "Success with warnings...\n");
  return 0;
}

}  // namespace

RunVerb declareUsdChecker(VerbOptions& command) {
  auto options = std::make_shared<UsdCheckerOptions>();
  command.option("inputFile", options->file, "File to check");
  command.flag("-s,--skipVariants", options->skipVariants, "Check only the selected variants");
  command.flag("-p,--rootPackageOnly", options->rootPackageOnly, "Check only this package");
  command.option("-o,--out", options->out, "File for the failed checks, stdout or stderr");
  command
      .option("--variants", options->variants,
              "SET:NAME,SET:NAME: check the prims that have these sets with these variants")
      .repeatsOneByOne();
  command.option("--variantSets", options->variantSets, "Check all variants of this set")
      .repeatsOneByOne();
  command.flag("--disableVariantValidationLimit", options->hasNoLimit,
               "Check with more than 1000 choices of variants");
  command.option("--includeKeywords", options->keywords, "Only rules with one of these keywords")
      .repeatsOneByOne();
  command.flag("--useNewValidationFramework", options->usesNewFramework,
               "Accepted, but without effect");
  command.flag("--noAssetChecks", options->noAssetChecks, "Do not require a default prim");
  command.flag("--arkit", options->arkit, "Also check what ARKit can read");
  command.flag("-d,--dumpRules", options->dumpRules, "List the rules");
  command.flag("-v,--verbose", options->verbose, "Accepted, but without effect");
  command.flag("-t,--strict", options->strict, "Fail after warnings, too");
  return [options](VerbContext context) { return runUsdChecker(*options, context); };
}

}  // namespace usdscope
