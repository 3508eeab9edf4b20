// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/ResolverContext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>

#include "engine/asset/PackagePath.h"
#include "engine/base/Json.h"
#include "engine/value/Array.h"

namespace usdscope {
namespace {

// Larger files are something else.
constexpr std::size_t kMostContextBytes = 1 << 20;
constexpr double kMostResolverSeconds = 86400.0;
constexpr std::string_view kEnvironmentPrefix = "${env:";

/// Reads one file. The functions note the first problem, and go on.
class ContextReader {
 public:
  explicit ContextReader(const std::string& folder) : folder_(folder) {}

  ResolverContextResult read(const Json& top) {
    if (!top.is_object()) fail("The file is not a JSON object.");
    if (top.is_object()) {
      for (const auto& [key, value] : top.items()) readKey(key, value);
    }
    std::ranges::stable_sort(context_.pathMaps, [](const PathMap& a, const PathMap& b) {
      return a.from.size() > b.from.size();
    });
    if (!problem_.empty()) return {std::nullopt, problem_};
    return {std::move(context_), {}};
  }

 private:
  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  void readKey(const std::string& key, const Json& value) {
    if (key == "searchPaths") {
      readSearchPaths(value);
    } else if (key == "mapPaths") {
      readPathMaps(value);
    } else if (key == "resolver") {
      readCommand(value);
    } else if (key == "resolverTimeout") {
      readTimeout(value);
    } else if (key == "expressionVariables") {
      readVariables(value);
    } else {
      fail(
          fmt::format("There is no key \"{}\"; the keys are searchPaths, mapPaths, resolver, "
                      "resolverTimeout and expressionVariables.",
                      key));
    }
  }

  // Returns the string with the environment in it; empty after a problem.
  std::string textOf(const std::string& key, const Json& value) {
    if (!value.is_string()) {
      fail(fmt::format("\"{}\": Expected a string, not {}.", key, toLine(value)));
      return {};
    }
    const auto authored = value.get<std::string>();
    std::string text;
    for (std::size_t begin = 0; begin < authored.size();) {
      const std::size_t place = authored.find(kEnvironmentPrefix, begin);
      text += authored.substr(begin, place - begin);
      if (place == std::string::npos) break;
      const std::size_t nameBegin = place + kEnvironmentPrefix.size();
      const std::size_t end = authored.find('}', nameBegin);
      if (end == std::string::npos) {
        fail(fmt::format("\"{}\": There is no }} behind {}.", key, authored.substr(place)));
        return {};
      }
      const std::string name = authored.substr(nameBegin, end - nameBegin);
      const char* variable = name.empty() ? nullptr : std::getenv(name.c_str());
      if (!variable) {
        fail(fmt::format("\"{}\": The environment has no variable \"{}\".", key, name));
        return {};
      }
      text += variable;
      begin = end + 1;
    }
    return text;
  }

  // Makes a path absolute, from the folder of the file.
  std::string absolute(const std::string& path) const {
    return normalizedPath(path.starts_with('/') ? path : folder_ + '/' + path);
  }

  void readSearchPaths(const Json& value) {
    if (!value.is_array()) return fail("\"searchPaths\": Expected a list of folders.");
    for (const Json& each : value) {
      const std::string folder = textOf("searchPaths", each);
      if (folder.empty()) {
        fail("\"searchPaths\": A folder is empty.");
      } else {
        context_.searchPaths.push_back(absolute(folder));
      }
    }
  }

  void readPathMaps(const Json& value) {
    if (!value.is_object()) return fail("\"mapPaths\": Expected an object {\"FROM\": \"TO\"}.");
    for (const auto& [from, each] : value.items()) {
      const std::string to = textOf("mapPaths", each);
      if (from.empty() || to.empty()) {
        fail("\"mapPaths\": A path is empty.");
      } else {
        context_.pathMaps.push_back({from, absolute(to)});
      }
    }
  }

  void readCommand(const Json& value) {
    std::string command = textOf("resolver", value);
    // A program beside the file. The quotes keep a folder with spaces in one word.
    if (command.starts_with("./") || command.starts_with("../")) {
      const char quote = folder_.find('\'') == std::string::npos ? '\'' : '"';
      command = quote + folder_ + '/' + quote + command;
    }
    context_.resolverCommand = std::move(command);
  }

  void readTimeout(const Json& value) {
    const double seconds = value.is_number() ? value.get<double>() : 0.0;
    if (!(seconds > 0.0 && seconds <= kMostResolverSeconds)) {
      return fail("\"resolverTimeout\": Expected seconds, more than 0 and at most 86400.");
    }
    context_.resolverSeconds = seconds;
  }

