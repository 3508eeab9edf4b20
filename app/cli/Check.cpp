// SPDX-License-Identifier: Apache-2.0
#include "engine/check/Check.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "app/cli/CheckFixes.h"
#include "app/cli/CheckVariants.h"
#include "app/cli/FileJob.h"
#include "app/cli/Output.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/StageOptions.h"
#include "app/cli/TextColors.h"
#include "app/cli/Verbs.h"
#include "engine/check/FindingText.h"

namespace usdscope {
namespace {

struct CheckVerbOptions {
  StageOptions stage;
  FileJobOptions job;
  CheckOptions check;
  std::string out;
  bool json = false;
  bool isStrict = false;
  bool isRootPackageOnly = false;
  bool noAssetChecks = false;
  bool dumpsRules = false;
  VariantChecks variants;
  std::vector<std::string> combinations;
  bool fixes = false;
};

void addSelection(VerbOptions& command, CheckOptions& options) {
  const auto list = [&](const char* name, std::vector<std::string>& names, const char* text) {
    command.option(name, names, text).repeatsOneByOne().delimiter(',');
  };
  list("--includeKeywords", options.includeKeywords, "Only validators with one of these keywords");
  list("--excludeKeywords", options.excludeKeywords, "No validators with one of these keywords");
  list("--includeValidators", options.includeValidators, "Only validators with these names");
  list("--excludeValidators", options.excludeValidators, "No validators with these names");
}

void addVariantChecks(VerbOptions& command, CheckVerbOptions& options) {
  const VerbOption all = command.flag("--allVariants", options.variants.isWanted,
                                      "Check the other variants, too, one at a time");
  command
      .option("--variants", options.combinations,
              "SET:NAME,SET:NAME: check the prims that have these sets with these variants, too. "
              "May be repeated")
      .repeatsOneByOne()
      .excludes(all);
  command
      .option("--variantSets", options.variants.sets,
              "SET,SET: check all variants of these sets, too, one at a time; with --variants, "
              "together with each of these")
      .repeatsOneByOne()
      .delimiter(',')
      .excludes(all);
  command.flag("--combineVariants", options.variants.areCombined,
               "Check all combinations of the variants of a prim instead, each set without a "
               "variant included");
  command.flag("--noVariantLimit", options.variants.isUnlimited,
               "Check with more than 1000 choices of variants");
}

// Returns false, after an error.
bool readVariantChecks(CheckVerbOptions& options, VerbContext context) {
  VariantChecks& checks = options.variants;
  for (const std::string& text : options.combinations) {
    auto combination = variantChoices(text);
    if (!combination) {
      context.err << "error: --variants " << text << ": Expected SET:NAME,SET:NAME.\n";
      return false;
    }
    checks.combinations.push_back(std::move(*combination));
  }
  checks.isWanted =
      checks.isWanted || checks.areCombined || !checks.combinations.empty() || !checks.sets.empty();
  return true;
}

// Excludes one of the two validators of packages, which report the same files, unless it is
// named. usdchecker does the same.
CheckOptions completed(const CheckVerbOptions& options) {
  CheckOptions check = options.check;
  const std::string other(options.isRootPackageOnly ? kPackageValidator : kRootPackageValidator);
  if (std::ranges::find(check.includeValidators, other) == check.includeValidators.end()) {
    check.excludeValidators.push_back(other);
  }
  if (options.noAssetChecks) check.excludeValidators.emplace_back(kDefaultPrimValidator);
  return check;
}

std::string joined(const std::vector<std::string_view>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string rulesJson(const CheckOptions& options) {
  Json rules = Json::array();
  for (const Validator* validator : selectedValidators(options)) {
    rules.push_back({{"name", validator->name},
                     {"doc", validator->doc},
                     {"keywords", validator->keywords},
                     {"schemaTypes", validator->schemaTypes}});
  }
  return toLine(rules) + '\n';
}

std::string rulesText(const CheckOptions& options) {
  std::string text;
  for (const Validator* validator : selectedValidators(options)) {
    text += fmt::format("[{}]:\n\tDoc: {}\n\tKeywords: {}\n", validator->name, validator->doc,
                        joined(validator->keywords));
    if (!validator->schemaTypes.empty()) {
      text += fmt::format("\tSchemaTypes: {}\n", joined(validator->schemaTypes));
    }
  }
  return text;
}

std::string findingsText(const Findings& findings, const LayerNames& names) {
  std::string text;
  for (const Finding& finding : findings) text += findingText(finding, names) + '\n';
  const auto count = [&](Severity severity) {
    return std::ranges::count(findings, severity, &Finding::severity);
  };
  return text + fmt::format("{} errors, {} warnings, {} notes\n", count(Severity::Error),
                            count(Severity::Warning), count(Severity::Note));
}

bool isFailure(const Findings& findings, bool isStrict) {
  return std::ranges::any_of(findings, [&](const Finding& finding) {
    return finding.severity == Severity::Error ||
           (isStrict && finding.severity == Severity::Warning);
  });
}

// Checks the scene of the options. `result` is the file that the caller writes; empty for none.
int checkScene(const CheckVerbOptions& options, const std::string& result, VerbContext context) {
  const CheckOptions selection = completed(options);
  std::shared_ptr<const Stage> stage = openStage(options.stage, context);
  if (!stage || !mayWrite(stage, options.out, context) || !mayWrite(stage, result, context)) {
    return kFailure;
  }
  Findings findings = check(*stage, selection);
  if (options.fixes) {
    // The findings on standard output are those that are left.
    stage = fixFindings(stage, findings, options.out, options.json ? context.err : context.out,
                        context);
    if (!stage) return kFailure;
    findings = check(*stage, selection);
  }
  if (options.variants.isWanted) {
    findings =
        withOtherVariants(stage, selection, options.variants, std::move(findings), context.err);
  }
  const LayerNames names(*stage->rootLayer(), stage->sessionLayer().get());
  std::string text =
      options.json ? toLine(findingsToJson(findings, names)) + '\n' : findingsText(findings, names);
  const std::string file = options.fixes ? std::string() : options.out;
  const bool isPrinted = file.empty() || file == "-";
  if (isPrinted && !options.json && mayHaveColors(context.out)) text = withColoredSeverities(text);
  const int written = writeResult(text, file, context);
  if (written != kSuccess) return written;
  return isFailure(findings, options.isStrict) ? kFailure : kSuccess;
}

int checkFiles(const CheckVerbOptions& options, VerbContext context) {
  if (!options.out.empty()) {
    context.err << "error: --out names one file; --outFolder is for the results of several.\n";
    return kWrongUsage;
  }
  FileJob job{.options = options.job, .printsJson = options.json};
  job.files = {options.stage.file};
  job.files.insert(job.files.end(), options.job.more.begin(), options.job.more.end());
  job.ending = options.json ? ".check.json" : ".check.txt";
  job.run = [&options](const std::string& file, const std::string& out, VerbContext own) {
    CheckVerbOptions one = options;
    one.stage.file = file;
    return checkScene(one, out, own);
  };
  return runFileJob(job, context);
}

int runCheck(const CheckVerbOptions& options, VerbContext context) {
  const CheckOptions selection = completed(options);
  for (const std::string& name : unknownNames(options.check)) {
    context.err << "error: There is no validator and no keyword of validators `" << name
                << "`; --dumpRules lists them.\n";
    return kWrongUsage;
  }
  if (options.dumpsRules && options.stage.file.empty()) {
    const std::string rules = options.json ? rulesJson(selection) : rulesText(selection);
    return writeResult(rules, options.out, context);
  }
  if (options.stage.file.empty()) {
    context.err << "error: FILE is missing; a scene or --dumpRules is expected.\n";
    return kWrongUsage;
  }
  if (options.dumpsRules) context.err << rulesText(selection);
  return options.job.isGiven() ? checkFiles(options, context) : checkScene(options, {}, context);
}

}  // namespace

RunVerb declareCheck(VerbOptions& command) {
  auto options = std::make_shared<CheckVerbOptions>();
  addStageOptions(command, options->stage);
  command.find("FILE").optional();
  addMaskOption(command, options->stage.mask);
  command.flag("--json", options->json, "Print JSON");
  command.option("-o,--out", options->out,
                 "File to write the findings to; with --fix, the file for the fixes");
  command.flag("--fix", options->fixes,
               "Correct faults that have one safe correction, in the layers that have them; with "
               "--out, in a new layer over the scene. Prints the findings that are left");
  command.flag("-t,--strict", options->isStrict, "Exit with status 1 after warnings, too");
  command.flag("-p,--rootPackageOnly", options->isRootPackageOnly,
               "Check only the package that is opened, not those that it needs");
  command.flag("--noAssetChecks", options->noAssetChecks, "Do not require a default prim");
  command.flag("--arkit", options->check.includesArKit,
               "Also apply the validators of what ARKit can read");
  addVariantChecks(command, *options);
  addFileJobOptions(command, options->job);
  command.flag("-d,--dumpRules", options->dumpsRules, "List the validators that apply");
  addSelection(command, options->check);
  return [options](VerbContext context) {
    if (!readVariantChecks(*options, context)) return kWrongUsage;
    return runCheck(*options, context);
  };
}

}  // namespace usdscope
