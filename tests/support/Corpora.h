// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

namespace usdscope {

/// The folder with the scene collections and the reference's dumps (`assets/`, `conformance/`,
/// `oracle/`): $USDSCOPE_CORPORA, or `../shared` beside the checkout when that is not set.
///
/// Empty when there is no such folder; a test that needs it then says so with GTEST_SKIP.
std::optional<std::filesystem::path> corporaPath();

/// Why such a test is skipped, and what to do about it.
inline constexpr const char* kNoCorpora =
    "The scene collections are not here: set USDSCOPE_CORPORA to their folder, or put it in "
    "../shared beside the checkout.";

}  // namespace usdscope
