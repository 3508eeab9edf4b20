// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCompleter>
#include <QHash>
#include <QStringList>
#include <QStringListModel>

#include "engine/stage/Stage.h"

class QLineEdit;

namespace usdscope {

/// Proposes the rest of the word at the cursor in a search field: terms, and behind a term the
/// names that it can take.
class SearchCompleter : public QCompleter {
  Q_OBJECT
 public:
  explicit SearchCompleter(QLineEdit& edit);

  /// Proposes the names of a scene: types, API schemas and layers. None if it is null.
  void setStage(const Stage* stage);

 private:
  void propose();
  void take(const QString& word);
  /// The start of the word at the cursor.
  int wordStart() const;

  QLineEdit& edit_;
  QStringListModel model_;
  QStringList words_;  ///< The proposals with a name: `type:Mesh`.
  QStringList terms_;  ///< The proposals without a name: `type:`.
};

}  // namespace usdscope
