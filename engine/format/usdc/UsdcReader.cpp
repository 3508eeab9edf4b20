// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/UsdcReader.h"

#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "engine/base/Parallel.h"
#include "engine/format/usdc/CrateValues.h"
#include "engine/format/usdc/Header.h"
#include "engine/format/usdc/PathTree.h"
#include "engine/format/usdc/Rows.h"
#include "engine/format/usdc/Tables.h"
#include "engine/format/usdc/ValueCheck.h"

namespace usdscope {
namespace {

using usdc::CrateProblem;

// A crate file without its values.
struct CrateTables {
  usdc::CrateHeader header;
  usdc::FieldTables fields;
  usdc::SpecTable specs;
  usdc::PathTree tree;
  std::size_t notUtf8Count = 0;
};

bool readTables(const FileBytes& bytes, CrateTables& tables, usdc::CrateContent& content,
                CrateProblem& problem) {
  const auto span = bytes.span();
  if (!readHeader(span, tables.header, problem)) return false;
  content.bytes = bytes;
  content.version = tables.header.version;
  content.fieldsBegin = tables.header.fields.begin;
  if (!readTokens(span, tables.header, content.tokens, tables.notUtf8Count, problem)) {
    return false;
  }

  // Paths take about as long as everything else.
  bool isRead = false;
  bool hasPaths = false;
  CrateProblem pathProblem;
  parallelInvoke(
      [&] {
        const std::size_t tokenCount = content.tokens.size();
        isRead = readStrings(span, tables.header, tokenCount, content.strings, problem) &&
                 readFields(span, tables.header, tokenCount, tables.fields, problem) &&
                 readSpecs(span, tables.header, tables.specs, problem);
      },
      [&] {
        hasPaths =
            tables.tree.read(span, tables.header, content.tokens, content.paths, pathProblem);
      });
  if (isRead && !hasPaths) problem = std::move(pathProblem);
  return isRead && hasPaths;
}

std::shared_ptr<const Layer> readLayer(const FileBytes& bytes, LayerIdentity identity,
                                       Diagnostics& diagnostics) {
  CrateTables tables;
  usdc::CrateContent content;
  CrateProblem problem;
  LayerTables rows;
  std::size_t unlistedCount = 0;
  const bool isRead = readTables(bytes, tables, content, problem) &&
                      buildRows({bytes.span(), tables.header, content.tokens, tables.fields,
                                 tables.specs, tables.tree, content.paths},
                                rows, unlistedCount, problem);
  SourceSite site{.layer = identity.identifier};
  if (!isRead) {
    site.byteOffset = problem.byteOffset;
    diagnostics.report(kInvalidCrate, std::move(site), std::move(problem.message));
    return nullptr;
  }
  if (tables.notUtf8Count > 0) {
    diagnostics.report(
        kTextNotUtf8, site,
        fmt::format("{} texts are not UTF-8; they keep their bytes.", tables.notUtf8Count));
  }
  if (unlistedCount > 0) {
    diagnostics.report(kUnlistedSpecs, site,
                       fmt::format("{} specs are not in the lists of their parents' children and "
                                   "are ignored.",
                                   unlistedCount));
  }
  rows.decoder = std::make_shared<const usdc::CrateValues>(std::move(content));
  auto layer = std::make_shared<const Layer>(std::move(identity), std::move(rows));
  usdc::checkReps(*layer, diagnostics);
  return layer;
}

// The C library keeps most of the memory of the tables in file form, which are no longer needed.
// A layer with this number of specs or more makes it return the memory.
constexpr std::size_t kReturnFrom = 100'000;

void returnFreedMemory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace

bool isUsdc(const FileBytes& bytes) { return usdc::isCrate(bytes.span()); }

std::shared_ptr<const Layer> readUsdc(const FileBytes& bytes, LayerIdentity identity,
                                      Diagnostics& diagnostics) {
  auto layer = readLayer(bytes, std::move(identity), diagnostics);
  if (layer && layer->primRowCount() + layer->propertyRowCount() >= kReturnFrom) {
    returnFreedMemory();
  }
  return layer;
}

}  // namespace usdscope
