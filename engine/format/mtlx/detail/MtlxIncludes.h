// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/format/Environment.h"
#include "engine/format/mtlx/MtlxReader.h"
#include "engine/format/mtlx/Xml.h"
#include "engine/format/mtlx/detail/InheritedAttributes.h"

namespace usdscope {

/// Replaces the include elements of a file by the elements of the files that they name.
class MtlxIncludes {
 public:
  /// The arguments must outlive the object.
  MtlxIncludes(const Environment& environment, InheritedAttributes& attributes,
               Diagnostics& diagnostics)
      : environment_(environment), attributes_(attributes), diagnostics_(diagnostics) {}

  /// `identifier` is the file of `document`, to which names of files are relative. Reports files
  /// that cannot be included.
  void expand(XmlElement& document, const std::string& identifier, int depth = 0);

  /// The files that were included, and those that are missing.
  const std::vector<MtlxInclude>& files() const { return files_; }

 private:
  bool isRepeatedTooOften(const std::string& target, std::size_t byteSize);

  const Environment& environment_;
  InheritedAttributes& attributes_;
  Diagnostics& diagnostics_;
  int includedCount_ = 0;
  std::size_t repeatedBytes_ = 0;  ///< The bytes of files that were included again.
  std::set<std::string> known_;    ///< The files that were included.
  std::vector<MtlxInclude> files_;
};

}  // namespace usdscope
