// SPDX-License-Identifier: Apache-2.0
// The manual: its conversion to HTML, its pages about options, and its command lines, which are
// run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "app/cli/Verb.h"
#include "app/cli/help/CommandHelp.h"
#include "app/cli/help/OptionsPage.h"
#include "app/files/ManualHtml.h"
#include "app/files/ManualPages.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

std::string htmlOf(std::string_view markdown) {
  return manualHtml(markdown, [](std::string_view target) { return std::string(target); });
}

fs::path manualSources() { return testAssetsPath() / "../../resources/manual"; }

std::string textOf(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A command line of the manual.
struct ManualCommand {
  std::string page;
  std::string text;
  bool needsWindow = false;
  bool mayFind = false;  ///< It may end with the status of findings and differences.
};

std::vector<ManualCommand> manualCommands() {
  std::vector<ManualCommand> commands;
  for (const ManualPage& page : readManual({manualSources().string()})) {
    std::istringstream lines(page.text);
    std::string fence;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("```")) {
        fence = fence.empty() ? line : std::string();
      } else if (fence.starts_with("```sh")) {
        commands.push_back(
            {page.name, line, fence.ends_with(" window"), fence.ends_with(" findings")});
      }
    }
  }
  return commands;
}

// Stand-ins for programs of farms, reduced to what the manual uses. They are used even where the
// machine has such programs, which may give jobs to other machines.
constexpr const char* kParallel = R"sh(#!/bin/sh
line=; shared=1
for word; do
  if [ "$word" = ::: ]; then shared=; continue; fi
  if [ $shared ]; then line="$line '$word'"; continue; fi
  eval "$(printf '%s' "$line" | sed "s/{}/$word/g")" || exit 1
