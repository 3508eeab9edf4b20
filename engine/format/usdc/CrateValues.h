// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
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
};

/// Makes the values of a crate file from their ValueReps, when asked. Large uncompressed arrays
/// stay in the mapped file.
class CrateValues final : public ValueDecoder, public std::enable_shared_from_this<CrateValues> {
 public:
  explicit CrateValues(CrateContent content) : content_(std::move(content)) {}

  Value decode(std::uint64_t stored) const override;
  const CrateContent& content() const { return content_; }

 private:
  CrateContent content_;
};

}  // namespace usdscope::usdc
