// SPDX-License-Identifier: Apache-2.0
#include "app/actions/OpenActions.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <memory>
#include <utility>

#include "app/actions/ActionParts.h"

namespace usdscope {
namespace {

bool hasSample(const ActionContext&) { return !sampleScenePath().empty(); }

void openInstead(const ActionContext& c, const std::string& file,
                 std::shared_ptr<const OpenOptions> options) {
  c.window.leave(
      [&session = c.session, file, options = std::move(options)] { session.open(file, options); });
}

// The options of the open scene stay when it is opened again with other payloads.
std::shared_ptr<const OpenOptions> withPayloads(const ActionContext& c, const std::string& file,
                                                bool isLoaded) {
  const Document& open = c.session.document.value();
  const QString absolute =
      QDir::cleanPath(QFileInfo(QString::fromStdString(file)).absoluteFilePath());
  const bool isOpen = open.options && absolute.toStdString() == open.file;
  OpenOptions options = isOpen ? *open.options : OpenOptions();
  options.loadRules = isLoaded ? LoadRules() : LoadRules::none();
  return std::make_shared<const OpenOptions>(std::move(options));
}

ActionProblem open(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty()) {
    c.window.askForScene({});
    return {};
  }
  const std::string& file = arguments[0];
  if (file.empty() || arguments.size() > 2) return "Expected FILE [none|all].";
  if (QFileInfo(QString::fromStdString(file)).isDir()) {
    c.window.openFolder(file);
    return {};
  }
  if (arguments.size() == 1) {
    openInstead(c, file, nullptr);
    return {};
  }
  const std::string& payloads = arguments[1];
  if (payloads != "all" && payloads != "none") return "Expected none or all, not " + payloads + ".";
  openInstead(c, file, withPayloads(c, file, payloads == "all"));
  return {};
}

// A second process, because a window has one scene. It has settings of its own in scripts.
ActionProblem openBeside(const ActionContext& c, const Arguments& arguments) {
  const std::string file = arguments.empty() ? c.session.document.value().file : arguments[0];
  if (file.empty() || arguments.size() > 1) return "Expected a file.";
  if (!QFileInfo::exists(QString::fromStdString(file))) return "There is no file " + file + ".";
  QString program = QStandardPaths::findExecutable(qEnvironmentVariable("USDSCOPE_PROGRAM"));
  const QFileInfo own(QCoreApplication::applicationFilePath());
  if (program.isEmpty() && own.fileName().startsWith(QStringLiteral("usdscope"))) {
    program = own.filePath();
  }
  if (program.isEmpty()) return "The program usdscope was not found.";
  const QString path = QFileInfo(QString::fromStdString(file)).absoluteFilePath();
  const bool isStarted = QProcess::startDetached(program, {QStringLiteral("view"), path});
  return isStarted ? "" : "A second window cannot be opened.";
}

ActionProblem addSessionSublayer(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() > 1) return "Expected a file.";
  if (!arguments.empty()) return c.session.editor().addSessionSublayer(arguments[0]);
  const QString folder = QFileInfo(QString::fromStdString(c.session.document.value().file)).path();
  const QString file = QFileDialog::getOpenFileName(
      c.window.widget(), QObject::tr("Add a layer to the session layer"), folder,
      QObject::tr("USD layers (*.usd *.usda *.usdc *.usdz);;All files (*)"));
  return file.isEmpty() ? "" : c.session.editor().addSessionSublayer(file.toStdString());
}

bool isMasked(const ActionContext& c) {
  const Document& open = c.session.document.value();
  return open.isOpen() && open.options && !open.options->mask.includesAll();
}
bool hasPrims(const ActionContext& c) {
  return hasDocument(c) && !c.session.selection.value().leading().isEmpty();
}

void openMasked(const ActionContext& c, PopulationMask mask) {
  const Document& open = c.session.document.value();
  OpenOptions options = open.options ? *open.options : OpenOptions();
  options.mask = std::move(mask);
  // The scene opens as it is left now.
  options.frame.reset();
  options.camera.clear();
  options.selected.clear();
  openInstead(c, open.file, std::make_shared<const OpenOptions>(std::move(options)));
}

ActionProblem openSelection(const ActionContext& c, const Arguments&) {
  std::vector<Path> prims = c.session.selection.value().prims;
  // A prim in a prototype has no place in the scene.
  const auto& stage = c.session.document.value().stage;
  std::erase_if(prims, [&](Path path) {
    const Prim prim = stage ? stage->primAt(path) : Prim();
    return !prim || prim.isInPrototype();
  });
  if (prims.empty()) return "Select a prim outside of prototypes first.";
  openMasked(c, PopulationMask(std::move(prims)));
  return {};
}

ActionProblem openWhole(const ActionContext& c, const Arguments&) {
  if (!isMasked(c)) return "The whole scene is open.";
  openMasked(c, {});
  return {};
}

constexpr ActionRow kOpenRows[] = {
    {"open", "File", "Open…", "Ctrl+O", "FILE [none|all]", always, nullptr, open},
    {"openBeside", "File", "Open in Second Window", "", "FILE", hasDocument, nullptr, openBeside},
    {"openOnlySelection", "File", "Open Only the Selection", "", "", hasPrims, nullptr,
     openSelection},
    {"openWhole", "File", "Open the Whole Scene", "", "", isMasked, nullptr, openWhole},
    {"addSessionSublayer", "File", "Add Layer to Session…", "", "FILE", hasDocument, nullptr,
     addSessionSublayer},
};

constexpr ActionRow kSampleRows[] = {
    {"openSample", "Help", "Open Sample Scene", "", "", hasSample, nullptr,
     [](const ActionContext& c, const Arguments&) {
       openInstead(c, sampleScenePath(), nullptr);
       return ActionProblem();
     }},
};

}  // namespace

std::span<const ActionRow> openActionRows() { return kOpenRows; }
std::span<const ActionRow> sampleActionRows() { return kSampleRows; }

std::string sampleScenePath() {
  // The program is installed, or was built in a folder of its sources.
  static const std::string found = [] {
    const QDir program(QCoreApplication::applicationDirPath());
    for (const char* folder : {"../share/usdscope", "../../resources", "../../../resources"}) {
      const QString file =
          program.filePath(QString::fromLatin1(folder) + QStringLiteral("/samples/crossing.usda"));
      if (QFileInfo::exists(file)) return QDir::cleanPath(file).toStdString();
    }
    return std::string();
  }();
  return found;
}

}  // namespace usdscope
