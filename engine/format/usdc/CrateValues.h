// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/FileBytes.h"
#include "engine/base/Token.h"
#include "engine/format/usdc/Header.h"
#include "engine/format/usdc/PathTable.h"
#include "engine/value/Array.h"
#include "engine/value/ValueDecoder.h"

namespace usdscope::usdc {

/// The parts of a crate file that values need: its bytes, and the tables that values refer to.
struct CrateContent {
  FileBytes bytes;
  CrateHeader header;
  std::vector<Token> tokens;
  std::vector<std::uint32_t> strings;  ///< Token numbers.
  PathTable paths;
};

/// The reason why a value is unreadable, and the offset of the value or of its broken part.
struct ValueProblem {
  std::uint64_t byteOffset = 0;
  std::string_view what;  ///< The problem, for example "it lies outside of the file".
  std::optional<double> sampleTime = {};  ///< The time of the broken sample.
  bool isRead = false;  ///< Whether the value was read nevertheless, with the broken part replaced.
};

/// Some of the arrays of sample times that were read from a file, by their ValueReps. Most
/// attributes of a file share a few such arrays. Thread-safe, without locks.
class KnownTimes {
 public:
  KnownTimes() = default;
  KnownTimes(const KnownTimes&) = delete;
  KnownTimes& operator=(const KnownTimes&) = delete;
  ~KnownTimes();

  /// Returns null if the times are not known. Valid while this object lives.
  const Array<double>* find(std::uint64_t rep) const;
  /// Keeps the times if there is still room. Requires: they are in order.
  void add(std::uint64_t rep, const Array<double>& times);

 private:
  struct Entry {
    std::uint64_t rep;
    Array<double> times;
  };

  std::array<std::atomic<const Entry*>, 4> entries_{};  // The first ones are set.
};

/// Decodes the values of a crate file from their ValueReps on request. Large uncompressed arrays
/// stay in the mapped file.
class CrateValues final : public ValueDecoder, public std::enable_shared_from_this<CrateValues> {
 public:
  explicit CrateValues(CrateContent content) : content_(std::move(content)) {}

  Value decode(std::uint64_t stored) const override;
  /// Checks a value by decoding it, with all samples up to the first broken one.
  std::optional<ValueProblem> findProblem(std::uint64_t stored) const;
  /// Checks a value without decoding it, by its ValueRep.
  std::optional<ValueProblem> findRepProblem(std::uint64_t stored) const;

  const CrateContent& content() const { return content_; }
  /// Decodes the values of samples, which may have any type except time samples.
  const ValueDecoder& samples() const { return samples_; }
  KnownTimes& knownTimes() const { return knownTimes_; }

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
  mutable KnownTimes knownTimes_;
};

}  // namespace usdscope::usdc
