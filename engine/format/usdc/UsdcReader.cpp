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
#include "engine/format/usdc/RowRecipe.h"
#include "engine/format/usdc/Rows.h"
#include "engine/format/usdc/Tables.h"
#include "engine/format/usdc/ValueCheck.h"

namespace usdscope {
namespace {

using usdc::CrateProblem;

// A crate file without its values.
struct CrateTables {
  usdc::FieldTables fields;
  usdc::SpecTable specs;
  usdc::PathTree tree;
};

// Requires: `content` has its bytes and its header.
bool readTables(CrateTables& tables, usdc::CrateContent& content, usdc::RowRecipe& recipe,
                CrateProblem& problem) {
  const auto span = content.bytes.span();
  const usdc::CrateHeader& header = content.header;
  if (!readTokens(span, header, content.tokens, recipe.notUtf8Count, problem)) return false;

  // Paths take about as long as everything else.
  bool isRead = false;
  bool hasPaths = false;
  CrateProblem pathProblem;
  parallelInvoke(
      [&] {
        const std::size_t tokenCount = content.tokens.size();
        isRead = readStrings(span, header, tokenCount, content.strings, problem) &&
                 readFields(span, header, tokenCount, tables.fields, problem) &&
                 readSpecs(span, header, tables.specs, problem);
      },
      [&] {
        hasPaths = tables.tree.read(span, header, content.tokens, content.paths, pathProblem);
      });
  if (isRead && !hasPaths) problem = std::move(pathProblem);
  return isRead && hasPaths;
}

// Makes the rows from the tables of the file. Returns null if a table is broken. Requires:
// `content` has its bytes and its header.
std::shared_ptr<const usdc::RowRecipe> makeRows(usdc::CrateContent& content, LayerTables& rows,
                                                CrateProblem& problem) {
  CrateTables tables;
  auto recipe = std::make_shared<usdc::RowRecipe>();
  const bool isMade = readTables(tables, content, *recipe, problem) &&
                      buildRows({content.bytes.span(), content.header, content.tokens,
                                 tables.fields, tables.specs, tables.tree, content.paths},
                                rows, *recipe, problem);
  if (!isMade) return nullptr;
  completeRecipe(content, std::move(tables.fields), *recipe);
  return recipe;
}

std::shared_ptr<const Layer> readLayer(const FileBytes& bytes, LayerIdentity identity,
                                       Diagnostics& diagnostics) {
  usdc::CrateContent content;
  CrateProblem problem;
  LayerTables rows;
  content.bytes = bytes;
  usdc::CopiedRows copied;
  if (readHeader(bytes.span(), content.header, problem)) {
    copied = copyRowsOfEqualCrate(content, rows);
    if (!copied.recipe) copied.recipe = makeRows(content, rows, problem);
  }
  std::shared_ptr<const usdc::RowRecipe> recipe = std::move(copied.recipe);
  SourceSite site{.layer = identity.identifier};
  if (!recipe) {
    site.byteOffset = problem.byteOffset;
    diagnostics.report(kInvalidCrate, std::move(site), std::move(problem.message));
    return nullptr;
  }
  const std::size_t notUtf8Count = recipe->notUtf8Count;
  const std::size_t unlistedCount = recipe->unlistedCount;
  if (notUtf8Count > 0) {
    diagnostics.report(kTextNotUtf8, site,
                       fmt::format("{} texts are not UTF-8; they keep their bytes.", notUtf8Count));
  }
  if (unlistedCount > 0) {
    diagnostics.report(kUnlistedSpecs, site,
                       fmt::format("{} specs are not in the lists of their parents' children and "
                                   "are ignored.",
                                   unlistedCount));
  }
  rows.decoder = std::make_shared<const usdc::CrateValues>(std::move(content));
  auto layer = copied.from ? std::make_shared<const Layer>(std::move(identity), std::move(rows),
                                                           *copied.from)
                           : std::make_shared<const Layer>(std::move(identity), std::move(rows));
  if (recipe->isWhole) usdc::offerRows(layer, std::move(recipe));
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
