// SPDX-License-Identifier: Apache-2.0
#include "app/actions/InspectActions.h"

#include <fmt/format.h>

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/actions/ActionParts.h"
#include "app/session/Inspection.h"
#include "engine/report/explain/ExplainMarkdown.h"
#include "engine/report/explain/ExplainPath.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

void copyText(const std::string& text) {
  QGuiApplication::clipboard()->setText(QString::fromStdString(text));
}

ActionProblem copyPropertyName(const ActionContext& c, const Arguments&) {
  copyText(c.session.selection.value().property.string());
  return {};
}

bool hasLayerFile(const ActionContext& c) { return c.session.row.value().hasFile(); }
bool hasObject(const ActionContext& c) { return !c.session.row.value().object.empty(); }
bool hasRow(const ActionContext& c) { return !c.session.row.value().name.empty(); }

// The path of the file; for a layer in a package, that of the package.
ActionProblem copyLayerPath(const ActionContext& c, const Arguments&) {
  const std::string& layer = c.session.row.value().layer;
  copyText(layer.substr(0, layer.find('[')));
  return {};
}
ActionProblem copyLayer(const ActionContext& c, const Arguments&) {
  copyText(c.session.row.value().layer);
  return {};
}
ActionProblem copyObjectPath(const ActionContext& c, const Arguments&) {
  copyText(c.session.row.value().object);
  return {};
}
ActionProblem selectObject(const ActionContext& c, const Arguments&) {
  c.session.follow({Path::fromText(c.session.row.value().object)});
  return {};
}
ActionProblem copyRowName(const ActionContext& c, const Arguments&) {
  copyText(c.session.row.value().name);
  return {};
}
ActionProblem copyRowValue(const ActionContext& c, const Arguments&) {
  copyText(c.session.row.value().value);
  return {};
}

ActionProblem why(const ActionContext& c, const Arguments&) {
  c.session.inspection().explainShape(c.session.selection.value().leading());
  return {};
}

ActionProblem whyValue(const ActionContext& c, const Arguments&) {
  c.session.perform("pane", {"why"});
  return {};
}

std::string markdownOf(const Subject& subject, TimeCode time) {
  if (const Attribute attribute = subject.prim.attribute(subject.property)) {
    const std::string facts = factsToMarkdown(factsOfAttribute(attribute, time));
    return explanationToMarkdown(explain(attribute, time)) + (facts.empty() ? "" : "\n") + facts;
  }
  if (const Relationship found = subject.prim.relationship(subject.property)) {
    return factsToMarkdown(factsOfRelationship(found));
  }
  return factsToMarkdown(factsOfPrim(subject.prim, time));
}

ActionProblem copyWhy(const ActionContext& c, const Arguments&) {
  c.session.copy([subject = c.session.subject(), time = c.session.playback.value().timeCode()] {
    CopyResult result;
    result.text = markdownOf(subject, time);
    if (result.text.empty()) result.problem = "There is nothing to explain about this prim.";
    return result;
  });
  return {};
}

ActionProblem copyWhyText(const ActionContext& c, const Arguments&) {
  c.session.copy([subject = c.session.subject(), time = c.session.playback.value().timeCode()] {
    const Path prim = subject.prim.path();
    const Path path = subject.property ? prim.property(subject.property) : prim;
    PathExplanation made = explainPath(subject.prim.stage(), path.text(), time);
    return CopyResult{.text = std::move(made.text), .problem = std::move(made.problem)};
  });
  return {};
}

// Writes FILE.md with a picture beside it, and copies the text.
ActionProblem copyWhyPicture(const ActionContext& c, const Arguments& arguments) {
  std::string file = arguments.empty() ? std::string() : arguments[0];
  if (file.empty()) {
    file = QFileDialog::getSaveFileName(c.window.widget(), QObject::tr("Save explanation"),
                                        QString(), QObject::tr("Markdown (*.md)"))
               .toStdString();
  }
  if (file.empty()) return {};
  const std::filesystem::path markdown =
      file.ends_with(".md") ? std::filesystem::path(file) : std::filesystem::path(file + ".md");
  std::filesystem::path picture = markdown;
  picture.replace_extension(".png");
  c.session.copy([subject = c.session.subject(), markdown, picture,
                  time = c.session.playback.value().timeCode()] {
    CopyResult result;
    result.text = fmt::format("{}\n![The scene at {}](<{}>)\n", markdownOf(subject, time),
                              timeText(time), picture.filename().string());
    std::ofstream out(markdown, std::ios::binary);
    out << result.text;
    out.close();
    if (!out) result.problem = "The file " + markdown.string() + " cannot be written.";
    return result;
  });
  return c.window.capture(
      {.kind = CaptureRequest::Kind::SaveImage, .file = picture.string(), .hasHud = true});
}

ActionProblem deselectProperty(const ActionContext& c, const Arguments&) {
  c.session.selectProperty({});
  return {};
}

