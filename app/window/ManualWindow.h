// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QHash>
#include <QImage>
#include <QTextCursor>
#include <optional>
#include <string>

#include "app/session/Session.h"
#include "app/session/tasks/LatestTask.h"

class QListWidget;
class QTextBrowser;

namespace usdscope {

class SearchField;

/// Shows the manual beside the window: a list of pages, which a search shortens to those that have
/// all words, and the page. Links of a page run actions and bring panes to the front.
class ManualWindow : public QDialog {
  Q_OBJECT
 public:
  ManualWindow(Session& session, QWidget* parent);

  /// Shows a page, `clips`, or a place in it, `layers#why`. Empty for the first page. Shows it as
  /// soon as the manual has been read.
  void showPlace(const std::string& place);

 Q_SIGNALS:
  /// A page is shown, or the manual is missing.
  void shown();

 private:
  class Browser;
  struct Contents;

  void take(Contents contents);
  void follow(const QUrl& link);
  void search(const QString& text);
  std::optional<QTextCursor> markHits();
  void refresh(const QUrl& source);

  Session& session_;
  SearchField* search_;
  QListWidget* list_;
  Browser* browser_;
  bool isRead_ = false;
  std::string wanted_;  ///< The place to show when the manual has been read.
  QStringList words_;
  LatestTask reading_;
};

/// Returns the place of the manual about a pane or the playback bar, by its id; empty if there is
/// none.
std::string manualPlaceOfPane(std::string_view pane);

}  // namespace usdscope
