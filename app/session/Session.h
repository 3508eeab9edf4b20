// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/files/OpenOptions.h"
#include "app/session/InspectedRow.h"
#include "app/session/LayerMarks.h"
#include "app/session/Observable.h"
#include "app/session/Subject.h"
#include "app/session/document/Document.h"
#include "app/session/edits/EditHistory.h"
#include "app/session/edits/EditTargetChoice.h"
#include "app/session/edits/LayerText.h"
#include "app/session/edits/StageEditor.h"
#include "app/session/playback/PlaybackState.h"
#include "app/session/problems/ProblemMarks.h"
#include "app/session/problems/ProblemState.h"
#include "app/session/tasks/LatestTask.h"
#include "app/session/view/FreeCamera.h"
#include "app/session/view/HeatMap.h"
#include "app/session/view/RigFocus.h"
#include "app/session/view/ViewSettings.h"
#include "engine/layer/Path.h"
#include "engine/render/TextureStore.h"
#include "engine/scene/Scene.h"
#include "engine/search/FindPrims.h"
#include "engine/search/RelatedPrims.h"

namespace usdscope {

class DisplayColors;
class DocumentLoader;
class FileWatch;
class Inspection;
class LayerSaver;
struct DocumentRequest;
struct SceneKind;
class PlaybackClock;
class PreparedFrames;
class Preferences;
class ProblemFinder;
class QuietWorkers;
class RecentFiles;
class RigChoice;
class SceneMemory;
class SceneProducer;
class SkinningCheck;
class SoundTrack;
class Transport;
class ViewChoice;
struct FilesToRead;

/// The selected prims, and a selected property of the first one, which is the leading prim.
struct Selection {
  std::vector<Path> prims;
  Token property;
  /// Single instances of some of the prims, which the user picked. The other prims are selected as
  /// a whole.
  std::vector<ChosenInstance> instances;
  Path leading() const { return prims.empty() ? Path() : prims.front(); }
  bool operator==(const Selection&) const = default;
};

/// A text for the clipboard, or why it cannot be made.
struct CopyResult {
  std::string text;
  std::string problem;  ///< A sentence that says why `text` cannot be made; empty if it can.
};

/// The state of the viewer, and the commands that change it. Panes observe the state and call the
/// commands; no other code can set the state. Commands never wait: files are read, and values
/// resolved, in the background. GUI thread only.
class Session : public QObject {
  Q_OBJECT
 public:
  /// All files are opened in `environment`.
  explicit Session(Environment environment = {}, QObject* parent = nullptr);
  ~Session() override;

  Observable<Document> document;
  Observable<LoadState> loading;
  Observable<Selection> selection;
  /// The chosen joint; empty when the leading prim belongs to another rig.
  Observable<ChosenJoint> joint;
  /// The chosen blend shape; empty when the leading prim belongs to another rig.
  Observable<ChosenShape> shape;
  /// Weights that replace animated weights of blend shapes, of any rig. Kept until the user resets
  /// them or opens another file.
  Observable<ShapeOverrides> shapeOverrides;
  Observable<PlaybackState> playback;
  Observable<ViewSettings> view;
  /// The place of the free camera; empty until it is known. The viewport keeps its camera there,
  /// and frames the first scene of a file if this is empty.
  Observable<std::optional<FreeCamera>> freeCamera;
  /// The newest scene that is ready, which the viewport shows; null if there is none.
  Observable<std::shared_ptr<const Scene>> scene;
  /// The scene painted with weights or offsets; null when neither is shown. Set before `scene`.
  Observable<std::shared_ptr<const HeatPicture>> heat;
  /// The edits of the user. The document may not have the newest of them yet.
  Observable<EditHistory> edits;
  /// The layer and site to which the edits of the user are written.
  Observable<EditTargetState> editTarget;
  /// The prims that the newest change of `edits` changed; empty after opening a file.
  Observable<EditOutcome> editOutcome;
  /// The prims that a layer touches, marked for the user; null if no layer is marked.
  Observable<std::shared_ptr<const LayerMarks>> layerMarks;
  /// Everything that is wrong with the scene, as far as it is known, and what is being checked.
  Observable<ProblemState> problems;
  /// The prims and layers with errors and warnings; null while no scene is open.
  Observable<std::shared_ptr<const ProblemMarks>> problemMarks;
  /// Which problems are shown.
  Observable<ProblemFilter> problemFilter;
  /// The text of a layer that the user asked for last; null if none.
  Observable<std::shared_ptr<const LayerText>> layerText;
  /// The prims that the search of the prim tree found; null without a search.
  Observable<std::shared_ptr<const PrimMatches>> found;
  /// The row that context menus of panes work on; empty until the user clicks a row.
  Observable<InspectedRow> row;
  Observable<std::vector<std::string>> recentFiles;
  /// A sentence for the status line that says why a request of the user was not carried out.
  Observable<std::string> note;
  /// A sentence for the status line that names what the user has picked in the picture.
  Observable<std::string> picked;
  /// Sentences about files of the program itself, which stay until the user has read them.
  Observable<std::vector<std::string>> notices;
  /// A sentence that says why nothing can be drawn: OpenGL is missing or too old. Empty if drawing
  /// works.
  Observable<std::string> drawingProblem;
  /// Problems of drawing, such as unreadable textures; null if there are none.
  Observable<std::shared_ptr<const Diagnostics>> drawingDiagnostics;

