// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stop_token>
#include <unordered_map>

#include "engine/base/Counted.h"
#include "engine/report/clips/ClipAttributes.h"
#include "engine/report/clips/ClipDoctor.h"
#include "engine/report/clips/LeftOutFiles.h"
#include "engine/stage/Property.h"

// Checks a clip set against its files, its manifest and the stage.

namespace usdscope {
namespace {

/// A fault that occurs in many clips or attributes. It is reported once, with the earliest frame.
struct Gathered {
  std::size_t count = 0;
  double frame = 0.0;
  std::string file;

  void add(const ClipStretch& stretch) { add(stretch.from, stretch.file); }
  void add(double from, const std::string& name) {
    if (count++ > 0 && frame <= from) return;
    frame = from;
    file = name;
  }
};

/// Clips that have an attribute with another type.
struct OtherType {
  Gathered where;
  Token typeName;  ///< The type in the first of them.
};

class ClipFileChecks {
 public:
  ClipFileChecks(const Prim& prim, ClipSetReport& report, std::vector<ClipFinding>& findings)
      : prim_(prim),
        report_(report),
        set_(*report.set),
        findings_(findings),
        leftOut_(prim.stage()) {}

  void run(const std::stop_token& stop, const ClipReading& reading) {
    gaps_.resize(report_.declared.size());
    const ClipContentsReader reader(prim_, report_.set, report_.declared, reading.store);
    for (const std::vector<std::size_t>& clips : clipsByFile(set_)) {
      if (stop.stop_requested()) break;
      const ClipContents contents = reader.read(clips.front());
      for (const std::size_t clip : clips) {
        if (clip < report_.lane.size()) takeContents(report_.lane[clip], contents);
      }
      if (reading.fileDone) reading.fileDone();
    }
    std::ranges::stable_sort(unreadable_, {}, &ClipFinding::frame);
    if (!set_.manifest()) {
      ClipFinding& finding = add(
          "missing-manifest", "The manifest cannot be opened, so the clips provide no values.",
          "Write the manifest, or remove its path; a manifest is then generated from the clips.");
      finding.severity = Severity::Error;
      finding.frame = firstFrame();
      finding.file = manifestName();
    } else if (report_.declared.empty() &&
               std::ranges::any_of(report_.lane, &ClipStretch::isFound)) {
      ClipFinding& finding = add(
          "empty-manifest",
          fmt::format("{} declares no attribute of <{}> or its descendants, so the clips provide "
                      "no values.",
                      set_.hasGeneratedManifest() ? "The manifest generated from the clips"
                                                  : "The manifest",
                      set_.primPath().text()),
          "Correct primPath, or generate the manifest again.");
      finding.frame = firstFrame();
      finding.file = manifestName();
    }
    std::ranges::move(unreadable_, std::back_inserter(findings_));
    if (leftOutCount_ > 0) {
      ClipFinding& finding =
          add("left-out",
              fmt::format("The capsule does not have {} that {} not play in its frames.",
                          counted(leftOutCount_, "clip"), leftOutCount_ == 1 ? "does" : "do"),
              "Frames without a clip are not those of the original scene.");
      finding.severity = Severity::Note;
      finding.frame = firstLeftOut_.from;
      finding.file = firstLeftOut_.file;
    }
    for (std::size_t i = 0; i < report_.declared.size(); ++i) {
      if (stop.stop_requested()) return;
      examineDeclared(i);
    }
    reportGathered();
  }

 private:
  double firstFrame() const { return report_.lane.front().from; }
  // The file of the manifest; for a generated manifest the first clip.
  std::string manifestName() const {
    return report_.definition.manifestAssetPath.value_or(report_.lane.front().file);
  }

  ClipFinding& add(std::string id, std::string message, std::string hint) {
    ClipFinding& finding = findings_.emplace_back();
    finding.id = std::move(id);
    finding.prim = report_.prim;
    finding.set = report_.definition.name;
    finding.message = std::move(message);
    finding.hint = std::move(hint);
    return finding;
  }

  ClipFinding& addAt(std::string id, const Gathered& where, std::string message, std::string hint) {
    ClipFinding& finding = add(std::move(id), std::move(message), std::move(hint));
    finding.frame = where.frame;
    finding.file = where.file;
    return finding;
  }

  // Completes a stretch, and gathers the faults of its clip.
  void takeContents(ClipStretch& stretch, const ClipContents& contents) {
    stretch.isFound = !contents.fault;
    stretch.isUnreadable = contents.fault && !contents.fault->isMissing;
    for (std::size_t i = 0; i < contents.hasValues.size(); ++i) {
      if (contents.hasValues[i]) continue;
      stretch.gaps.push_back(report_.declared[i]);
      // Missing and unreadable files have findings of their own.
      if (stretch.isFound) gaps_[i].add(stretch);
    }
    if (contents.fault) return takeFault(stretch, *contents.fault);
    if (contents.timeCodesPerSecond != timeCodesPerSecond(*report_.definition.layer)) {
      otherRate_.add(stretch);
    }
    if (contents.hasArcs) arcs_.add(stretch);
    if (!contents.hasPrim) return noPrim_.add(stretch);
    for (const Path path : contents.undeclared) undeclared_[path].add(stretch);
    for (const auto& [number, typeName] : contents.otherTypes) {
      OtherType& other = otherTypes_[report_.declared[number]];
      if (other.where.count == 0 || stretch.from < other.where.frame) other.typeName = typeName;
      other.where.add(stretch);
    }
  }

