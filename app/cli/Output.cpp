// SPDX-License-Identifier: Apache-2.0
#include "app/cli/Output.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "app/cli/Messages.h"
#include "engine/format/LayerSave.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usdc/UsdcWriter.h"

namespace usdscope {
namespace {

std::optional<LayerFormat> askedFormat(const LayerOutput& output) {
  if (output.usdFormat == "usda") return LayerFormat::Usda;
  if (output.usdFormat == "usdc") return LayerFormat::Usdc;
  return std::nullopt;
}

}  // namespace

void addLayerOutput(VerbOptions& command, LayerOutput& output) {
  VerbOption out =
      command.option("-o,--out", output.out,
                     "File to write: .usda is text, .usdc a crate, .usd either; "
                     "otherwise, and for -, standard output: text, or what --usdFormat "
                     "says");
  command
      .option("--usdFormat", output.usdFormat,
              "Format of a file that ends in .usd, or of standard output; a new file is a crate, "
              "others keep theirs")
      .oneOf({"usda", "usdc"})
      .needs(out);
}

std::optional<LayerFormat> layerFormatOf(const LayerOutput& output, Diagnostics& diagnostics) {
  if (output.out == "-") return askedFormat(output).value_or(LayerFormat::Usda);
  return saveFormatOf(output.out, askedFormat(output), diagnostics);
}

int printLayer(const Layer& layer, const std::string& usdFormat, VerbContext context) {
  if (usdFormat != "usdc") return writeResult(writeUsda(layer), {}, context);
  Diagnostics diagnostics;
  const std::string crate = writeUsdc(layer, context.environment.fields(), diagnostics);
  if (printDiagnostics(diagnostics, context.err)) return kFailure;
  return writeResult(crate, {}, context);
}

int writeResult(const Layer& layer, const LayerOutput& output, VerbContext context) {
  if (output.out.empty() || output.out == "-") return printLayer(layer, output.usdFormat, context);
  // A result of changed files must not replace an older one.
  if (hasChangedFiles(context)) return kFailure;
  Diagnostics diagnostics;
  if (!layerFormatOf(output, diagnostics)) {
    printDiagnostics(diagnostics, context.err);
    return kWrongUsage;
  }
  const bool isSaved =
      saveLayer(layer, output.out, askedFormat(output), context.environment.fields(), diagnostics,
                [&] { return !hasChangedFiles(context); });
  if (!isSaved) context.failsWith(kUnreadable);
  return printDiagnostics(diagnostics, context.err) || !isSaved ? kFailure : kSuccess;
}

int writeResult(std::string_view text, const std::string& file, VerbContext context) {
  if (file.empty() || file == "-") {
    context.out << text << std::flush;
    return context.out ? kSuccess : kFailure;
  }
  if (hasChangedFiles(context)) return kFailure;
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  std::string problem;
  if (std::filesystem::is_other(status) || std::filesystem::is_character_file(status)) {
    // Pipes and devices cannot be replaced.
    std::ofstream out(file, std::ios::binary);
    out << text << std::flush;
    if (!out) problem = std::string("The file cannot be written: ") + std::strerror(errno) + ".";
  } else {
    problem = replaceFile(file, text);
  }
  if (problem.empty()) return kSuccess;
  context.err << "error: " << file << ": " << problem << '\n';
  return kUnreadable;
}

}  // namespace usdscope
