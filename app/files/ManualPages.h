// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace usdscope {

/// A page of the manual.
struct ManualPage {
  std::string name;   ///< Its file without the ending: `viewer`.
  std::string title;  ///< Its first heading.
  std::string text;   ///< Markdown; see manualHtml().
};

/// Returns the folders of the manual that belongs to this program, whether it is installed or was
/// built in a folder of its sources. A build has the pages that are made from tables in a folder of
/// their own, the last one. Empty when there is no manual.
std::vector<std::string> manualFolders();

/// Reads the pages: those that the file `index.md` of the first folder links, in this order, after
/// the index itself. Pages that are in none of the folders are missing. Any thread.
std::vector<ManualPage> readManual(const std::vector<std::string>& folders);

/// Writes the manual as HTML, with its pictures. Returns a sentence that says why it cannot; empty
/// on success.
std::string writeManual(const std::vector<std::string>& manual, const std::string& folder);

}  // namespace usdscope