  void takeLeftOut(const ClipStretch& stretch) {
    if (leftOutCount_++ == 0) firstLeftOut_ = stretch;
    if (stretch.from < firstLeftOut_.from) firstLeftOut_ = stretch;
  }

  void takeFault(const ClipStretch& stretch, const ClipFault& fault) {
    const bool isLeftOut =
        fault.isMissing && leftOut_.contains(stretch.file, report_.definition.layer->identifier());
    if (isLeftOut) return takeLeftOut(stretch);
    ClipFinding& finding = unreadable_.emplace_back();
    finding.id = fault.isMissing ? "missing-file" : "unreadable-file";
    finding.severity = Severity::Error;
    finding.prim = report_.prim;
    finding.set = report_.definition.name;
    finding.frame = stretch.from;
    finding.file = stretch.file;
    finding.message =
        fault.isMissing
            ? "The clip cannot be opened. It is treated as empty."
            : fmt::format("The clip is unreadable: {}. It is treated as empty.", fault.reason);
    finding.hint =
        fault.isMissing ? "Write the file, or remove it from `active`." : "Repair the file.";
  }

  // Whether an instance, which may be the prim that has the clip set, is above a prim.
  bool isBehindInstance(Path path) const {
    Prim prim = prim_.stage().primAt(path);
    while (prim && prim.path() != report_.prim && !prim.isPseudoRoot()) {
      prim = prim.parent();
      if (prim && prim.isInstance()) return true;
    }
    return false;
  }

  void examineDeclared(std::size_t number) {
    const Path inClips = report_.declared[number];
    const Gathered& gap = gaps_[number];
    const auto manifest = set_.manifest();
    const bool hasDefault = manifest->findProperty(inClips).hasField(fields::kDefault);
    const bool isBlock = !hasDefault && !report_.definition.interpolatesMissing;
    if (gap.count > 0) {
      Gathered& gaps = isBlock ? blocked_ : filled_;
      if (gaps.count == 0 || gap.frame < gaps.frame) {
        (isBlock ? firstBlocked_ : firstFilled_) = inClips;
      }
      gaps.add(gap.frame, gap.file);
    }
    const Attribute attribute = clipAttributeOnStage(prim_, set_, inClips);
    if (!attribute) {
      if (undefined_++ == 0) firstUndefined_ = inClips;
      return;
    }
    if (isBehindInstance(attribute.path().primPath())) {
      if (behindInstances_++ == 0) firstBehindInstance_ = attribute.path();
      return;
    }
    const ResolveInfo info = attribute.resolveInfo(report_.lane.front().from);
    if (info.source == ValueSource::Clips || !info.layer) return;
    if (hidden_++ == 0) {
      firstHidden_ = attribute.path();
      hiding_ = info.layer->identifier();
    }
  }

