// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/asset/DefaultResolver.h"
#include "engine/value/Dictionary.h"

namespace usdscope {

/// How the assets of a show are found: the content of a resolver context file. README.md describes
/// the file.
struct ResolverContext {
  std::vector<std::string> searchPaths;  ///< Absolute folders, in the order of the search.
  std::vector<PathMap> pathMaps;         ///< The longest `from` is first.
  std::string resolverCommand;           ///< Empty if the file names none.
  std::optional<double> resolverSeconds;
  /// The expression variables of every scene, stronger than those of its layers.
  Dictionary expressionVariables;
};

struct ResolverContextResult {
  std::optional<ResolverContext> context;
  std::string problem;  ///< Sentences that say why there is no context; else empty.
};

/// Reads the text of a context file. `folder` is the folder of the file: an absolute path, from
/// which the paths of the file start. `${env:NAME}` in its strings is the variable NAME of the
/// environment.
ResolverContextResult parseResolverContext(std::string_view text, const std::string& folder);

/// Reads a context file. `file` is relative to the working folder.
ResolverContextResult readResolverContext(const std::string& file);

/// Whether a text is the name of an expression variable: letters, digits and `_`, and no digit
/// first.
bool isExpressionVariableName(std::string_view name);

/// Returns the context of this process: the file in USDSCOPE_RESOLVER_CONTEXT, with the variables
/// `NAME=VALUE` in USDSCOPE_EXPRESSION_VARIABLES, which are strings separated by `;`. An empty
/// context without them. A file is read once, so that all scenes of a process have the same
/// context. Thread-safe.
ResolverContextResult resolverContextFromEnvironment();

}  // namespace usdscope
