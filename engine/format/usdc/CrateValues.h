// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/FileBytes.h"
#include "engine/base/Token.h"
#include "engine/format/usdc/Header.h"
#include "engine/format/usdc/PathTable.h"
#include "engine/value/ValueDecoder.h"

namespace usdscope::usdc {

/// What values of a crate file are made of: its bytes, and the tables that values refer to.
struct CrateContent {
  FileBytes bytes;
  CrateVersion version;
  std::vector<Token> tokens;
  std::vector<std::uint32_t> strings;  ///< Token numbers.
  PathTable paths;
  std::size_t fieldsBegin = 0;  ///< Where FIELDS starts, which has the values that are inlined.
};

/// Why a value cannot be read, and the byte where it, or the part of it that is broken, starts.
struct ValueProblem {
  std::uint64_t byteOffset = 0;
  std::string_view what;                  ///< "it lies outside of the file"
  std::optional<double> sampleTime = {};  ///< When the sample at this time is what is broken.
  bool isRead = false;                    ///< Something stands in for what makes no sense.
};

/// Makes the values of a crate file from their ValueReps, when asked. Large uncompressed arrays
/// stay in the mapped file.
class CrateValues final : public ValueDecoder, public std::enable_shared_from_this<CrateValues> {
 public:
  explicit CrateValues(CrateContent content) : content_(std::move(content)) {}

  Value decode(std::uint64_t stored) const override;
  /// Decodes to see whether that works; of samples every one, up to the first that is broken.
  std::optional<ValueProblem> findProblem(std::uint64_t stored) const;
  /// What can be told of it by the rep alone.
  std::optional<ValueProblem> findRepProblem(std::uint64_t stored) const;

  const CrateContent& content() const { return content_; }
  /// Makes samples, which are all values but samples.
  const ValueDecoder& samples() const { return samples_; }

 private:
  class Samples final : public ValueDecoder {
   public:
    explicit Samples(const CrateValues& values) : values_(values) {}
    Value decode(std::uint64_t stored) const override;

   private:
    const CrateValues& values_;
  };

  CrateContent content_;
  Samples samples_{*this};
};

}  // namespace usdscope::usdc
