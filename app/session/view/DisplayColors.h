// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <string>

#include "app/session/Observable.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/image/DisplayTable.h"

namespace usdscope {

class Session;
struct DisplaySettings;

/// How OpenColorIO encodes the colours of pictures. All members are empty while other encodings are
/// chosen, except `names`.
struct DisplayColorState {
  std::shared_ptr<const DisplayNames> names;  ///< Null until the configuration has been read.
  DisplayTransformChoice choice;              ///< With the names of the defaults that apply.
  std::shared_ptr<const DisplayTransform> transform;
  std::shared_ptr<const DisplayTable> table;  ///< The transform for devices.
  std::string problem;  ///< Why pictures are encoded as sRGB instead; else empty.
  bool operator==(const DisplayColorState&) const = default;
};

/// Returns a sentence that says why OpenColorIO cannot encode colours: the program lacks it, or no
/// configuration is named. Empty if it may.
std::string whyNoOpenColorIo();

/// Makes the colours of the display from the OpenColorIO configuration that the variable OCIO
/// names, as DisplaySettings choose. Works in the background; pictures are sRGB until it has
/// finished. Session::note gets problems. GUI thread only.
class DisplayColors : public QObject {
  Q_OBJECT
 public:
  explicit DisplayColors(Session& session);

  Observable<DisplayColorState> state;

 private:
  struct Made;
  void follow(const DisplaySettings& display);
  void take(const Made& made);

  Session& session_;
  std::optional<DisplayTransformChoice> wanted_;  ///< Empty for other encodings.
  LatestTask reading_;
  LatestTask making_;
};

}  // namespace usdscope
