// SPDX-License-Identifier: Apache-2.0
#include "engine/plugins/detail/PlugInfo.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "engine/base/FileBytes.h"
#include "engine/plugins/PluginSet.h"
#include "engine/plugins/detail/PlaceFiles.h"

namespace usdscope::detail {
namespace {

// Empties comments, which are lines that begin with `#`, so that lines keep their numbers.
std::string withoutComments(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, size);
    text.remove_prefix(size);
    const bool isComment = line.find('#') < line.find_first_not_of(" \t#");
    out += !isComment ? line : line.ends_with('\n') ? "\n" : "";
  }
  return out;
}

// Records the place at which a text is not JSON any more.
struct ErrorFinder : nlohmann::json_sax<Json> {
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    offset = position > 0 ? position - 1 : 0;
    return false;
  }
  std::size_t offset = 0;
};

SourceSite siteAt(const std::string& file, std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t lineStart = before.rfind('\n') + 1;  // 0 when there is none.
  return {.layer = file,
          .path = {},
          .line = static_cast<int>(std::ranges::count(before, '\n')) + 1,
          .column = static_cast<int>(before.size() - lineStart) + 1};
}

std::string joined(const std::string& folder, const std::string& path) {
  const std::filesystem::path whole = std::filesystem::path(folder) / path;
  std::string text = whole.lexically_normal().string();
  if (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void readPlace(const std::string& place) {
    std::vector<std::string> waiting = {place};
    bool hasFile = false;
    const std::size_t allowed = std::min(kMostEntriesOfPlace, entriesLeft_);
    EntryBudget budget{allowed};
    // Includes are read in turn, not recursively.
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (!places_.insert(waiting[i]).second && i > 0) continue;
      for (const std::string& file : filesAt(waiting[i], budget)) {
        // Links to folders give a file many names.
        std::error_code error;
        const std::string name = std::filesystem::canonical(file, error).string();
        if (!visited_.insert(error ? file : name).second || readFile(file, waiting)) {
          hasFile = true;
        }
      }
    }
    entriesLeft_ -= allowed - budget.left;
    if (budget.isExceeded) {
      diagnostics_.report(
          kTooManyPluginEntries, {.layer = place},
          fmt::format("The stars here lead to more than {} entries of folders, or those of all "
                      "places to more than {}; the others are not searched for plug-ins.",
                      kMostEntriesOfPlace, kMostEntries));
    }
    if (!hasFile) {
      diagnostics_.report(kNoPlugInfo, {.layer = place}, "There is no plugInfo.json here.");
    }
  }

  std::vector<Plugin> take() { return std::move(plugins_); }

 private:
  void report(const std::string& file, std::string message) {
    diagnostics_.report(kBrokenPlugInfo, {.layer = file}, std::move(message));
  }

  // Returns false when there is no such file.
  bool readFile(const std::string& file, std::vector<std::string>& includes) {
    const FileBytesResult read = readFileBytes(file);
    if (!read.bytes) return false;
    const std::string text = withoutComments(read.bytes->text());
    const Json top = parseJson(text);
    if (top.is_discarded()) {
      ErrorFinder finder;
      Json::sax_parse(text, &finder);
      diagnostics_.report(kBrokenPlugInfo, siteAt(file, text, finder.offset),
                          "The file is not valid JSON from here on; it is ignored.");
      return true;
    }
    if (!top.is_object()) report(file, "The file does not contain a JSON object; it is ignored.");
    if (top.is_object()) readTop(file, top, includes);
    return true;
  }

  void readTop(const std::string& file, const Json& top, std::vector<std::string>& includes) {
    for (const auto& [key, value] : top.items()) {
      if (key != "Plugins" && key != "Includes") {
        report(file, fmt::format("The key \"{}\" is unknown; it is ignored.", key));
      } else if (!value.is_array()) {
        report(file, fmt::format("\"{}\" is not a list; it is ignored.", key));
      }
    }
    for (const Json& plugin : listAt(top, "Plugins")) addPlugin(file, plugin);
    const std::string folder = std::filesystem::path(file).parent_path().string();
    for (const Json& include : listAt(top, "Includes")) {
      if (!include.is_string()) {
        report(file, "An entry of \"Includes\" is not a string; it is ignored.");
      } else if (const auto path = include.get<std::string>(); !path.empty()) {
        includes.push_back(joined(folder, path) + (path.ends_with('/') ? "/" : ""));
      }
    }
  }

  static const Json& listAt(const Json& object, const char* key) {
    static const Json kNone = Json::array();
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : kNone;
  }

  void addPlugin(const std::string& file, const Json& json) {
    const auto refuse = [&](std::string_view why) {
      const std::string name = json.is_object() ? textAt(json, "Name") : std::string();
      report(file, name.empty() ? fmt::format("A plug-in is ignored: {}", why)
                                : fmt::format("The plug-in \"{}\" is ignored: {}", name, why));
    };
    if (!json.is_object()) return refuse("it is not a JSON object.");
    for (const auto* key : {"Name", "Type", "Root", "LibraryPath", "ResourcePath"}) {
      const auto found = json.find(key);
      if (found != json.end() && !found->is_string()) {
        return refuse(fmt::format("its \"{}\" is not a string.", key));
      }
    }
    const std::string type = textAt(json, "Type");
    if (type != "library" && type != "python" && type != "resource") {
      return refuse("its \"Type\" is not library, python or resource.");
    }
    if (textAt(json, "Name").empty()) return refuse("it has no \"Name\".");
    if (json.contains("Root") && textAt(json, "Root").empty())
      return refuse("its \"Root\" is empty.");
    if (type == "library" && !json.contains("LibraryPath")) {
      return refuse("a library needs a \"LibraryPath\", which may be empty.");
    }
    const auto info = json.find("Info");
    if (info == json.end() || !info->is_object())
      return refuse("its \"Info\" is not a JSON object.");

    Plugin plugin{textAt(json, "Name"), file, {}, *info};
    if (!names_.insert(plugin.name).second) return;  // The first place wins.
    const std::string folder = std::filesystem::path(file).parent_path().string();
    const std::string root = joined(folder, textAt(json, "Root"));
    plugin.resourceFolder = root;
    if (json.contains("ResourcePath")) {
      plugin.resourceFolder = joined(root, textAt(json, "ResourcePath"));
    } else if (json.contains("Root")) {
      plugin.resourceFolder = std::filesystem::path(root).parent_path().string();
    }
    plugins_.push_back(std::move(plugin));
  }

  Diagnostics& diagnostics_;
  std::size_t entriesLeft_ = kMostEntries;
  std::set<std::string> places_;
  std::set<std::string> visited_;
  std::set<std::string> names_;
  std::vector<Plugin> plugins_;
};

}  // namespace

std::vector<Plugin> findPlugins(const std::vector<std::string>& places, Diagnostics& diagnostics) {
  Reader reader(diagnostics);
  for (const std::string& place : places) {
    std::error_code error;
    const bool isFolder = !place.ends_with('/') && std::filesystem::is_directory(place, error);
    reader.readPlace(isFolder ? place + "/" : place);
  }
  return reader.take();
}

const Json& objectAt(const Json& object, std::string_view key) {
  static const Json kNone = Json::object();
  const auto found = object.find(std::string(key));
  return found != object.end() && found->is_object() ? *found : kNone;
}

std::string textAt(const Json& object, std::string_view key) {
  const auto found = object.find(std::string(key));
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> textsAt(const Json& object, std::string_view key) {
  std::vector<std::string> texts;
  const auto found = object.find(std::string(key));
  if (found == object.end()) return texts;
  if (found->is_string()) return {found->get<std::string>()};
  if (!found->is_array()) return texts;
  for (const Json& entry : *found) {
    if (entry.is_string()) texts.push_back(entry.get<std::string>());
  }
  return texts;
}

}  // namespace usdscope::detail