done
)sh";
constexpr const char* kSbatch = R"sh(#!/bin/sh
range=${1#--array=}
for SLURM_ARRAY_TASK_ID in $(seq ${range%-*} ${range#*-}); do
  export SLURM_ARRAY_TASK_ID
  sh -c "$3" || exit 1
done
)sh";

void writeScript(const fs::path& file, const char* text) {
  std::ofstream(file) << text;
  fs::permissions(file, fs::perms::owner_all);
}

}  // namespace

TEST(ManualHtml, ConvertsTheMarkdownOfThePages) {
  const std::pair<const char*, const char*> cases[] = {
      {"# A b-c!\n", "<h1><a name=\"a-b-c\" id=\"a-b-c\"></a>A b-c!</h1>\n"},
      {"a\n##\nb\n", "<p>a</p>\n<p>b</p>\n"},
      {"one\ntwo\n\nthree", "<p>one two</p>\n<p>three</p>\n"},
      {"- a\n  b\n- c\n", "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n"},
      {"1. a\n2. b\n", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n"},
      {"| a | `b\\|c` |\n| --- | --- |\n| d | |\n",
       "<table>\n<tr><th>a</th><th><code>b|c</code></th></tr>\n<tr><td>d</td><td></td></tr>\n"
       "</table>\n"},
      {"```sh\na <b> **c**\n```\nd\n", "<pre>a &lt;b&gt; **c**\n</pre>\n<p>d</p>\n"},
      {"**a `b`** [c](d.md#e) ![f](g.png)",
       "<p><b>a <code>b</code></b> <a href=\"d.md#e\">c</a> <img src=\"g.png\" alt=\"f\"></p>\n"},
      {"a\\*b <script> [x] `", "<p>a*b &lt;script&gt; [x] `</p>\n"},
      {"", ""},
      {"```\nopen", "<pre>open\n</pre>\n"},
  };
  for (const auto& [markdown, html] : cases) EXPECT_EQ(htmlOf(markdown), html);
  EXPECT_EQ(manualHtml("[a](b)", [](std::string_view) { return std::string(); }), "<p>a</p>\n");
}

TEST(Manual, EachPageHasATitleAndIsWrittenAsHtml) {
  const std::vector<ManualPage> pages = readManual(manualFolders());
  ASSERT_GE(pages.size(), 12u);  // Sanitized builds have no pages from tables.
  const TemporaryFolder folder;
  const Ran ran = runLine({"help", "--manual", (folder / "out").string()});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  for (const ManualPage& page : pages) {
    EXPECT_NE(page.title, "") << page.name;
    const std::string html = textOf(folder / "out" / (page.name + ".html"));
    EXPECT_NE(html.find(">" + page.title + "</h1>"), std::string::npos) << page.name;
    EXPECT_EQ(html.find("action:"), std::string::npos) << page.name;
    for (const char* link : {".md\"", ".md#"}) {
      EXPECT_EQ(html.find(link), std::string::npos) << page.name;
    }
  }
  for (const auto& picture : fs::directory_iterator(manualSources() / "pictures")) {
    EXPECT_TRUE(fs::exists(folder / "out/pictures" / picture.path().filename()));
    EXPECT_LT(picture.file_size(), 120'000u) << picture.path();
  }
}

TEST(Manual, LinksToMissingPagesAreTexts) {
  const TemporaryFolder folder;
  std::ofstream(folder / "index.md") << "# A\n\n[one](keys.md) [two](b.md#c) [three](b.md)\n";
  std::ofstream(folder / "b.md") << "# B\n\n## C\n";
  const std::string out = (folder / "out").string();
  ASSERT_EQ(writeManual({folder.path().string()}, out), "");
  EXPECT_NE(textOf(folder / "out/index.html")
                .find("<p>one <a href=\"b.html#c\">two</a> <a href=\"b.html\">three</a></p>"),
            std::string::npos);
}

TEST(Manual, PageOfOptionsHasAllVerbs) {
  const std::string page = optionsPage(commandHelps());
  for (const Verb& verb : verbs()) {
    EXPECT_NE(page.find(fmt::format("\n## {}\n", verb.name)), std::string::npos) << verb.name;
  }
  EXPECT_NE(page.find("| `-o`, `--out TEXT` | Files to write, .png"), std::string::npos);
  // The links of the page about verbs lead there.
  const std::string links = textOf(manualSources() / "verbs.md");
  std::size_t count = 0;
  for (std::size_t at = links.find("options.md#"); at != std::string::npos;
       at = links.find("options.md#", at + 1)) {
    const std::string verb = links.substr(at + 11, links.find(')', at) - at - 11);
    EXPECT_NE(page.find("\n## " + verb + "\n"), std::string::npos) << verb;
    ++count;
  }
  EXPECT_GT(count, 20u);
}

TEST(Manual, OptionsOfUsdviewAreThoseOfTheWindow) {
  std::set<std::string> options;
  for (const CommandHelp& command : commandHelps()) {
    if (command.name != "view") continue;
    for (const OptionHelp& option : command.options) {
      options.insert(option.names.begin(), option.names.end());
    }
  }
  std::istringstream lines(textOf(manualSources() / "usdview.md"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `--")) continue;
    const std::string cell = line.substr(0, line.find('|', 1));
    for (std::size_t at = cell.find("--"); at != std::string::npos; at = cell.find("--", at + 2)) {
      EXPECT_TRUE(options.contains(cell.substr(at, cell.find('`', at) - at))) << cell;
      ++count;
    }
  }
  EXPECT_GT(count, 20u);
}

TEST(Manual, ShellOfEachPageRuns) {
  if (!needGl()) return;
  const TemporaryFolder folder;
  fs::copy(testAssetsPath() / "../../resources/samples", folder / "scene",
           fs::copy_options::recursive);
  fs::create_directories(folder / "bin");
  fs::create_directories(folder / "settings");
  fs::create_symlink(fs::read_symlink("/proc/self/exe").parent_path() / "usdscope",
                     folder / "bin/usdscope");
  writeScript(folder / "bin/parallel", kParallel);
  writeScript(folder / "bin/sbatch", kSbatch);
  const char* display = std::getenv("DISPLAY");
  const bool hasWindow = display && *display;
  std::size_t count = 0;
  for (const ManualCommand& command : manualCommands()) {
    if (command.needsWindow && !hasWindow) continue;
    ++count;
    const std::string script = fmt::format(
        "cd '{0}/scene'\nPATH='{0}/bin':$PATH XDG_CONFIG_HOME='{0}/settings'\n"
        "export PATH XDG_CONFIG_HOME\n{1}\n",
        folder.path().string(), command.text);
    std::ofstream(folder / "run.sh") << script;
    const std::string log = (folder / "log").string();
    const int status = std::system(
        fmt::format("timeout 120 sh '{}' > '{}' 2>&1", (folder / "run.sh").string(), log).c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    EXPECT_TRUE(code == kSuccess || (code == kFailure && command.mayFind))
        << command.page << ": " << command.text << "\nended with " << code << ":\n"
        << textOf(log);
  }
  EXPECT_GT(count, 50u);
  // The recipes for farms make the pictures of one run.
  for (const char* farm : {"farm", "par", "slurm"}) {
    for (int frame = 1; frame <= 8; ++frame) {
      const std::string name = fmt::format("f.{:04}.png", frame);
      EXPECT_TRUE(textOf(folder / "scene" / farm / name) == textOf(folder / "scene/farm" / name))
          << farm << ' ' << name;
      EXPECT_GT(textOf(folder / "scene" / farm / name).size(), 100u) << farm << ' ' << name;
    }
  }
}

}  // namespace usdscope
