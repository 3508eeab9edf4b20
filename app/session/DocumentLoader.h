// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>
#include <string>

#include "app/session/Document.h"
#include "app/session/LatestTask.h"
#include "engine/render/TextureStore.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// A file to open, and the parts to take over from the document before.
struct DocumentRequest {
  std::string file;
  Environment environment = {};               ///< Its resolver is not used.
  std::shared_ptr<LayerCache> layers;         ///< Null: every file is read anew.
  std::shared_ptr<StageHistory> history;      ///< From the document before, if only an edit is new.
  std::shared_ptr<const Layer> sessionLayer;  ///< Null: an empty one.
  std::optional<double> time;  ///< The time of the first scene; empty: where the range starts.
  InterpolationType interpolation = InterpolationType::Linear;
};

/// Reads and composes documents in the background, and makes their first scene with its textures. A
/// new request cancels the one before; it starts when that one has ended, so memory never holds two
/// unfinished scenes. The callbacks run on the GUI thread.
class DocumentLoader : public QObject {
  Q_OBJECT
 public:
  using OnState = std::function<void(LoadState)>;
  using OnOpened = std::function<void(Document, std::shared_ptr<const Scene>)>;
  DocumentLoader(Background& background, std::shared_ptr<TextureStore> textures, OnState onState,
                 OnOpened onOpened);

  void open(DocumentRequest request);
  void cancel();

 private:
  LatestTask::Show load(const TaskRun& run, const DocumentRequest& request);
  void setState(LoadState state);

  std::shared_ptr<TextureStore> textures_;
  OnState onState_;
  OnOpened onOpened_;
  LoadState state_;
  std::shared_ptr<LayerCache> layers_;  ///< Layers of the document being read, to count them.
  QTimer progress_;
  LatestTask task_;
};

}  // namespace usdscope
