// SPDX-License-Identifier: Apache-2.0
#include "app/session/journal/JournalRestore.h"

#include <fmt/format.h>

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <set>
#include <utility>

#include "app/files/SceneFile.h"
#include "app/files/StageInputs.h"
#include "app/session/FileName.h"
#include "app/session/journal/JournalText.h"
#include "engine/base/FileBytes.h"
#include "engine/format/usdc/UsdcReader.h"
#include "engine/layer/LayerBuilder.h"

namespace usdscope {
namespace {

std::optional<JournalContent> readJournalFile(const QString& path) {
  const FileBytesResult read = readFileBytes(path.toStdString());
  return read.bytes ? readJournal(read.bytes->text()) : std::nullopt;
}

/// Makes the history of a journal, and collects what cannot be restored.
class Restorer {
 public:
  Restorer(RestoredSession& session, QString folder)
      : session_(session), content_(session.content), folder_(std::move(folder)) {}

  void run() {
    EditHistory::Steps steps;
    for (const Json& json : content_.steps) steps.push_back(stepFrom(json));
    session_.history =
        EditHistory::restored(content_.opened, std::move(steps), content_.position,
                              [this](const std::string& layer) { return unedited(layer); });
    say();
  }

 private:
  std::shared_ptr<const EditHistory::Step> stepFrom(const Json& json) {
    EditHistory::Step step;
    step.sentence = json.at("sentence").get<std::string>();
    step.reverted = json.at("reverted").get<std::vector<std::uint64_t>>();
    for (const Json& made : json.at("made")) {
      std::string problem;
      auto edit = editFromJson(made, session_.layers->environment().fields(), problem);
      if (!edit) {
        damaged_.push_back(made.at("sentence").get<std::string>());
        continue;
      }
      step.made.push_back({made.at("id").get<std::uint64_t>(), std::move(*edit)});
    }
    return std::make_shared<const EditHistory::Step>(std::move(step));
  }

  std::shared_ptr<const Layer> unedited(const std::string& identifier) {
    if (identifier.empty()) return LayerBuilder().build({.identifier = "anon:session"});
    const auto opened = session_.layers->findOrOpen(identifier);
    if (!opened->layer) {
      missing_.insert(identifier);
      return nullptr;
    }
    JournalLayer& known = content_.layers[identifier];
    const LayerFileState file{opened->modificationTime, opened->byteSize};
    const bool isSame = file == known.file || std::exchange(known.isBeingSaved, false);
    known.file = file;
    if (!isSame) {
      changed_.insert(identifier);
      known.saved.clear();
      known.unedited.clear();
    }
    if (known.unedited.empty()) return opened->layer;
    const FileBytesResult read =
        readFileBytes(QDir(folder_).filePath(QString::fromStdString(known.unedited)).toStdString());
    Diagnostics ignored;
    const auto layer = read.bytes ? readUsdc(*read.bytes, {identifier}, ignored) : nullptr;
    if (!layer) return opened->layer;
    session_.layers->replace(layer);
    return layer;
  }

  // Says it all in one sentence.
  void say() {
    std::vector<std::string> reasons;
    const auto names = [](const std::set<std::string>& layers) {
      const std::string first = fileName(*layers.begin());
      return layers.size() == 1 ? first : fmt::format("{} and {} more", first, layers.size() - 1);
    };
    if (!missing_.empty()) {
      reasons.push_back(names(missing_) + " cannot be read, and its edits are ignored");
    }
    if (!changed_.empty()) {
      reasons.push_back(names(changed_) +
                        " changed on disk since, and has the edits on its present content");
    }
    if (!damaged_.empty()) {
      reasons.push_back(fmt::format("the journal of {} edits is damaged, among them: {}",
                                    damaged_.size(), damaged_.front()));
    }
    for (const std::string& reason : reasons) {
      session_.problem += (session_.problem.empty() ? "Not all was restored: " : "; ") + reason;
    }
    if (!session_.problem.empty()) session_.problem += '.';
  }

  RestoredSession& session_;
  JournalContent& content_;
  const QString folder_;
  std::set<std::string> missing_;
  std::set<std::string> changed_;
  std::vector<std::string> damaged_;
};

}  // namespace

std::vector<JournalOffer> findJournalOffers(const QString& folder) {
  std::vector<JournalOffer> offers;
  for (const QString& path : journalsIn(folder)) {
    if (JournalFile::isInUse(path)) continue;
    const auto content = readJournalFile(path);
    const std::size_t count = content ? content->unsavedCount() : 0;
    if (count == 0) {
      JournalFile::remove(path);
      continue;
    }
    offers.push_back(
        {path.toStdString(), content->file, content->changedAt, count, content->stageEditCount()});
  }
  removeAbandonedFiles(folder);
  return offers;
}

RestoredSession restoreJournal(const QString& journal, const Environment& environment) {
  RestoredSession session;
  auto content = readJournalFile(journal);
  if (!content) {
    session.problem = "The journal cannot be read; nothing was restored.";
    return session;
  }
  session.content = std::move(*content);
  StageState& opened = session.content.opened;
  opened.sessionLayer = withContextVariables(opened.sessionLayer);
  session.layers = makeLayerCache(environment, session.content.file);
  Restorer(session, QFileInfo(journal).absolutePath()).run();
  session.file = JournalFile::takeOver(journal, session.content.goodByteCount);
  if (!session.file) session.problem = "Another window has restored these edits already.";
  return session;
}

}  // namespace usdscope
