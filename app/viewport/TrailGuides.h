// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/Session.h"
#include "app/viewport/PictureGuides.h"

namespace usdscope {

struct Trail;

/// Returns a trail as lines: first each stretch in the colour of the layer or clip behind it, then
/// a square with a dark rim at each sample. `pixelsPerPoint` is that of the screen, so that widths
/// look alike on all screens.
std::vector<GuideLine> trailToLines(const Trail& trail, float pixelsPerPoint);

/// Keeps the trail over the range that plays, if the user wants it: of the joint that is chosen in
/// the rig of the selected prim, or else of the prim, or of the point that was clicked last; see
/// ViewArrangement::hasTrail. Works in the background, within a budget of time and clips. GUI
/// thread only.
class TrailGuides : public QObject {
  Q_OBJECT
 public:
  TrailGuides(Session& session, QObject* parent);

  /// Sets the other guides, and returns them with the trail. Not null.
  std::shared_ptr<const GuidePicture> over(std::shared_ptr<const GuidePicture> guides);
  /// The other guides with the trail. Not null.
  const std::shared_ptr<const GuidePicture>& picture() const { return picture_; }

 Q_SIGNALS:
  void changed();

 private:
  /// The inputs of a trail.
  struct Subject {
    std::weak_ptr<const Stage> stage;
    Path prim;
    Path skeleton = {};  ///< The skeleton of the joint.
    Token joint = {};
    std::optional<std::uint32_t> point = std::nullopt;
    double from = 0.0;
    double to = 0.0;
    bool isSame(const Subject& other) const;
  };

  Subject wantedSubject() const;
  void update();
  void show(std::shared_ptr<const GuidePicture> trail);
  void join();

  Session& session_;
  std::shared_ptr<const GuidePicture> guides_;   ///< The other guides.
  std::shared_ptr<const GuidePicture> trail_;    ///< Null if there is none.
  std::shared_ptr<const GuidePicture> picture_;  ///< Both.
  /// Shown while no point has been clicked. One object, so that it is shown once.
  const std::shared_ptr<const GuidePicture> clickHint_;
  std::optional<Subject> subject_;
  LatestTask task_;
};

}  // namespace usdscope
