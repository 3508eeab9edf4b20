// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/capture/ContactSheet.h"
#include "app/capture/Playblast.h"
#include "app/cli/MissingParts.h"
#include "app/cli/Shard.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verb.h"

namespace usdscope {

/// The frames that `record` draws, and the files that it writes.
struct RecordJob {
  StageOptions stage;
  std::shared_ptr<const Stage> opened;  ///< Replaces `stage` if it is set.
  FrameRanges frames;                   ///< If empty, the range of the scene is drawn.
  bool isAtDefaultTime = false;         ///< One picture of the default time; `frames` is ignored.
  int turnCount = 0;  ///< If not 0, the camera goes around the scene of the first frame.
  /// If set, `frames` become one picture.
  std::optional<SheetLayout> sheet;
  bool isFirstFrameOnly = false;  ///< One picture of the range's start; `frames` is ignored.
  bool skipsExisting = false;     ///< Pictures whose files exist are not drawn.
  /// Prints a line of JSON for each picture, instead of its file name.
  bool printsJson = false;
  /// A scene without anything to draw is an error, not a blank picture.
  bool needsContent = false;
  bool isQuiet = false;  ///< Prints neither results nor problems of the scene.
  Shard shard;
  FrameOutput output;            ///< Without a file, pictures are not written.
  std::string primvar;           ///< If not empty, its numbers are shown in place of materials.
  double framesPerSecond = 0.0;  ///< The rate of movies; 0 for that of the scene.
  PlayblastJob pictures;         ///< Without its stage and steps.
  /// Prints a line of JSON for each phase and frame, instead of the file names. Frames are then
  /// made one after the other, and each is finished before its time is taken.
  bool showsTimes = false;
};

/// Draws frames of a scene into files, without a window.
class Recorder {
 public:
  Recorder(RecordJob job, VerbContext context);
  ~Recorder();

  /// Returns the exit status.
  int run();

 private:
  FrameRanges framesOf(const SceneExtractor& extractor) const;
  FrameSteps stepsOf(const FrameRanges& frames) const;
  /// Keeps the pictures of the shard, without those whose files exist if the job skips them.
  /// Returns whether any is left.
  bool choosePictures();
  /// Chooses the height of pictures, and the camera that shows the whole scene, from the first
  /// frame of the job, so that they do not depend on the pictures that are left.
  void standCamera();
  /// Shows the numbers of a primvar in the pictures.
  void paintPrimvar();
  void printPicture(double frame, bool isSkipped, int status = kSuccess) const;
  bool isOneFile() const;
  /// The file of a picture, which may be that of all pictures.
  std::string fileOf(double frame) const;
  /// Keeps the status of a file beside it. Prints an error if this fails.
  void keepStatusOf(const std::string& file, int status) const;
  /// Whether each picture of a sequence has a file name of its own. Otherwise prints an error.
  bool canName(const FrameRanges& numbers) const;
  std::unique_ptr<FrameWriter> makeWriter(const Stage& stage);
  bool fail(const std::string& problem) const;
  int draw(FrameDrawing& drawing, FrameWriter* writer);
  /// Draws the first picture of the whole job, small and into no file.
  void drawFirst(FrameDrawing& drawing) const;
  void printFirst(const Scene& scene) const;
  void printTimes(const FrameReport& report) const;

  RecordJob job_;
  /// The first picture of the whole job if the pictures that are left do not begin with it.
  std::optional<double> leftFirst_;
  VerbContext context_;
};

}  // namespace usdscope
