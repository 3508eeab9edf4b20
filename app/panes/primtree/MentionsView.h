// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/TablePane.h"
#include "app/session/Session.h"
#include "engine/search/Mentions.h"

namespace usdscope {

/// The places that mention a text, as a list. A click on a row selects its prims, and the property
/// if it is of one.
class MentionsView : public TablePane {
  Q_OBJECT
 public:
  explicit MentionsView(Session& session);

  /// Shows mentions of a stage. `text` is for the sentence that says that there are none.
  void showMentions(const Stage& stage, std::shared_ptr<const MentionList> list,
                    const QString& text);

 private:
  void follow(int row);

  Session& session_;
  std::shared_ptr<const MentionList> list_;
};

}  // namespace usdscope