ActionProblem selectProperty(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 1) return "Expected the name of a property.";
  const auto& stage = c.session.document.value().stage;
  const std::vector<Path>& prims = c.session.selection.value().prims;
  if (!stage || prims.empty()) return "Select a prim first.";
  const Token name(arguments[0]);
  const bool isThere = std::ranges::any_of(prims, [&](Path path) {
    const Prim prim = stage->primAt(path);
    return prim && (prim.attribute(name) || prim.relationship(name));
  });
  if (!isThere) return prims.front().text() + " has no property " + arguments[0] + ".";
  c.session.selectProperty(name);
  return {};
}

ActionProblem selectTargets(const ActionContext& c, const Arguments&) {
  c.session.followTargets();
  return {};
}

ActionProblem copyTargets(const ActionContext& c, const Arguments&) {
  c.session.copy([subject = c.session.subject()] {
    std::vector<Path> targets;
    if (const Relationship found = subject.prim.relationship(subject.property)) {
      targets = found.targets();
    } else if (const Attribute attribute = subject.prim.attribute(subject.property)) {
      targets = attribute.connections();
    }
    CopyResult result;
    for (const Path target : targets) {
      result.text += (result.text.empty() ? "" : ", ") + target.text();
    }
    if (targets.empty()) result.problem = "This property has no targets.";
    return result;
  });
  return {};
}

constexpr struct {
  const char* name;
  PropertyOrder order;
} kOrders[] = {{"composed", PropertyOrder::Composed},
               {"alphabetical", PropertyOrder::Alphabetical},
               {"namespace", PropertyOrder::Namespace},
               {"schema", PropertyOrder::Schema}};

ActionProblem orderProperties(const ActionContext& c, const Arguments& arguments) {
  for (const auto& choice : kOrders) {
    if (arguments.empty() || arguments[0] != choice.name) continue;
    c.session.changeView([&](ViewSettings& view) { view.propertyOrder = choice.order; });
    return {};
  }
  return "Expected composed, alphabetical, namespace or schema.";
}

ActionProblem searchProperties(const ActionContext& c, const Arguments& arguments) {
  return c.window.search("properties", arguments.empty() ? "" : arguments[0]);
}

ActionProblem sliceValue(const ActionContext& c, const Arguments& arguments) {
  return c.window.search("value", arguments.empty() ? "" : arguments[0]);
}

constexpr ActionRow kInspectRows[] = {
    {"copyPropertyName", "Context", "Copy Property Name", "", "", hasProperty, nullptr,
     copyPropertyName},
    {"why", "Context", "Why Is It Here?", "", "", hasSelection, nullptr, why},
    {"whyValue", "Context", "Why This Value?", "", "", hasProperty, nullptr, whyValue},
    {"copyWhy", "Context", "Copy Explanation as Markdown", "", "", hasSelection, nullptr, copyWhy},
    {"copyWhyText", "Context", "Copy Explanation as Text", "", "", hasSelection, nullptr,
     copyWhyText},
    {"copyWhyPicture", "Context", "Copy Explanation as Markdown With Picture…", "", "FILE.md",
     hasSelection, nullptr, copyWhyPicture},
    {"selectTargets", "Context", "Select Target Path(s)", "", "", hasProperty, nullptr,
     selectTargets},
    {"copyTargets", "Context", "Copy Target Path(s)", "", "", hasProperty, nullptr, copyTargets},
    {"copyLayerPath", "Context", "Copy Layer Path", "", "", hasLayerFile, nullptr, copyLayerPath},
    {"copyLayerIdentifier", "Context", "Copy Layer Identifier", "", "", hasLayer, nullptr,
     copyLayer},
    {"copyObjectPath", "Context", "Copy Object Path", "", "", hasObject, nullptr, copyObjectPath},
    {"selectObject", "Context", "Go to Prim", "", "", hasObject, nullptr, selectObject},
    {"copyRowName", "Context", "Copy Field Name", "", "", hasRow, nullptr, copyRowName},
    {"copyRowValue", "Context", "Copy Value of Row", "", "", hasRow, nullptr, copyRowValue},
    {"propertyOrder", "", "Order of Properties", "", "composed|alphabetical|namespace|schema",
     always, nullptr, orderProperties},
    {"authoredOnly", "View", "Authored Properties Only", "", "", always,
     isOn<&ViewSettings::authoredOnly>, toggle<&ViewSettings::authoredOnly>},
    {"searchProperties", "Select", "Find Properties…", "Ctrl+Shift+F", "TEXT", hasDocument, nullptr,
     searchProperties},
    {"selectProperty", "", "Select Property of the Selection", "", "NAME", hasSelection, nullptr,
     selectProperty},
    {"deselectProperty", "Select", "Clear Selected Property", "", "", hasProperty, nullptr,
     deselectProperty},
    {"sliceValue", "", "Slice of the Value", "", "START:STOP:STEP", hasProperty, nullptr,
     sliceValue},
};

}  // namespace

std::span<const ActionRow> inspectActionRows() { return kInspectRows; }

}  // namespace usdscope
