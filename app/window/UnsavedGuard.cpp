// SPDX-License-Identifier: Apache-2.0
#include "app/window/UnsavedGuard.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <utility>

#include "app/actions/SaveActions.h"
#include "app/session/edits/LayerSaver.h"

namespace usdscope {
namespace {

constexpr int kMostListed = 12;

QString nameOf(const std::string& identifier) {
  return identifier.empty() ? UnsavedGuard::tr("Session layer")
                            : QFileInfo(QString::fromStdString(identifier)).fileName();
}

QString listOf(const std::vector<UnsavedLayer>& layers) {
  QStringList lines;
  for (const UnsavedLayer& layer : layers) {
    if (lines.size() == kMostListed) {
      lines.push_back(UnsavedGuard::tr("and %1 more layers").arg(int(layers.size()) - kMostListed));
      break;
    }
    lines.push_back(layer.editCount == 1
                        ? UnsavedGuard::tr("%1: 1 edit").arg(nameOf(layer.identifier))
                        : UnsavedGuard::tr("%1: %2 edits")
                              .arg(nameOf(layer.identifier))
                              .arg(qulonglong(layer.editCount)));
  }
  return lines.join('\n');
}

// Muting belongs to the window and to no layer, so that nobody is asked because of it alone.
QString mutedText(const StageState& state) {
  const std::size_t count = state.allMuted().size();
  if (count == 0) return {};
  return count == 1 ? UnsavedGuard::tr("\n1 layer is muted, which only this window remembers.")
                    : UnsavedGuard::tr("\n%1 layers are muted, which only this window remembers.")
                          .arg(count);
}

}  // namespace

UnsavedGuard::UnsavedGuard(Session& session, QWidget* window)
    : QObject(window), session_(session), window_(window) {
  session_.saver().question.observe(this, [this](const SaveQuestion& question) {
    if (!question.layers.empty()) askToOverwrite();
  });
}

bool UnsavedGuard::mustAsk() const {
  return isAsking_ && !session_.saver().unsaved.value().empty();
}

void UnsavedGuard::leave(std::function<void()> then) {
  if (!mustAsk()) return then();
  const QFileInfo scene(QString::fromStdString(session_.document.value().file));
  auto* box = new QMessageBox(
      QMessageBox::NoIcon, tr("Unsaved edits"), tr("Save the edits of %1?").arg(scene.fileName()),
      QMessageBox::SaveAll | QMessageBox::Discard | QMessageBox::Cancel, window_);
  box->setObjectName(QStringLiteral("unsaved"));
  box->setTextFormat(Qt::PlainText);
  box->setInformativeText(listOf(session_.saver().unsaved.value()) +
                          mutedText(session_.edits.value().state()));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setDefaultButton(QMessageBox::SaveAll);
  for (QAbstractButton* button : box->buttons()) button->setIcon({});
  connect(box, &QMessageBox::finished, this, [this, then = std::move(then)](int answer) {
    if (answer == QMessageBox::SaveAll) saveAll(then);
    if (answer == QMessageBox::Discard) then();
  });
  box->open();
}

void UnsavedGuard::saveAll(const std::function<void()>& then) {
  session_.saver().saveAll([this, then](bool isSaved) {
    if (isSaved) saveSession(then);
  });
}

// The session layer has no file of its own.
void UnsavedGuard::saveSession(const std::function<void()>& then) {
  if (!session_.saver().isUnsaved({})) return then();
  const std::string file = askForOverridesFile(session_, window_);
  if (file.empty()) return;
  const std::string problem = session_.saver().saveOverrides(file, [then](bool isSaved) {
    if (isSaved) then();
  });
  if (!problem.empty()) session_.showNote(problem);
}

void UnsavedGuard::askToOverwrite() {
  if (!isAsking_) return session_.saver().answer(false);
  const SaveQuestion& question = session_.saver().question.value();
  auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Changed on disk"),
                              QString::fromStdString(question.text), QMessageBox::Cancel, window_);
  box->setObjectName(QStringLiteral("overwrite"));
  box->setTextFormat(Qt::PlainText);
  const auto* overwrite = box->addButton(tr("Overwrite"), QMessageBox::DestructiveRole);
  box->setDefaultButton(QMessageBox::Cancel);
  for (QAbstractButton* button : box->buttons()) button->setIcon({});
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::finished, this,
          [this, box, overwrite] { session_.saver().answer(box->clickedButton() == overwrite); });
  box->open();
}

}  // namespace usdscope
