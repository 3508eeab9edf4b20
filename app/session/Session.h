// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/session/Document.h"
#include "app/session/HeatMap.h"
#include "app/session/LatestTask.h"
#include "app/session/Observable.h"
#include "app/session/PlaybackState.h"
#include "app/session/RigFocus.h"
#include "app/session/Subject.h"
#include "app/session/ViewSettings.h"
#include "engine/layer/LayerEdit.h"
#include "engine/layer/Path.h"
#include "engine/render/TextureStore.h"
#include "engine/scene/Scene.h"

namespace usdscope {

class DocumentLoader;
struct DocumentRequest;
class PlaybackClock;
class RigChoice;
class SceneProducer;
class SkinningCheck;

/// The selected prims, the first one leading, and one property of the leading prim.
struct Selection {
  std::vector<Path> prims;
  Token property;
  Path leading() const { return prims.empty() ? Path() : prims.front(); }
  bool operator==(const Selection&) const = default;
};

/// A text for the clipboard, or why there is none.
struct CopyResult {
  std::string text;
  std::string problem;  ///< One sentence; empty: there is a text.
};

/// The state of the app, and the verbs that change it. Panes observe the state and call the verbs;
/// nobody else can set it. Verbs never wait: files are read, and values resolved, in the
/// background. GUI thread only.
class Session : public QObject {
  Q_OBJECT
 public:
  /// Opens all files in `environment`.
  explicit Session(Environment environment = {}, QObject* parent = nullptr);
  ~Session() override;

  Observable<Document> document;
  Observable<LoadState> loading;
  Observable<Selection> selection;
  /// A joint of the rig that the leading prim belongs to; empty when another rig is selected.
  Observable<ChosenJoint> joint;
  /// A blend shape of that rig.
  Observable<ChosenShape> shape;
  /// Weights of blend shapes, of any rig, that replace the animated ones until the user resets them
  /// or another file is opened.
  Observable<ShapeOverrides> shapeOverrides;
  Observable<PlaybackState> playback;
  Observable<ViewSettings> view;
  /// The scene in the viewport: the newest one that is ready. Null: none.
  Observable<std::shared_ptr<const Scene>> scene;
  /// The scene painted with weights or offsets. Null when neither is shown. Set before `scene`.
  Observable<std::shared_ptr<const HeatPicture>> heat;
  Observable<std::vector<std::string>> recentFiles;
  /// One sentence for the status line: why a request of the user was not carried out.
  Observable<std::string> note;
  /// Why nothing can be drawn: OpenGL is missing or too old. Empty: drawing works.
  Observable<std::string> drawingProblem;
  /// Problems met while drawing: textures that cannot be read. Null: none.
  Observable<std::shared_ptr<const Diagnostics>> drawingDiagnostics;

  /// The store that textures are read with. Textures of a scene are prepared before it is drawn.
  const std::shared_ptr<TextureStore>& textures() const { return textures_; }
  /// Counts the work that runs in the background. Tasks of panes need it.
  Background& background() { return background_; }
  /// Compares the skinned vertices in the picture with double precision.
  SkinningCheck& skinningCheck() const { return *skinningCheck_; }
  /// The leading prim, with the selected property.
  Subject subject() const;

