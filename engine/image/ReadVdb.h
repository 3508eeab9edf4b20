// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/asset/AssetResolver.h"
#include "engine/image/DenseGrid.h"

namespace usdscope {

/// Whether this program was built with OpenVDB. If not, readVdbField() reports that as a problem.
bool canReadVdb();
/// Returns the version of OpenVDB with which the program was built, such as "10.0.1"; empty without
/// it.
std::string vdbVersion();

/// Names a field in a file.
struct VdbFieldName {
  std::string name;
  int index = 0;  ///< Which of the fields with this name.
};

/// Reads a field of numbers or of three-dimensional vectors from the OpenVDB file of a resolved
/// identifier. Only this field is read.
///
/// A field with more than `mostValues` values gets larger voxels with the means of those of the
/// file. A level set becomes a density: 1 inside, 0 outside, and between them in the band around
/// the surface. Values that are not finite become 0, and larger ones than kMostGridValue become
/// that. Sizes in the file are checked before memory is allocated; the memory that a field takes is
/// bounded by the size of its file and by `mostValues`.
DenseGridResult readVdbField(const AssetResolver& resolver, const std::string& identifier,
                             const VdbFieldName& field, std::size_t mostValues = kMostGridValues);

}  // namespace usdscope