  /// Asks the pane that shows the selected property to open an editor for its value.
  void wantEditing() { Q_EMIT editingWanted(); }
  /// Asks the window to open a layer in the user's text editor.
  void wantTextEditor(const std::string& layer) { Q_EMIT textEditorWanted(layer); }

  /// Runs a row of the table of actions for a widget, as its menu entry would; see
  /// `actions/RunAction.h`. Problems become a `note`.
  void perform(const std::string& action, const std::vector<std::string>& arguments = {}) {
    Q_EMIT actionWanted(action, arguments);
  }

  /// Reads and keeps textures. The textures of a scene are read before it is drawn.
  const std::shared_ptr<TextureStore>& textures() const { return textures_; }
  /// The colours of layers and clips in all pictures and panes. Not null. Another table for each
  /// file that is opened; set before `document`.
  const std::shared_ptr<LegendColors>& legendColors() const { return legendColors_; }
  /// Counts the tasks in the background. Every LatestTask of a pane needs it.
  Background& background() { return background_; }
  /// The environment in which all files are opened.
  const Environment& environment() const { return environment_; }
  /// Compares the skinned vertices in the picture with vertices skinned in double precision.
  SkinningCheck& skinningCheck() const { return *skinningCheck_; }
  /// The state of looking closely at values: the plot, marked elements, pinned prims.
  Inspection& inspection() const { return *inspection_; }
  /// The commands of a player.
  Transport& transport() const { return *transport_; }
  /// The commands that arrange pictures beside the main one.
  ViewChoice& viewChoice() const { return *viewChoice_; }
  /// Makes scenes ahead of the playhead.
  PreparedFrames& preparedFrames() const { return *prepared_; }
  /// Finds the problems, and has the commands on them.
  ProblemFinder& problemFinder() const { return *problemFinder_; }
  /// The colours that OpenColorIO makes for the display.
  DisplayColors& displayColors() const { return *displayColors_; }
  /// How the user wants the window to look, and its shortcuts.
  Preferences& preferences() const { return *preferences_; }
  /// The leading prim, with the selected property.
  Subject subject() const;

