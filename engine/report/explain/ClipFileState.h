// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace usdscope {

class ClipSet;
class Prim;
class Stage;
class TimeCode;

/// The state of the file of a clip, for sentences about the clip.
struct ClipFileState {
  enum class Kind : std::uint8_t {
    Readable,
    Missing,     ///< There is no such file.
    LeftOut,     ///< The stage is in a capsule that lacks the file on purpose.
    Unreadable,  ///< The file exists, but no layer can be read from it.
    Gone,        ///< The file is missing now; the clip is still in memory.
  };
  Kind kind = Kind::Readable;
  std::string name;    ///< The name of the file, without folders.
  std::string reader;  ///< The message of the reader of an unreadable file, without a full stop.

  /// Whether the clip gives no values because of its file.
  bool isEmpty() const { return kind != Kind::Readable && kind != Kind::Gone; }
};

/// Opens the clip if necessary. `clip` is an index into ClipSet::clips() of a set of the stage.
ClipFileState clipFileState(const Stage& stage, const ClipSet& set, std::size_t clip);

/// Says in a few words why a clip gives no values, to follow the name of its file: "cannot be
/// read". Empty if it gives values.
std::string faultWords(const ClipFileState& state);

/// Returns a sentence with more about the file, which begins with a space: " The reader of
/// `walk.usda` says: line 4: …". Empty if there is no more to say.
std::string remarkOn(const ClipFileState& state);

/// Says that the file that the template of a set names for a time is missing, and that `clip`, the
/// clip of the set that plays then, plays in its place: a sentence that begins with a space. Empty
/// if no such file is missing. `anchor` is the prim that has the set. Requires: `time` is numeric.
std::string holeText(const Prim& anchor, const ClipSet& set, std::size_t clip, TimeCode time);

}  // namespace usdscope
