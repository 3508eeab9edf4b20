// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace usdscope {

class Prim;
class Stage;
struct ClipSetDefinition;
struct ClipUse;

/// Returns the identifier of the file of a clip set of the stage: the resolved path or, if there is
/// no such file, the first place at which it is searched. Sets that are anchored to layers in
/// different folders may author equal paths of different files. `file` is an index into the asset
/// paths of the set.
std::string clipIdentifier(const Stage& stage, const ClipSetDefinition& definition,
                           std::size_t file);

/// Returns the definition of the set that a value of a prim comes from; null if the prim has no
/// such set.
const ClipSetDefinition* findUsedSet(const Prim& prim, const ClipUse& use);

}  // namespace usdscope