  /// Opens a file in the background. The current document stays open until the new one is ready.
  /// Without `options`, the open scene is opened again with the options it was opened with.
  void open(const std::string& file, std::shared_ptr<const OpenOptions> options = nullptr);
  /// Reads layers, clips and textures again. Keeps session edits.
  void reload();
  void cancelLoading();
  void close();
  /// The commands that change the stage.
  StageEditor& editor() const { return *editor_; }
  /// The commands that choose where edits are written.
  EditTargetChoice& targetChoice() const { return *targetChoice_; }
  /// The commands that save edits.
  LayerSaver& saver() const { return *saver_; }
  /// Knows which files have changed, and has the command that reads them again.
  FileWatch& files() const { return *files_; }
  /// The sound that plays with the scene.
  SoundTrack& sound() const { return *sound_; }
  /// Remembers how scenes are left, and has the commands of named views.
  SceneMemory& memory() const { return *memory_; }
  bool hasSessionEdits() const { return edits.value().hasAppliedEdits(); }
  /// Marks the prims that a layer touches. Finds them in the background. An empty identifier clears
  /// the marks.
  void markLayer(const std::string& identifier);
  /// Sets `layerText`, in the background, with a line to show (0 for none). The layer is named as
  /// for StageEditor. Returns a sentence that says why there is no such layer; else empty.
  std::string showLayerText(const std::string& layer, int line = 0);
  /// Sets how values between two samples are computed. Recomposes in the background.
  void setInterpolation(InterpolationType interpolation);
  InterpolationType interpolation() const { return interpolation_; }
  /// Selects prims, with the leading prim first, and single instances of them. Ignores paths
  /// without a prim.
  void select(std::vector<Path> prims, std::vector<ChosenInstance> instances = {});
  /// Changes the selection by prims that the user picked, and names them in `picked`. A remark
  /// replaces their names.
  void selectPicked(const std::vector<PickedPrim>& prims, SelectionChange change,
                    const std::string& remark = {});
  void selectProperty(Token property);
  /// Selects the prims of paths; for one path of a property, the property too. Sets `note` when
  /// none of the prims exists.
  void follow(const std::vector<Path>& targets);
  /// Selects the targets or connections of the selected property, which are found in the
  /// background.
  void followTargets();
  /// Selects the prims that `find` returns for the leading prim; sets `note` when there are none.
  /// `find` runs in the background.
  using FindRelated = std::function<RelatedPrims(const Prim& prim, const std::stop_token& stop)>;
  void selectRelated(FindRelated find);
  /// Sets `found`.
  void noteFound(std::shared_ptr<const PrimMatches> matches);
  /// Selects the next or the previous of the `found` prims. Returns a sentence that says why there
  /// is none; else empty.
  std::string selectNextFound(bool isBackwards);
  void inspectRow(InspectedRow inspected);
  /// Chooses a joint, and selects its skeleton if another rig is selected. Looks for the joint in
  /// the background, and sets `note` when the skeleton does not have it. An empty name clears the
  /// choice.
  void chooseJoint(Path skeleton, Token joint);
  /// Like chooseJoint(), for a blend shape.
  void chooseShape(Path skeleton, Token shape);
  void setShapeOverrides(ShapeOverrides overrides);
  /// Changes how the scene is shown. `change` edits a copy of the current settings.
  void changeView(const std::function<void(ViewSettings&)>& change);
  /// Moves the playhead to a time, which may lie outside of the range, and stops playing.
  void setTime(TimeCode time);
  void setPlaying(bool isPlaying);
  /// Puts a text on the clipboard. `makeText` runs in the background, so it may read files and
  /// values.
  void copy(std::function<CopyResult()> makeText);
  void showNote(std::string note);
  /// Adds to `notices`.
  void notify(std::string notice);
  void dismissNotices();
  /// The camera of the scene that is looked through; null for the free camera.
  const SceneCamera* sceneCamera() const;
  /// The free camera; while a camera of the scene is looked through, the free camera that would
  /// continue with its view and its lens.
  FreeCamera presentCamera() const;
  /// Continues with the free camera, which takes the view and the lens of the camera of the scene.
  /// Does nothing when the free camera is looked through already.
  void leaveSceneCamera();
  /// Moves the free camera or changes its lens, after leaveSceneCamera(). `change` edits a copy.
  /// Ignores a result that is not usable.
  void changeFreeCamera(const std::function<void(FreeCamera&)>& change);
  /// Sets how the pointer moves the camera, now and in later sessions.
  void setNavigation(NavigationStyle style);
  /// Call this when the user has moved the free camera. It does not move it.
  void noteFreeCamera(const FreeCamera& place);
  /// Removes a file from `recentFiles`, or all of them if it is empty.
  void forgetRecent(const std::string& file);

  /// Sets whether a viewport draws the scenes. If so, it must call noteDrawn() for each scene;
  /// while playing, the next frame waits for this call.
  void setDrawing(bool isDrawing) { isDrawing_ = isDrawing; }
  /// Call this when the picture of a scene is shown, or when it will not be: from now on everything
  /// shows the time of this scene. Call it in the turn of the event loop that shows the picture.
  void noteDrawn(const std::shared_ptr<const Scene>& drawn);
  /// Shows a scene instead of the scene made for the playhead. For tests.
  void showScene(std::shared_ptr<const Scene> shown) { scene.set(std::move(shown)); }
  void noteDrawingProblem(std::string problem);
  void noteDrawingDiagnostics(std::shared_ptr<const Diagnostics> diagnostics);

