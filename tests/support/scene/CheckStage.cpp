// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scene/CheckStage.h"

#include <algorithm>

#include "engine/stage/Property.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

class StageCheck {
 public:
  explicit StageCheck(const Stage& stage) : stage_(stage) {}

  std::vector<std::string> run() {
    for (std::uint32_t row = 0; row < stage_.rowCount(); ++row) {
      prim_ = stage_.primOfRow(row);
      if (!prim_) continue;  // An edit has removed the prim.
      checkPlace();
      checkChildren();
      checkFlags();
      checkOpinions();
      checkProperties();
    }
    checkPrototypes();
    return std::move(faults_);
  }

 private:
  void expect(bool holds, const char* what) {
    if (!holds) faults_.push_back(prim_.path().text() + ": " + what);
  }

  void checkPlace() {
    expect(stage_.primAt(prim_.path()) == prim_, "the prim is not found under its path");
    expect(!prim_.isInstanceProxy(), "the prim of a row is an instance proxy");
    if (prim_.isPseudoRoot()) {
      expect(!prim_.parent(), "the pseudo-root has a parent");
    } else {
      expect(bool(prim_.parent()), "the prim has no parent");
      expect(prim_.parent() && prim_.parent().row() < prim_.row(), "the parent comes later");
    }
    if (!prim_.isInPrototype()) {
      expect(prim_.index().path() == prim_.path(), "the prim has the index of another path");
    }
  }

  void checkChildren() {
    const std::vector<Prim> children = prim_.children();
    std::vector<Path> paths;
    for (const Prim& child : children) {
      expect(child.parent() == prim_, "a child has another parent");
      expect(prim_.child(child.name()) == child, "a child is not found by its name");
      expect(stage_.primAt(child.path()) == child, "a child is not found under its path");
      expect(child.isInstanceProxy() == prim_.isInstance(), "a child is the wrong kind of proxy");
      paths.push_back(child.path());
    }
    std::ranges::sort(paths, pathLess);
    expect(std::ranges::adjacent_find(paths) == paths.end(), "two children have the same name");
    if (!prim_.isActive()) expect(children.empty(), "an inactive prim has children");
  }

  void checkFlags() {
    expect(prim_.isInstance() == bool(prim_.prototype()), "instance and prototype do not match");
    if (prim_.isPseudoRoot() || prim_.isPrototype()) return;
    const Prim parent = prim_.parent();
    if (prim_.isLoaded()) expect(prim_.isActive(), "an inactive prim is loaded");
    if (prim_.isDefined())
      expect(parent.isDefined(), "the parent of a defined prim is not defined");
    if (parent.isAbstract()) expect(prim_.isAbstract(), "the child of an abstract prim is not");
    if (prim_.isModel()) expect(parent.isGroup(), "the parent of a model is not a group");
    if (prim_.isInstance()) {
      expect(prim_.prototype().isPrototype(), "the prototype of an instance is not a prototype");
    }
  }

  void checkOpinions() {
    std::size_t all = 0;
    std::size_t withSpecs = 0;
    for (OpinionWalk walk(prim_, {}, WalkedSites::All); walk.next();) {
      ++all;
      if (walk.opinion().prim) ++withSpecs;
    }
    std::size_t count = 0;
    const Opinion* last = nullptr;
    Opinion previous;
    for (OpinionWalk walk(prim_); walk.next(); ++count) {
      const Opinion& opinion = walk.opinion();
      expect(bool(opinion.prim), "an opinion has no spec");
      expect(opinion.prim && opinion.prim.path() == prim_.index().nodes()[opinion.node].path,
             "a spec stands at another path than its node");
      expect(opinion.entry->layer.get() == opinion.prim.layer(), "a spec is of another layer");
      const bool isLater =
          !last || previous.node < opinion.node ||
          (previous.node == opinion.node && previous.entryIndex < opinion.entryIndex);
      expect(isLater, "opinions do not stand in order of strength");
      previous = opinion;
      last = &previous;
    }
    expect(count == withSpecs && withSpecs <= all, "the two walks over opinions do not agree");
    expect(prim_.primStack().size() == count, "the prim stack does not have every opinion");
  }

  void checkProperties() {
    const std::vector<Token> names = prim_.propertyNames();
    for (const Token name : names) {
      const Attribute attribute = prim_.attribute(name);
      const Relationship relationship = prim_.relationship(name);
      expect(bool(attribute) != bool(relationship), "a property is not of one kind");
    }
    for (const Token name : prim_.authoredPropertyNames()) {
      expect(std::ranges::find(names, name) != names.end(), "an authored property is not listed");
      expect(!propertyOpinions(prim_, name).empty(), "an authored property has no opinion");
    }
  }

  void checkPrototypes() {
    for (const Prim& prototype : stage_.prototypes()) {
      prim_ = prototype;
      expect(prototype.isPrototype() && prototype.isInPrototype(),
             "a prototype is not marked as a prototype");
      expect(prototype.primStack().empty(), "a prototype's root has opinions");
    }
  }

  const Stage& stage_;
  Prim prim_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> checkStage(const Stage& stage) { return StageCheck(stage).run(); }

}  // namespace usdscope
