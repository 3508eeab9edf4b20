// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <string>

#include "app/session/Session.h"
#include "engine/report/statistics/SceneStatistics.h"

namespace usdscope {

/// Counts what is at and below the selected prims, or in the whole scene when none is selected, for
/// the head-up display. Geometry counts if the picture shows its purpose. Counts in the background,
/// and only while the display shows the counts. GUI thread only.
class SubtreeCounts : public QObject {
  Q_OBJECT
 public:
  explicit SubtreeCounts(Session& session);

  /// Lines of names and numbers; empty unless DisplaySettings::hudSubtree.
  const std::string& text() const { return text_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Subject {
    std::shared_ptr<const Stage> stage;
    std::vector<Path> roots;
    bool showRender = false;
    bool showProxy = false;
    bool showGuides = false;
    bool operator==(const Subject&) const = default;
  };

  void count();
  void show(std::string text);

  Session& session_;
  std::string text_;
  std::optional<Subject> counted_;  ///< The subject of `text_`, also while it is being counted.
  LatestTask task_;
};

/// Returns the counts as lines. `purposes` are the names of the purposes that count for geometry.
std::string subtreeText(const std::string& title, const SceneStatistics& statistics,
                        const std::vector<std::string>& purposes);

/// Returns a number with its digits in groups: 12,345.
std::string grouped(std::uint64_t number);

}  // namespace usdscope
