// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "engine/stage/clips/ClipFiles.h"
#include "engine/stage/clips/ClipTimeMap.h"

namespace usdscope {

class ClipSet;

/// The clip that plays at a set time, and the clip time.
struct ClipTime {
  std::size_t clip = 0;  ///< Index into ClipSet::clips().
  ClipTimeMap::Place place;
};

/// The samples of a set around one time, as they follow from the sample times of the clip that
/// plays. Attributes with the same sample times have the same ones.
struct ClipMoment {
  const ClipSet* set = nullptr;
  double setTime = 0.0;
  ClipTime at;
  Array<double> times;  ///< The sample times in the clip; empty before they are known.
  double lower = 0.0;   ///< Set times of the bracketing samples, and where they lie.
  double upper = 0.0;
  ClipTime lowerAt;
  ClipTime upperAt;
};

/// Holds the clips that one thread opens while it reads many values at one time. Opening a held
/// clip again takes no lock and does not affect which clips are evicted. Keep a ClipPins object
/// only briefly, because the held layers do not use the budget of ClipFiles. Not thread-safe.
class ClipPins {
 public:
  ClipPins() = default;
  /// Holds a clip that is already open.
  ClipPins(const ClipFile& file, std::shared_ptr<const Layer> layer) {
    layers_[0] = {&file, std::move(layer), 0};
  }

  /// Like ClipFile::layer(). The result may be valid only while this ClipPins object lives.
  std::shared_ptr<const Layer> layer(const ClipFile& file, ClipFiles& files) {
    for (Pin<Layer>& pin : layers_) {
      if (!pin.file) {
        pin = {&file, file.layer(files), 0};
      } else if (pin.file != &file) {
        continue;
      }
      return {std::shared_ptr<const void>(), pin.object.get()};
    }
    return file.layer(files);
  }

  /// Like ClipFile::table(). The results for the last three files are valid.
  const ClipTable* table(const ClipFile& file, ClipFiles& files) {
    ++useCount_;
    Pin<ClipTable>* oldest = &tables_[0];
    for (Pin<ClipTable>& pin : tables_) {
      if (pin.file == &file) {
        pin.lastUse = useCount_;
        return pin.object.get();
      }
      if (pin.lastUse < oldest->lastUse) oldest = &pin;
    }
    *oldest = {&file, file.table(files), useCount_};
    return oldest->object.get();
  }

  /// The moment of the last value, which is often that of the next one.
  ClipMoment& moment() { return moment_; }

 private:
  // A search for samples may visit thousands of clips, of which a few are read often.
  static constexpr std::size_t kMostPins = 8;

  template <typename T>
  struct Pin {
    const ClipFile* file = nullptr;
    std::shared_ptr<const T> object;
    std::uint64_t lastUse = 0;
  };

  std::array<Pin<Layer>, kMostPins> layers_;
  // A value takes at most three: the clip that plays, and those of the samples.
  std::array<Pin<ClipTable>, 3> tables_;
  std::uint64_t useCount_ = 0;
  ClipMoment moment_;
};

}  // namespace usdscope
