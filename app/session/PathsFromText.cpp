// SPDX-License-Identifier: Apache-2.0
#include "app/session/PathsFromText.h"

#include <algorithm>
#include <string>

#include "engine/stage/Property.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostProblems = 3;

std::string whyNoPrim(const Stage& stage, Path prim) {
  Path nearest = prim.parent();
  while (!nearest.isEmpty() && !stage.primAt(nearest)) nearest = nearest.parent();
  const std::string sentence = "There is no prim " + prim.text();
  if (nearest.isEmpty() || nearest.isRoot()) return sentence + ".";
  return sentence + "; its nearest ancestor is " + nearest.text() + ".";
}

}  // namespace

PathsFromText pathsFromText(const Stage* stage, std::span<const std::string> texts) {
  PathsFromText found;
  std::size_t problems = 0;
  const auto report = [&](const std::string& sentence) {
    if (++problems > kMostProblems) return;
    found.problem += (problems > 1 ? " " : "") + sentence;
  };
  for (const std::string& text : texts) {
    const Path path = Path::fromText(text);
    if (path.isEmpty()) {
      report(text + " is not a path; expected one like /World/Car or /World/Car.size.");
      continue;
    }
    const Path primPath = path.primPath().withoutVariants();
    const Prim prim = stage ? stage->primAt(primPath) : Prim();
    if (!prim) {
      report(stage ? whyNoPrim(*stage, primPath) : "There is no prim " + text + ".");
      continue;
    }
    found.prims.push_back(primPath);
    if (!path.isProperty()) continue;
    const Token name = path.name();
    if (!prim.attribute(name) && !prim.relationship(name)) {
      report(primPath.text() + " has no property " + name.string() + ".");
    } else if (texts.size() == 1) {
      found.property = name;
    }
  }
  if (problems > kMostProblems) {
    found.problem +=
        " " + std::to_string(problems - kMostProblems) + " more of them are not there.";
  }
  return found;
}

std::vector<std::string> pathTexts(std::span<const Path> paths) {
  std::vector<std::string> texts;
  texts.reserve(paths.size());
  for (const Path path : paths) texts.push_back(path.text());
  return texts;
}

std::vector<std::string> pathTextsIn(std::string_view text) {
  constexpr std::string_view kBetween = " \t\r\n,;<>\"'`";
  std::vector<std::string> paths;
  for (std::size_t begin = 0; begin < text.size();) {
    begin = std::min(text.find_first_not_of(kBetween, begin), text.size());
    const std::size_t end = std::min(text.find_first_of(kBetween, begin), text.size());
    std::string path(text.substr(begin, end - begin));
    while (path.size() > 1 && (path.back() == '/' || path.back() == '.')) path.pop_back();
    if (!path.empty()) paths.push_back(std::move(path));
    begin = end;
  }
  return paths;
}

std::vector<std::string> pathsBeginningWith(const Stage& stage, const std::string& text,
                                            std::size_t most) {
  const std::size_t end = text.find_last_of("/.");
  if (end == std::string::npos) return {};
  const bool isProperty = text[end] == '.';
  const Path parentPath = end == 0 ? Path::root() : Path::fromText(text.substr(0, end));
  const Prim parent = parentPath.isRootOrPrim() ? stage.primAt(parentPath) : Prim();
  if (!parent) return {};
  const std::string_view begun = std::string_view(text).substr(end + 1);
  std::vector<std::string> found;
  const auto take = [&](Token name) {
    if (name.text().starts_with(begun)) found.push_back(text.substr(0, end + 1) + name.string());
    return found.size() < most;
  };
  if (isProperty) {
    for (const Token name : parent.propertyNames()) {
      if (!take(name)) break;
    }
  } else {
    for (const Prim child : parent.children()) {
      if (!take(child.name())) break;
    }
  }
  return found;
}

}  // namespace usdscope
