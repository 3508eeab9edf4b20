// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "engine/asset/AssetResolver.h"

namespace usdscope {

/// A matrix from the world to a screen with x and y from -1 to 1: 16 numbers in rows. A point
/// stands before the matrix.
using ScreenMatrix = std::array<double, 16>;

/// Reads the matrix that an EXR file states in its header as `worldtoscreen`, or as `worldToNDC`
/// like older programs. Empty when there is none.
std::optional<ScreenMatrix> readScreenMatrix(std::span<const std::byte> bytes);

/// Reads the matrix of a resolved identifier. Empty when the file cannot be read.
std::optional<ScreenMatrix> readScreenMatrix(const AssetResolver& resolver,
                                             const std::string& identifier);

}  // namespace usdscope
