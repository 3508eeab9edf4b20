// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>

#include "app/session/Session.h"

class QComboBox;
class QToolButton;

namespace usdscope {

class SearchField;

/// The filters above the problems: a button for each severity with the number of its problems, the
/// sources, a search, and a button that shows ignored rules again.
class ProblemFilterBar : public QWidget {
  Q_OBJECT
 public:
  explicit ProblemFilterBar(Session& session, QWidget* parent = nullptr);

  SearchField& search() { return *search_; }
  /// Counts the problems, and lists their sources.
  void refresh();

 private:
  Session& session_;
  std::array<QToolButton*, 3> severities_{};
  QComboBox* sources_;
  SearchField* search_;
  QToolButton* ignored_;
};

}  // namespace usdscope
