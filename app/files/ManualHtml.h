// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace usdscope {

/// Returns the address to which a link of the manual leads, or the address of a picture. Empty to
/// write the text of the link alone.
using ManualLink = std::function<std::string(std::string_view target)>;

/// Converts a page of the manual to the contents of an HTML body.
///
/// Pages are Markdown: headings with `#`, paragraphs, lists of one level, tables, fenced blocks,
/// pictures, links, bold text and code. Headings are places with the name manualPlace(). Texts of
/// the page never become markup.
std::string manualHtml(std::string_view markdown, const ManualLink& link);

/// Returns the name of a heading in links: lower case, words joined by hyphens.
std::string manualPlace(std::string_view heading);

/// Escapes the bars of a text, which separate the cells of a table.
std::string markdownCell(std::string_view text);

}  // namespace usdscope
