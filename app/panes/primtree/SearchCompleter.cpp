// SPDX-License-Identifier: Apache-2.0
#include "app/panes/primtree/SearchCompleter.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QSet>
#include <algorithm>

#include "app/theme/Utf8Text.h"
#include "engine/definitions/Definitions.h"
#include "engine/report/text/LayerNames.h"
#include "engine/search/SearchText.h"

namespace usdscope {
namespace {

constexpr int kShortestWord = 2;  // One letter would propose too much.
constexpr std::size_t kMostLayers = 1000;

}  // namespace

SearchCompleter::SearchCompleter(QLineEdit& edit) : QCompleter(&edit), edit_(edit) {
  setModel(&model_);
  setWidget(&edit);
  setCaseSensitivity(Qt::CaseInsensitive);
  setMaxVisibleItems(12);
  setStage(nullptr);
  connect(&edit, &QLineEdit::textEdited, this, &SearchCompleter::propose);
  connect(this, qOverload<const QString&>(&QCompleter::activated), this, &SearchCompleter::take);
}

void SearchCompleter::setStage(const Stage* stage) {
  terms_.clear();
  words_.clear();
  for (const SearchKeyHelp& key : searchKeys()) {
    const QString word = textOf(key.word);
    terms_ << word;
    for (const QString& choice : textOf(key.choices).split(' ', Qt::SkipEmptyParts)) {
      words_ << word + choice;
    }
  }
  if (stage) {
    for (const SchemaInfo& schema : stage->environment().definitions().schemas()) {
      if (schema.kind == SchemaKind::NonAppliedApi) continue;
      words_ << (schema.isAppliedApi() ? "api:" : "type:") + textOf(schema.name.text());
    }
    QSet<QString> layers;
    for (const auto& layer : stage->usedLayers()) {
      if (layers.size() < qsizetype(kMostLayers)) layers << textOf(layerLabel(*layer, *stage));
    }
    for (const QString& layer : layers) {
      words_ << (layer.contains(' ') ? "layer:\"" + layer + '"' : "layer:" + layer);
    }
  }
  words_.sort(Qt::CaseInsensitive);
}

int SearchCompleter::wordStart() const {
  const QString before = edit_.text().left(edit_.cursorPosition());
  return static_cast<int>(before.lastIndexOf(' ') + 1);
}

void SearchCompleter::propose() {
  const int start = wordStart();
  const QString word = edit_.text().mid(start, edit_.cursorPosition() - start);
  const bool hasTerm = word.contains(':');
  if (word.size() < kShortestWord) return popup()->hide();
  model_.setStringList(hasTerm ? words_ : terms_);
  setCompletionPrefix(word);
  const bool isComplete = completionCount() == 1 && currentCompletion() == word;
  if (completionCount() == 0 || isComplete) return popup()->hide();
  complete();
}

void SearchCompleter::take(const QString& word) {
  const int start = wordStart();
  QString text = edit_.text();
  text.replace(start, edit_.cursorPosition() - start, word);
  edit_.setText(text);
  edit_.setCursorPosition(start + static_cast<int>(word.size()));
}

}  // namespace usdscope
