// SPDX-License-Identifier: Apache-2.0
#include "app/models/PrimSearch.h"

#include <QString>
#include <QStringList>

namespace usdscope {
namespace {

constexpr std::string_view kType = "type:";

QString fromUtf8(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string folded(std::string_view text) { return fromUtf8(text).toCaseFolded().toStdString(); }

}  // namespace

PrimQuery::PrimQuery(const std::string& text) {
  for (const QString& word : fromUtf8(folded(text)).split(' ', Qt::SkipEmptyParts)) {
    words_.push_back(word.toStdString());
  }
}

bool PrimQuery::matches(const Prim& prim) const {
  for (const std::string& word : words_) {
    if (word.starts_with(kType)) {
      if (!folded(prim.typeName().text()).starts_with(word.substr(kType.size()))) return false;
      continue;
    }
    const bool isPath = word.find('/') != std::string::npos;
    const std::string text = folded(isPath ? prim.path().text() : prim.name().string());
    if (text.find(word) == std::string::npos) return false;
  }
  return true;
}

std::shared_ptr<const PrimMatches> searchPrims(const Stage& stage, const PrimQuery& query,
                                               std::stop_token stop) {
  auto matches = std::make_shared<PrimMatches>();
  traverse(stage.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
    if (stop.stop_requested()) return false;
    ++matches->total;
    if (query.isEmpty() || !query.matches(prim)) return true;
    matches->found.push_back(prim.path());
    for (Path path = prim.path(); !path.isRoot(); path = path.parent()) {
      if (!matches->shown.insert(path).second) break;
    }
    return true;
  });
  return stop.stop_requested() ? nullptr : matches;
}

}  // namespace usdscope