  /// The options of the scenes that the viewport shows, and what is painted on them.
  ExtractOptions wantedOptions() const;
  HeatSubject wantedHeat() const;
  /// Whether nothing is being loaded and `scene` is the scene at the playhead.
  bool isPictureReady() const;
  /// Whether nothing runs in the background, so that the picture and all visible panes are up to
  /// date.
  bool isSettled() const { return background_.isIdle(); }

 Q_SIGNALS:
  void actionWanted(const std::string& action, const std::vector<std::string>& arguments);
  void editingWanted();
  /// The newest place of the free camera is needed. The viewport calls noteFreeCamera() at once.
  void freeCameraWanted();
  /// The user wants a layer in the text editor.
  void textEditorWanted(const std::string& layer);

 private:
  friend class FileWatch;
  friend class LayerSaver;
  friend class ProblemFinder;
  friend class SceneMemory;
  friend class StageEditor;
  friend class Transport;

  void load(DocumentRequest request);
  void forgetWantedEdits();
  void forgetRigs();
  /// Composes the stage with the wanted edits. Reads the layers `reloaded` again.
  void composeAgain(std::vector<std::string> reloaded = {});
  /// Composes the stage, and makes its scene, with changed files. The playhead goes on.
  void readAgain(FilesToRead changed);
  /// Takes the first scene too, if it is there already.
  void takeDocument(Document opened, std::shared_ptr<const Scene> first);
  void applySelection(const OpenOptions& options);
  void takeFirstScene(std::shared_ptr<const Scene> first);
  void takeScene(std::shared_ptr<const Scene> produced, std::shared_ptr<const HeatPicture> heat);
  SceneKind requestedKind() const;
  void requestScene(TimeCode time);
  void requestChangedScene();
  void noteRecentFile(const std::string& file);
  void setRecentFiles(std::vector<std::string> files);
  void returnMemorySoon();
  /// Frees what the document holds in the background, when everything has let go of it: destroying
  /// a large stage takes long.
  void dropDocument();

  const Environment environment_;
  Background background_;
  std::shared_ptr<TextureStore> textures_;
  std::unique_ptr<QuietWorkers> quietWorkers_;
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<RecentFiles> writingRecent_;
  std::unique_ptr<DocumentLoader> loader_;
  std::unique_ptr<PreparedFrames> prepared_;
  std::unique_ptr<SceneProducer> producer_;
  std::unique_ptr<PlaybackClock> clock_;
  std::unique_ptr<RigChoice> rigChoice_;
  std::unique_ptr<LayerSaver> saver_;
  std::unique_ptr<StageEditor> editor_;
  std::unique_ptr<Inspection> inspection_;
  std::unique_ptr<Transport> transport_;
  std::unique_ptr<ViewChoice> viewChoice_;
  std::unique_ptr<EditTargetChoice> targetChoice_;
  // The interpolation that the user wants. The stage with it may still be composing.
  InterpolationType interpolation_ = InterpolationType::Linear;
  // The inputs of the newest scene that is ready or was requested.
  TimeCode requestedTime_;
  ExtractOptions requestedOptions_;
  HeatSubject requestedHeat_;
  std::shared_ptr<LegendColors> legendColors_ = std::make_shared<LegendColors>();
  /// The document is there, and no scene of it was requested besides the first one.
  bool isFirstAwaited_ = false;
  bool isDrawing_ = false;
  std::unique_ptr<SkinningCheck> skinningCheck_;
  std::unique_ptr<ProblemFinder> problemFinder_;
  std::unique_ptr<DisplayColors> displayColors_;
  std::string markedLayer_;
  std::vector<std::shared_ptr<const void>> dropped_;  ///< Objects to free in the background.
  LatestTask marking_;
  LatestTask writingText_;
  LatestTask copying_;
  LatestTask freeing_;
  LatestTask following_;
  std::unique_ptr<SoundTrack> sound_;
  std::unique_ptr<FileWatch> files_;
  // The last member, because it writes the others when it ends.
  std::unique_ptr<SceneMemory> memory_;
};

}  // namespace usdscope
