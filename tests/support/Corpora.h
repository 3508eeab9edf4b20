// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

namespace usdscope {

/// The folder with the scene collections and the reference's dumps (`assets/`, `conformance/`,
/// `oracle/`): $USDSCOPE_CORPORA, or `../shared` beside the checkout when that is not set.
///
/// Empty when there is no such folder; tests that need it are then skipped.
std::optional<std::filesystem::path> corporaPath();

/// The message of a skipped test, which says how to provide the folder.
inline constexpr const char* kNoCorpora =
    "The scene collections are not here: set USDSCOPE_CORPORA to their folder, or put it in "
    "../shared beside the checkout.";

}  // namespace usdscope