  void reportGathered() {
    if (noPrim_.count > 0) {
      addAt("no-prim-in-clip", noPrim_,
            fmt::format("{} no prim <{}> and {} no values.", has(noPrim_), set_.primPath().text(),
                        noPrim_.count == 1 ? "provides" : "provide"),
            "Correct primPath, or the clips.");
    }
    for (const auto& [path, where] : undeclared_) undeclaredInOrder_.push_back(path);
    std::ranges::sort(undeclaredInOrder_, {}, [](Path path) { return path.text(); });
    for (const Path path : undeclaredInOrder_) {
      const PropertySpec spec =
          set_.manifest() ? set_.manifest()->findProperty(path) : PropertySpec();
      addAt(spec ? "uniform-in-manifest" : "not-in-manifest", undeclared_[path],
            fmt::format("{} samples of <{}>, which the manifest {}. The samples are ignored.",
                        has(undeclared_[path]), path.text(),
                        spec ? "declares as uniform" : "does not declare"),
            "Generate the manifest again.")
          .site = siteOf(path);
    }
    reportOtherTypes();
    if (behindInstances_ > 0) {
      ClipFinding& finding =
          add("clips-stop-at-instance",
              fmt::format("The manifest declares {} inside of instances, first <{}>. Clips do not "
                          "apply there.",
                          counted(behindInstances_, "attribute"), firstBehindInstance_.text()),
              "Name the clips on a prim inside of the instanced asset, below its root, or make the "
              "instance not instanceable.");
      finding.frame = firstFrame();
      finding.file = manifestName();
      finding.site = firstBehindInstance_;
    }
    if (undefined_ > 0) {
      ClipFinding& finding =
          add("not-on-stage",
              fmt::format(
                  "The manifest declares {} that the stage does not define, first <{}>. Clips do "
                  "not define attributes.",
                  counted(undefined_, "attribute"), firstUndefined_.text()),
              "Define them in a layer of the stage, such as a topology layer.");
      finding.frame = firstFrame();
      finding.file = manifestName();
    }
    if (blocked_.count > 0) {
      addAt("gap", blocked_,
            fmt::format("Clips have gaps in {}, first <{}>: a clip has no samples and the manifest "
                        "has no default. There is no value in the gap.",
                        counted(blocked_.count, "attribute"), firstBlocked_.text()),
            "Write the samples, add a default to the manifest, or set "
            "interpolateMissingClipValues.")
          .site = siteOf(firstBlocked_);
    }
    if (filled_.count > 0) {
      ClipFinding& finding =
          addAt("gap", filled_,
                fmt::format("Clips have gaps in {}, first <{}>. The gaps are filled by {}.",
                            counted(filled_.count, "attribute"), firstFilled_.text(),
                            report_.definition.interpolatesMissing
                                ? "the manifest's default or the neighbouring clips"
                                : "the manifest's default"),
                "Nothing to do if this is intended.");
      finding.severity = Severity::Note;
      finding.site = siteOf(firstFilled_);
    }
    if (arcs_.count > 0) {
      addAt("arcs-in-clip", arcs_,
            fmt::format("{} sublayers, references, variants or other arcs, which are ignored in "
                        "clips.",
                        has(arcs_)),
            "Flatten the clips.");
    }
    if (otherRate_.count > 0) {
      addAt("other-rate", otherRate_,
            fmt::format(
                "{} another timeCodesPerSecond than the layer that names the clips. Times are "
                "not scaled.",
                has(otherRate_)),
            "Author `times` that scale, or use one rate.");
    }
    if (hidden_ > 0) {
      ClipFinding& finding =
          add("hidden",
              fmt::format("A value in a layer that is as strong or stronger hides the clips in {}, "
                          "first <{}>.",
                          counted(hidden_, "attribute"), firstHidden_.text()),
              "Remove the value, or name the clips in a stronger layer.");
      finding.frame = firstFrame();
      finding.file = hiding_;
      finding.site = firstHidden_;
    }
  }

  void reportOtherTypes() {
    std::vector<Path> paths;
    for (const auto& [path, other] : otherTypes_) paths.push_back(path);
    std::ranges::sort(paths, {}, [](Path path) { return path.text(); });
    for (const Path path : paths) {
      const OtherType& other = otherTypes_[path];
      addAt("other-type", other.where,
            fmt::format("{} <{}> as `{}`, but {} `{}`. Code that reads "
                        "this type gets no value.",
                        has(other.where), path.text(), other.typeName.text(),
                        clipAttributeOnStage(prim_, set_, path) ? "on the stage its type is"
                                                                : "the manifest declares",
                        typeReadFromClips(prim_, set_, path).text()),
            "Write all clips with the type of the attribute.")
          .site = siteOf(path);
    }
  }

  // The attribute on the stage if there is one, else the prim.
  Path siteOf(Path inClips) const {
    const Attribute attribute = clipAttributeOnStage(prim_, set_, inClips);
    return attribute ? attribute.path() : report_.prim;
  }

  static std::string has(const Gathered& where) {
    return where.count == 1 ? "The clip has" : counted(where.count, "clip") + " have";
  }

  const Prim& prim_;
  ClipSetReport& report_;
  const ClipSet& set_;
  std::vector<ClipFinding>& findings_;
  std::vector<ClipFinding> unreadable_;
  LeftOutFiles leftOut_;
  ClipStretch firstLeftOut_;
  std::size_t leftOutCount_ = 0;
  std::vector<Gathered> gaps_;  // For each declared attribute.
  Gathered noPrim_;
  Gathered arcs_;
  Gathered otherRate_;
  Gathered blocked_;
  Gathered filled_;
  std::unordered_map<Path, Gathered> undeclared_;
  std::vector<Path> undeclaredInOrder_;
  std::unordered_map<Path, OtherType> otherTypes_;
  Path firstBlocked_;
  Path firstFilled_;
  Path firstUndefined_;
  Path firstHidden_;
  Path firstBehindInstance_;
  std::string hiding_;
  std::size_t undefined_ = 0;
  std::size_t hidden_ = 0;
  std::size_t behindInstances_ = 0;
};

}  // namespace

void checkClips(const Prim& prim, ClipSetReport& set, const std::stop_token& stop,
                const ClipReading& reading, std::vector<ClipFinding>& findings) {
  ClipFileChecks(prim, set, findings).run(stop, reading);
}

}  // namespace usdscope
