// SPDX-License-Identifier: Apache-2.0
#include "engine/search/SearchText.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/search/TextPattern.h"
#include "engine/search/TextRegex.h"

namespace usdscope {
namespace {

constexpr SearchKeyHelp kKeys[] = {
    {SearchKey::Type, "type:", "type:Mesh", "Prims of a type, or of a type derived from it.", ""},
    {SearchKey::Api, "api:", "api:SkelBindingAPI", "Prims with an applied API schema.", ""},
    {SearchKey::Kind, "kind:", "kind:model", "Prims of a kind, or of a kind derived from it.",
     "assembly component group model subcomponent"},
    {SearchKey::Purpose, "purpose:", "purpose:proxy", "Prims with a purpose, also inherited.",
     "default guide proxy render"},
    {SearchKey::Variant, "variant:", "variant:look=red",
     "Prims with a variant set, a selected variant, or both.", ""},
    {SearchKey::Animated, "animated:", "animated:yes", "Prims with attributes that change in time.",
     "yes no"},
    {SearchKey::Layer, "layer:", "layer:anim*", "Prims with opinions in a layer of this name.", ""},
    {SearchKey::Clip, "clip:", "clip:missing",
     "Prims that have clip sets, or clip sets with missing files.", "yes no missing"},
    {SearchKey::Mentions, "mentions:", "mentions:rusty_albedo",
     "Layers, prims and properties with this text, asset path or target.", ""},
    {SearchKey::Regex, "regex:", "regex:^wheel_[lr]$",
     "A regular expression for the name; with a slash, for the path.", ""},
    {SearchKey::Joints, "joints:", "joints:>100", "Skeletons with so many joints.", ""},
    {SearchKey::Points, "points:", "points:>=100000", "Prims with so many points.", ""},
    {SearchKey::Children, "children:", "children:>50", "Prims with so many children.", ""},
    {SearchKey::Layers, "layers:", "layers:>3", "Prims with opinions in so many layers.", ""},
};

// Splits at blanks outside of quotation marks, and drops the marks.
std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool isQuoted = false;
  for (const char c : text) {
    if (c == '"') {
      isQuoted = !isQuoted;
    } else if (!isQuoted && (c == ' ' || c == '\t')) {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::string listOfKeys() {
  std::string list;
  for (const SearchKeyHelp& key : kKeys) {
    if (!list.empty()) list += &key == &kKeys[std::size(kKeys) - 1] ? " and " : ", ";
    list += key.word;
  }
  return list;
}

std::vector<std::string_view> choicesOf(const SearchKeyHelp& key) {
  std::vector<std::string_view> choices;
  for (std::string_view rest = key.choices; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    choices.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return choices;
}

bool isChoice(const SearchKeyHelp& key, std::string_view text) {
  const std::vector<std::string_view> choices = choicesOf(key);
  return std::ranges::find(choices, text) != choices.end();
}

// A kind may also come from a plug-in, so its choices are only proposals.
bool isLimited(SearchKey key) {
  return key == SearchKey::Purpose || key == SearchKey::Animated || key == SearchKey::Clip;
}

bool isNumeric(SearchKey key) {
  return key == SearchKey::Joints || key == SearchKey::Points || key == SearchKey::Children ||
         key == SearchKey::Layers;
}

// "yes, no or missing"
std::string choicesInWords(const SearchKeyHelp& key) {
  std::vector<std::string_view> choices = choicesOf(key);
  const std::string_view last = choices.back();
  choices.pop_back();
  return fmt::format("{} or {}", fmt::join(choices, ", "), last);
}

std::string problemOfRegex(SearchKey key, std::string_view expression) {
  return key == SearchKey::Regex ? TextRegex(expression).problem() : std::string();
}

}  // namespace

std::optional<NumberTest> parseNumberTest(std::string_view text) {
  NumberTest test;
  const bool isLess = text.starts_with('<');
  const bool isGreater = text.starts_with('>');
  if (isLess || isGreater) text.remove_prefix(1);
  const bool hasEqual = text.starts_with('=');
  if (hasEqual) text.remove_prefix(1);
  test.isLessWanted = isLess;
  test.isGreaterWanted = isGreater;
  test.isEqualWanted = hasEqual || (!isLess && !isGreater);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), test.number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return test;
}

std::span<const SearchKeyHelp> searchKeys() { return kKeys; }

SearchText parseSearchText(std::string_view text) {
  SearchText parsed;
  const auto fail = [&](std::string problem) {
    if (parsed.problem.empty()) parsed.problem = std::move(problem);
  };
  for (std::string& word : wordsOf(text)) {
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos || word.find('/') < colon) {
      const bool isPath = word.find('/') != std::string::npos;
      parsed.terms.push_back({isPath ? SearchKey::Path : SearchKey::Name, std::move(word)});
      continue;
    }
    const std::string written = word.substr(0, colon + 1);
    const auto* found = std::ranges::find(kKeys, caseFolded(written), &SearchKeyHelp::word);
    std::string value = word.substr(colon + 1);
    if (found == std::end(kKeys)) {
      fail(fmt::format("There is no term \"{}\"; the terms are {}.", written, listOfKeys()));
    } else if (value.empty()) {
      fail(fmt::format("\"{}\" needs a word behind it, as in {}.", found->word, found->example));
    } else if (isLimited(found->key) && !isChoice(*found, caseFolded(value))) {
      fail(fmt::format("\"{}\" takes {}, not \"{}\".", found->word, choicesInWords(*found), value));
    } else if (isNumeric(found->key) && !parseNumberTest(value)) {
      fail(fmt::format("\"{}\" takes a number, as in {}, not \"{}\".", found->word, found->example,
                       value));
    } else if (const std::string problem = problemOfRegex(found->key, value); !problem.empty()) {
      fail(problem);
    } else {
      parsed.terms.push_back(
          {found->key, isLimited(found->key) ? caseFolded(value) : std::move(value)});
    }
  }
  return parsed;
}

}  // namespace usdscope