  void readVariables(const Json& value) {
    if (!value.is_object()) {
      return fail("\"expressionVariables\": Expected an object {\"NAME\": VALUE}.");
    }
    for (const auto& [name, each] : value.items()) {
      if (!isExpressionVariableName(name)) {
        fail(
            fmt::format("\"expressionVariables\": \"{}\" is not a name; names have letters, "
                        "digits and _.",
                        name));
      } else {
        context_.expressionVariables.set(name, valueOf(name, each));
      }
    }
  }

  // Returns the value of a variable: of one of the types that expressions know.
  Value valueOf(const std::string& name, const Json& value) {
    if (value.is_string()) return Value(textOf(name, value));
    if (value.is_boolean()) return Value(value.get<bool>());
    if (isInteger(value)) return Value(value.get<std::int64_t>());
    const auto areAll = [&](auto isWanted) {
      return value.is_array() && !value.empty() && std::ranges::all_of(value, isWanted);
    };
    if (areAll([](const Json& each) { return each.is_string(); })) {
      std::vector<std::string> texts;
      for (const Json& each : value) texts.push_back(textOf(name, each));
      return Value(Array<std::string>(std::move(texts)));
    }
    if (areAll([](const Json& each) { return each.is_boolean(); })) {
      std::vector<BoolByte> flags;
      for (const Json& each : value) flags.emplace_back(each.get<bool>());
      return Value(Array<BoolByte>(std::move(flags)));
    }
    if (areAll(isInteger)) {
      return Value(Array<std::int64_t>(value.get<std::vector<std::int64_t>>()));
    }
    fail(
        fmt::format("\"{}\": Expected a string, true, false, an integer or a list of one of these "
                    "types, not {}.",
                    name, toLine(value)));
    return {};
  }

  static bool isInteger(const Json& value) {
    if (!value.is_number_integer()) return false;
    return !value.is_number_unsigned() || value.get<std::uint64_t>() <= std::uint64_t{INT64_MAX};
  }

  const std::string& folder_;
  ResolverContext context_;
  std::string problem_;
};

// Adds the variables `NAME=VALUE` of the environment. Texts of another form are ignored, as those
// of USDSCOPE_MAP_PATH are.
void addVariables(std::string_view text, Dictionary& variables) {
  for (const PathMap& each : parsePathMaps(text)) {
    if (isExpressionVariableName(each.from)) variables.set(each.from, Value(each.to));
  }
}

// Reads a file at its first use in this process.
ResolverContextResult contextOnce(const std::string& file) {
  static std::mutex mutex;
  static std::map<std::string, ResolverContextResult> read;
  const std::lock_guard lock(mutex);
  const auto [place, isNew] = read.try_emplace(file);
  if (isNew) place->second = readResolverContext(file);
  return place->second;
}

}  // namespace

bool isExpressionVariableName(std::string_view name) {
  const auto isLetter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && isLetter(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

ResolverContextResult parseResolverContext(std::string_view text, const std::string& folder) {
  try {
    return ContextReader(folder).read(Json::parse(text, nullptr, true, /*ignore_comments=*/true));
  } catch (const Json::parse_error& error) {
    const std::string_view before = text.substr(0, error.byte > 0 ? error.byte - 1 : 0);
    return {std::nullopt,
            fmt::format("Line {} is not valid JSON.", std::ranges::count(before, '\n') + 1)};
  } catch (const Json::exception&) {
    return {std::nullopt, "A number in the file is too large."};
  }
}

ResolverContextResult readResolverContext(const std::string& file) {
  const FileBytesResult read = readFileBytes(file);
  if (!read.bytes) return {std::nullopt, read.problem};
  if (read.bytes->byteSize() > kMostContextBytes) {
    return {std::nullopt, "A resolver context file has at most 1 MiB."};
  }
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(file, error);
  return parseResolverContext(read.bytes->text(), absolute.parent_path().string());
}

ResolverContextResult resolverContextFromEnvironment() {
  ResolverContextResult result{ResolverContext(), {}};
  const char* file = std::getenv("USDSCOPE_RESOLVER_CONTEXT");
  if (file && *file) result = contextOnce(file);
  const char* variables = std::getenv("USDSCOPE_EXPRESSION_VARIABLES");
  if (result.context && variables) addVariables(variables, result.context->expressionVariables);
  return result;
}

}  // namespace usdscope