  /// Opens a file in the background; the present document stays until the new one is ready.
  void open(const std::string& file);
  /// Reads everything again: layers, clips, textures. Session edits stay.
  void reload();
  void cancelLoading();
  void close();
  /// Changes the visibility of a prim in the session layer, at the time of the playhead. Composes
  /// again in the background. Returns why that is impossible, or nothing.
  std::string setVisible(Path prim, bool isVisible);
  /// Chooses a variant in the session layer; the empty name chooses none. Composes again in the
  /// background. Returns why that is impossible, or nothing.
  std::string setVariant(Path prim, const std::string& set, const std::string& variant);
  /// Removes all session edits.
  void resetSessionLayer();
  /// How values between two samples are computed. Composes again in the background.
  void setInterpolation(InterpolationType interpolation);
  InterpolationType interpolation() const { return interpolation_; }
  bool hasSessionEdits() const { return sessionLayer_ != nullptr; }
  /// Selects prims, the leading one first; paths without a prim are ignored.
  void select(std::vector<Path> prims);
  void selectProperty(Token property);
  /// Chooses a joint, and selects its skeleton if another rig is selected. Looks it up in the
  /// background; there is a note when the skeleton has no such joint. An empty name clears the
  /// choice.
  void chooseJoint(Path skeleton, Token joint);
  /// Like chooseJoint(), for a blend shape.
  void chooseShape(Path skeleton, Token shape);
  void setShapeOverrides(ShapeOverrides overrides);
  /// Changes how the scene is shown: `change` gets the present settings.
  void changeView(const std::function<void(ViewSettings&)>& change);
  /// Moves the playhead to any time, also outside of the range.
  void setTime(double time);
  void setPlaying(bool isPlaying);
  void setLooping(bool isLooping);
  void setPace(PlaybackPace pace);
  /// Stops playing, and moves the playhead by whole frames.
  void step(int frames);
  void goToStart();
  void goToEnd();
  /// Puts a text on the clipboard that takes files or values to make. `makeText` runs in the
  /// background.
  void copy(std::function<CopyResult()> makeText);
  void showNote(std::string note);

  /// Whether a viewport draws the scenes, and reports each with noteDrawn(). While playing, the
  /// next frame waits for that.
  void setDrawing(bool isDrawing) { isDrawing_ = isDrawing; }
  /// The present scene has been drawn.
  void noteDrawn();
  /// Shows a scene in place of the one that was made for the playhead. For tests.
  void showScene(std::shared_ptr<const Scene> shown) { scene.set(std::move(shown)); }
  void noteDrawingProblem(std::string problem);
  void noteDrawingDiagnostics(std::shared_ptr<const Diagnostics> diagnostics);

  /// Nothing is being loaded, and the scene shown is that of the playhead.
  bool isPictureReady() const;
  /// Nothing runs in the background: the picture and all panes in view are up to date.
  bool isSettled() const { return background_.isIdle(); }

 private:
  struct VisibilityEdit {
    Path prim;
    bool isVisible = false;
  };
  void load(DocumentRequest request);
  void forgetWantedEdits();
  void forgetRigs();
  std::string editSessionLayer(const std::vector<LayerEdit>& edits);
  void composeAgain(std::shared_ptr<const Layer> sessionLayer);
  void takeDocument(Document opened, std::shared_ptr<const Scene> first);
  void takeScene(std::shared_ptr<const Scene> produced, std::shared_ptr<const HeatPicture> heat);
  ExtractOptions wantedOptions() const;
  HeatSubject wantedHeat() const;
  void requestScene(double time);
  void requestChangedScene();
  void noteRecentFile(const std::string& file);
  void returnMemorySoon();

  const Environment environment_;
  Background background_;
  std::shared_ptr<TextureStore> textures_;
  std::unique_ptr<DocumentLoader> loader_;
  std::unique_ptr<SceneProducer> producer_;
  std::unique_ptr<PlaybackClock> clock_;
  std::unique_ptr<RigChoice> rigChoice_;
  // As the user wants them: the stage with these edits may still be composed.
  std::shared_ptr<const Layer> sessionLayer_;
  std::vector<VisibilityEdit> visibilityEdits_;  ///< Not in the session layer yet.
  InterpolationType interpolation_ = InterpolationType::Linear;
  // The newest scene that is ready or was requested.
  double requestedTime_ = 0.0;
  ExtractOptions requestedOptions_;
  HeatSubject requestedHeat_;
  bool isDrawing_ = false;
  std::unique_ptr<SkinningCheck> skinningCheck_;
  LatestTask editing_;
  LatestTask copying_;
};

}  // namespace usdscope
