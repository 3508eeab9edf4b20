// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>
#include <string>

#include "app/session/disk/ReadAgain.h"
#include "app/session/document/Document.h"
#include "app/session/edits/EditHistory.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/render/TextureStore.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// A file to open, and the parts to reuse from the open document.
struct DocumentRequest {
  std::string file;
  Environment environment = {};        ///< Its resolver is not used.
  std::shared_ptr<LayerCache> layers;  ///< Cache of open layers; if null, all files are read.
  /// The history of the open document, if the request only edits it; else null.
  std::shared_ptr<StageHistory> history;
  /// Identifiers of layers to read again. Requires: `layers` is not null.
  std::vector<std::string> reloaded = {};
  EditHistory edits = {};        ///< The wanted edits.
  std::optional<TimeCode> time;  ///< The time of the first scene; if empty, the start of the range.
  InterpolationType interpolation = InterpolationType::Linear;
  std::size_t clipByteBudget = StageRequest().clipByteBudget;
  /// Finds what is remembered about the scene; may be empty. Runs in the background. The remembered
  /// muted layers, load rules and time are used if `edits` and `time` are empty.
  std::function<RecalledScene()> recall = {};
  /// How the user wants the scene to be opened; may be null. Wins over `recall`.
  std::shared_ptr<const OpenOptions> options = {};
  /// Files that have changed. Requires: if any, `history` is not null.
  std::shared_ptr<const FilesToRead> changed = {};
  /// Document::outdated of the open document.
  std::shared_ptr<const Diagnostics> outdated = {};
  bool keepsPlaying = false;  ///< The playhead goes on meanwhile.
};

/// Makes the edited layers of a state the open layers of a cache.
void putLayers(LayerCache& layers, const StageState& state);

/// Reads and composes documents in the background, and makes their first scene with its textures. A
/// file that is opened is delivered in steps: the document as soon as it is composed, then its
/// range if that depends on samples, then its first scene. An edit, or the open file read again, is
/// delivered as a whole. A new request
/// cancels the previous one and starts when the previous one has ended, so that memory never holds
/// two unfinished scenes. The callbacks run on the GUI thread.
class DocumentLoader : public QObject {
  Q_OBJECT
 public:
  using OnState = std::function<void(LoadState)>;
  /// The scene is null if it comes later.
  using OnOpened = std::function<void(Document, std::shared_ptr<const Scene>)>;
  /// The range of a document whose range was unknown, and the time of its first scene.
  using OnRange = std::function<void(const TimeCodeRange&, TimeCode)>;
  using OnScene = std::function<void(std::shared_ptr<const Scene>)>;
  DocumentLoader(Background& background, std::shared_ptr<TextureStore> textures, OnState onState,
                 OnOpened onOpened, OnRange onRange, OnScene onScene);

  void open(DocumentRequest request);
  void cancel();

 private:
  LatestTask::Show load(const TaskRun& run, const DocumentRequest& request);
  void setState(LoadState state);

  std::shared_ptr<TextureStore> textures_;
  OnState onState_;
  OnOpened onOpened_;
  OnRange onRange_;
  OnScene onScene_;
  LoadState state_;
  /// The layers of the document that is being read, to count them.
  std::shared_ptr<LayerCache> layers_;
  QTimer progress_;
  QElapsedTimer sinceStart_;
  LatestTask task_;
};

}  // namespace usdscope
