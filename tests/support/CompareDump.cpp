// SPDX-License-Identifier: Apache-2.0
#include "tests/support/CompareDump.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>

namespace usdscope {
namespace {

constexpr double kSingle = 2e-5;    // Relative tolerance after a few single-precision operations.
constexpr double kExact = 1e-7;     // Relative tolerance of times and layer offsets.
constexpr double kAbsolute = 1e-6;  // Smaller results of arithmetic are equal.

/// The path from the root of the document to a fact.
struct Trail {
  const Trail* above = nullptr;
  std::string_view name;
  bool isExact = false;

  Trail below(std::string_view key) const {
    const bool startsExact = key == "samples" || key == "stack" || key == "stacks" ||
                             key == "primStack" || key == "stage";
    return {this, key, isExact || startsExact};
  }
  std::string text() const {
    if (!above) return {};
    return above->text() + "/" + std::string(name);
  }
};

/// The entries of a list with their names, in order.
using Named = std::vector<std::pair<std::string, const Json*>>;

bool isLeaf(const Json& x) {
  return !x.is_object() && !(x.is_array() && std::ranges::any_of(x, [](const Json& item) {
                               return item.is_structured();
                             }));
}

bool isUnanswered(const Json& x) {
  if (!x.is_object() || !x.contains("error")) return false;
  return std::ranges::all_of(x.items(), [](const auto& entry) {
    return entry.key() == "error" || entry.key() == "path" || entry.key() == "name";
  });
}

std::size_t countFacts(const Json& x) {
  if (isUnanswered(x)) return 0;
  if (isLeaf(x) || x.empty()) return 1;
  std::size_t count = 0;
  for (const Json& item : x) count += countFacts(item);
  return count;
}

bool isSameScalar(const Json& ours, const Json& expected, double relative, double magnitude) {
  if (!expected.is_number_float() || !ours.is_number()) return ours == expected;
  const double least = relative == kSingle ? kAbsolute : 0.0;
  const double difference = std::abs(ours.get<double>() - expected.get<double>());
  return difference <= std::max(relative * magnitude, least);
}

double magnitudeOf(const Json& x) { return x.is_number() ? std::abs(x.get<double>()) : 0.0; }

// A vector is as exact as its largest component.
bool isSame(const Json& ours, const Json& expected, double relative) {
  if (!expected.is_array()) {
    return isSameScalar(ours, expected, relative, magnitudeOf(expected));
  }
  if (!ours.is_array() || ours.size() != expected.size()) return false;
  const bool isVector = expected.size() <= 4 && std::ranges::all_of(expected, [](const Json& item) {
                          return item.is_number();
                        });
  double largest = 0.0;
  for (const Json& item : expected) largest = std::max(largest, magnitudeOf(item));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double magnitude = isVector ? largest : magnitudeOf(expected[i]);
    if (!isSameScalar(ours[i], expected[i], relative, magnitude)) return false;
  }
  return true;
}

// Compares sums with a tolerance that is relative to the sum of magnitudes.
bool isSameSum(const Json& ours, const Json& expected, const Json& magnitude) {
  if (!expected.is_array()) {
    return isSameScalar(ours, expected, kSingle, magnitudeOf(magnitude));
  }
  if (!ours.is_array() || !magnitude.is_array() || ours.size() != expected.size() ||
      magnitude.size() != expected.size()) {
    return false;
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!isSameSum(ours[i], expected[i], magnitude[i])) return false;
  }
  return true;
}

// The values of an entry at these keys, in brackets; empty if the entry lacks one of them.
std::string nameOf(const Json& entry, std::span<const char* const> keys) {
  std::string name;
  for (const char* key : keys) {
    if (!entry.is_object() || !entry.contains(key) || !entry[key].is_string()) return {};
    name += (name.empty() ? "[" : " ") + entry[key].get<std::string>();
  }
  return name + "]";
}

// The entries of a list that compares by name; empty for lists that compare by position.
Named namedEntries(const Json& list) {
  static const std::vector<const char*> kKeys[] = {{"path"}, {"name"}, {"skelRoot", "skeleton"}};
  for (const std::vector<const char*>& keys : kKeys) {
    Named named;
    for (const Json& entry : list) {
      std::string name = nameOf(entry, keys);
      if (name.empty()) break;
      named.emplace_back(std::move(name), &entry);
    }
    if (named.size() != list.size()) continue;
    std::vector<std::string_view> names;
    for (const auto& [name, entry] : named) names.push_back(name);
    std::ranges::sort(names);
    if (std::ranges::adjacent_find(names) == names.end()) return named;
  }
  return {};
}

std::string shortText(const Json& json) {
  constexpr std::size_t kMost = 160;
  std::string text = toLine(json);
  if (text.size() > kMost) text = text.substr(0, kMost) + " …";
  return text;
}

class Comparison {
 public:
  explicit Comparison(std::size_t shownCount) : shownCount_(shownCount) {}

