// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "engine/asset/AssetResolver.h"
#include "engine/base/Diagnostics.h"

namespace usdscope {

class Definitions;
class FieldDefinitions;
struct FileFormat;

/// The inputs for reading layers and composing stages that are not in the layers: schemas and
/// kinds, metadata fields, file formats, and the resolver that finds assets.
///
/// Immutable. Copies share all parts, so they are cheap. Environments with different plug-ins can
/// be used at the same time, also on several threads.
class Environment {
 public:
  /// OpenUSD's own schemas, kinds and fields, without any plug-ins, and a DefaultResolver that
  /// searches the current folder.
  Environment();
  explicit Environment(std::shared_ptr<AssetResolver> resolver);
  /// `definitions` and `fields` include those of OpenUSD. If null, only those of OpenUSD are used.
  Environment(std::shared_ptr<const Definitions> definitions,
              std::shared_ptr<const FieldDefinitions> fields, Diagnostics pluginProblems);

  /// Returns this environment with another resolver. Requires: `resolver` is not null.
  Environment with(std::shared_ptr<AssetResolver> resolver) const;

  AssetResolver& resolver() const { return *resolver_; }
  /// The schemas and kinds. Built on the first call when there are no plug-ins: see
  /// Definitions::builtin().
  const Definitions& definitions() const;
  const FieldDefinitions& fields() const;
  std::span<const FileFormat> fileFormats() const;

  /// The problems found while the plug-ins were read.
  const Diagnostics& pluginProblems() const { return *pluginProblems_; }

 private:
  std::shared_ptr<AssetResolver> resolver_;            // Never null.
  std::shared_ptr<const Definitions> definitions_;     // If null, the built-in ones.
  std::shared_ptr<const FieldDefinitions> fields_;     // If null, the built-in ones.
  std::shared_ptr<const Diagnostics> pluginProblems_;  // Never null.
};

}  // namespace usdscope
