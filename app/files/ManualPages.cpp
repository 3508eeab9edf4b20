// SPDX-License-Identifier: Apache-2.0
#include "app/files/ManualPages.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/files/ManualHtml.h"
#include "engine/base/FileBytes.h"
#include "engine/format/ReplaceFile.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPageEnding = ".md";

constexpr const char* kHtmlStyle =
    R"(body { max-width: 46em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.5; }
table { border-collapse: collapse; } th, td { border: 1px solid #bbb; padding: 0.2em 0.6em; text-align: left; }
pre { background: #f2f2f2; padding: 0.6em; overflow-x: auto; } img { max-width: 100%; }
nav { font-size: 0.9em; })";

// Targets `verbs.md#find` become addresses of HTML files. Actions and panes exist in the window
// alone, and a build may lack pages that are made from tables.
std::string htmlAddress(std::string_view target, const std::vector<ManualPage>& pages) {
  if (target.starts_with("action:") || target.starts_with("pane:")) return {};
  const std::size_t ending = target.find(kPageEnding);
  if (ending == std::string_view::npos || target.starts_with("http")) return std::string(target);
  const std::string_view name = target.substr(0, ending);
  if (std::ranges::find(pages, name, &ManualPage::name) == pages.end()) return {};
  return std::string(name) + ".html" + std::string(target.substr(ending + kPageEnding.size()));
}

bool readPage(const std::vector<std::string>& folders, std::string name,
              std::vector<ManualPage>& pages) {
  for (const std::string& folder : folders) {
    const FileBytesResult file = readFileBytes(folder + '/' + name + std::string(kPageEnding));
    if (!file.bytes) continue;
    ManualPage page{std::move(name), {}, std::string(file.bytes->text())};
    if (page.text.starts_with("# ")) page.title = page.text.substr(2, page.text.find('\n') - 2);
    pages.push_back(std::move(page));
    return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> manualFolders() {
  std::vector<std::string> found;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (error) return found;
  for (const char* data : {"../share/usdscope", "../../resources", "../../../resources"}) {
    const fs::path folder = (program / data / "manual").lexically_normal();
    if (!fs::exists(folder / "index.md", error)) continue;
    found.push_back(folder.string());
    break;
  }
  const fs::path made = (program / "../help/usdscope/manual").lexically_normal();
  if (!found.empty() && fs::exists(made, error)) found.push_back(made.string());
  return found;
}

std::vector<ManualPage> readManual(const std::vector<std::string>& folders) {
  std::vector<ManualPage> pages;
  if (folders.empty() || !readPage(folders, "index", pages)) return pages;
  const std::string index = pages.front().text;
  manualHtml(index, [&](std::string_view target) {
    const std::string name(target.substr(0, target.find(kPageEnding)));
    const bool isPage = name.size() < target.size() && name.find('/') == std::string::npos;
    if (isPage && std::ranges::find(pages, name, &ManualPage::name) == pages.end()) {
      readPage(folders, name, pages);
    }
    return std::string();
  });
  return pages;
}

std::string writeManual(const std::vector<std::string>& manual, const std::string& folder) {
  const std::vector<ManualPage> pages = readManual(manual);
  if (pages.empty()) return "The manual is not installed.";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fmt::format("{}: {}.", folder, error.message());
  std::string list;
  for (const ManualPage& page : pages) {
    list += fmt::format("<a href=\"{}.html\">{}</a>{}\n", page.name, page.title,
                        &page == &pages.back() ? "" : " ·");
  }
  const auto address = [&](std::string_view target) { return htmlAddress(target, pages); };
  for (const ManualPage& page : pages) {
    const std::string file = folder + '/' + page.name + ".html";
    const std::string problem = replaceFile(
        file, fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                          "<title>{} - usdscope</title><style>\n{}\n</style></head>\n<body>\n"
                          "<nav>{}</nav>\n{}</body></html>\n",
                          page.title, kHtmlStyle, list, manualHtml(page.text, address)));
    if (!problem.empty()) return fmt::format("{}: {}", file, problem);
  }
  const fs::path pictures = fs::path(manual.front()) / "pictures";
  if (fs::exists(pictures, error)) {
    fs::copy(pictures, fs::path(folder) / "pictures",
             fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
  }
  return error ? fmt::format("{}: {}.", folder, error.message()) : std::string();
}

}  // namespace usdscope