  void walk(const Json& ours, const Json& expected, const Trail& trail) {
    if (isUnanswered(expected)) return;
    if (expected.is_object()) {
      if (!ours.is_object()) {
        differs(trail, shortText(ours), shortText(expected), countFacts(expected));
      } else if (ours.empty() && expected.empty()) {
        ++result_.agreed;
      } else {
        walkObject(ours, expected, trail);
      }
    } else if (isLeaf(expected)) {
      const double relative = trail.isExact ? kExact : kSingle;
      record(isLeaf(ours) && isSame(ours, expected, relative), ours, expected, trail);
    } else if (!ours.is_array()) {
      differs(trail, shortText(ours), shortText(expected), countFacts(expected));
    } else {
      walkList(ours, expected, trail);
    }
  }

  DumpComparison take() { return std::move(result_); }

 private:
  void differs(const Trail& trail, std::string_view ours, std::string_view expected,
               std::size_t facts = 1) {
    result_.differing += facts;
    if (result_.differences.size() >= shownCount_) return;
    result_.differences.push_back(
        fmt::format("{}: ours {}, expected {}", trail.text(), ours, expected));
  }

  void record(bool agrees, const Json& ours, const Json& expected, const Trail& trail) {
    if (agrees) {
      ++result_.agreed;
    } else {
      differs(trail, shortText(ours), shortText(expected));
    }
  }

  // Sections that either side may lack.
  static bool isOptional(const Trail& trail) {
    const bool isAtTop = !trail.above->above;
    if (isAtTop) return trail.name == "definitions" || trail.name == "reference";
    return trail.name == "compositionErrors" && trail.above->name == "stage";
  }

  void onlyOurs(const Json& ours, const Trail& trail) {
    if (!isOptional(trail)) differs(trail, shortText(ours), "nothing");
  }

  void onlyExpected(const Json& expected, const Trail& trail) {
    if (!isOptional(trail)) {
      differs(trail, "nothing", shortText(expected), countFacts(expected));
    }
  }

  void walkObject(const Json& ours, const Json& expected, const Trail& trail) {
    const auto sumabs = expected.find("sumabs");
    for (const auto& [key, value] : expected.items()) {
      const Trail below = trail.below(key);
      const auto found = ours.find(key);
      if (!trail.above && key == "reference") continue;
      if (found == ours.end()) {
        onlyExpected(value, below);
      } else if ((key == "sum" || key == "ramp") && sumabs != expected.end()) {
        record(isSameSum(*found, value, *sumabs), *found, value, below);
      } else {
        walk(*found, value, below);
      }
    }
    for (const auto& [key, value] : ours.items()) {
      if (!expected.contains(key)) onlyOurs(value, trail.below(key));
    }
  }

  void walkList(const Json& ours, const Json& expected, const Trail& trail) {
    const Named a = namedEntries(ours);
    const Named b = namedEntries(expected);
    if (!a.empty() && !b.empty()) {
      walkNamed(a, b, trail);
    } else if (ours.size() != expected.size()) {
      differs(trail, shortText(ours), shortText(expected), countFacts(expected));
    } else {
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const std::string position = std::to_string(i);
        walk(ours[i], expected[i], trail.below(position));
      }
    }
  }

  void walkNamed(const Named& ours, const Named& expected, const Trail& trail) {
    std::unordered_map<std::string_view, std::size_t> placeInOurs;
    for (std::size_t i = 0; i < ours.size(); ++i) placeInOurs[ours[i].first] = i;
    std::vector<bool> isMet(ours.size());
    std::size_t last = 0;
    bool isOrdered = true;
    for (const auto& [name, entry] : expected) {
      const Trail below = trail.below(name);
      const auto found = placeInOurs.find(name);
      if (found == placeInOurs.end()) {
        onlyExpected(*entry, below);
        continue;
      }
      isMet[found->second] = true;
      if (found->second < last) isOrdered = false;
      last = found->second;
      walk(*ours[found->second].second, *entry, below);
    }
    for (std::size_t i = 0; i < ours.size(); ++i) {
      if (!isMet[i]) onlyOurs(*ours[i].second, trail.below(ours[i].first));
    }
    if (!isOrdered) differs(trail, "in another order", "as listed");
  }

  const std::size_t shownCount_;
  DumpComparison result_;
};

}  // namespace

std::string DumpComparison::text() const {
  std::string text = fmt::format("{} facts agree, {} differ", agreed, differing);
  for (const std::string& difference : differences) text += "\n  " + difference;
  return text;
}

DumpComparison compareDumps(const Json& ours, const Json& expected, std::size_t shownCount) {
  Comparison comparison(shownCount);
  comparison.walk(ours, expected, {});
  return comparison.take();
}

std::optional<Json> readDump(const std::filesystem::path& path) {
  struct Close {
    void operator()(gzFile file) const { gzclose(file); }
  };
  const std::unique_ptr<gzFile_s, Close> file(gzopen(path.c_str(), "rb"));
  if (!file) return std::nullopt;
  std::string text;
  std::vector<char> buffer(1 << 16);
  int count = 0;
  while ((count = gzread(file.get(), buffer.data(), unsigned(buffer.size()))) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  Json json = Json::parse(text, nullptr, false);
  if (count < 0 || !json.is_object()) return std::nullopt;
  return json;
}

}  // namespace usdscope
