// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/format/Limits.h"
#include "engine/format/usda/detail/Scanner.h"
#include "engine/format/usda/detail/SpecCollector.h"
#include "engine/format/usda/detail/ValueTable.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/LayerOffset.h"

namespace usdscope::usda {

/// Reported when a list names an item twice. The list is ignored.
inline constexpr DiagnosticCode kDroppedListEdit{"usda.dropped-list-edit", Severity::Warning};

/// Reported when a variant has no name. Paths cannot name it, so it is ignored.
inline constexpr DiagnosticCode kDroppedVariant{"usda.dropped-variant", Severity::Warning};

/// Converts the names in a text to tokens. Some names occur very often; looking them up in this
/// cache is faster than interning them again.
class TokenCache {
 public:
  Token token(std::string_view text);

 private:
  std::array<Token, 4096> recent_;
};

/// The place in a text where a statement about a spec begins.
struct SpecPlace {
  Path path;
  std::size_t offset = 0;
};

/// The state that the functions that read a usda text share. Each function reads from `in` and
/// returns false when `in` has failed, which ends the reading.
struct ReadContext {
  /// `text` is a whole layer, or the body of the prim at `start`.
  ReadContext(std::string_view text, const FieldDefinitions& registered, Diagnostics& report,
              std::string_view layerIdentifier, Path start = Path::root())
      : in(text),
        specs(start),
        fieldDefinitions(registered),
        diagnostics(report),
        layer(layerIdentifier) {}

  Scanner in;
  SpecCollector specs;
  TokenCache tokens;
  ValueTables buffers;        ///< Reused while lists of values are read.
  std::vector<double> times;  ///< A buffer for the times of samples.
  Array<double> lastTimes;    ///< The times of the previous samples. Equal times share it.
  const FieldDefinitions& fieldDefinitions;
  Diagnostics& diagnostics;
  std::string_view layer;
  /// Prims are read on several threads if at least this many bytes of the text are left. See
  /// ParallelPrims.h for this and the next two.
  std::size_t parallelFrom = std::numeric_limits<std::size_t>::max();
  std::size_t inOrderUpTo = 0;    ///< Prims before this offset are read on this thread.
  std::size_t skimmedInVain = 0;  ///< Bytes skimmed without finding prims for several threads.
  int nesting = 0;                ///< Depth of nested prims and lists, at most kMaxNesting.
  int dictionaryNesting = 0;      ///< At most kMaxDictionaryNesting.
  /// Gets the places of prims, variants and properties, in the order of the text; null if nobody
  /// asks for them.
  std::vector<SpecPlace>* places = nullptr;
};

/// Notes the place of a spec if somebody asks for it.
inline void notePlace(ReadContext& context, Path path, std::size_t offset) {
  if (context.places) context.places->push_back({path, offset});
}

inline constexpr int kMaxNesting = 1000;

/// Adds a level of nesting while it lives.
class Nesting {
 public:
  explicit Nesting(ReadContext& context) : Nesting(context, context.nesting, kMaxNesting) {}
  Nesting(ReadContext& context, int& level, int most)
      : context_(context), level_(level), most_(most) {
    ++level_;
  }
  ~Nesting() { --level_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  /// Returns false, and makes `in` fail, when the nesting is too deep.
  bool isAllowed() {
    return level_ <= most_ ||
           context_.in.failAt(context_.in.offset(),
                              "This is nested more than " + std::to_string(most_) + " deep.");
  }

 private:
  ReadContext& context_;
  int& level_;
  int most_;
};

/// Reads a whole layer and adds the places of its specs. Returns false when the text cannot be
/// read. (In UsdaReader.cpp.)
bool readPlaces(std::string_view text, const FieldDefinitions& fields,
                std::vector<SpecPlace>& places);

/// Returns the layer and the line of an offset of the text, for diagnostics.
SourceSite siteOf(const ReadContext& context, std::size_t offset);

}  // namespace usdscope::usda
