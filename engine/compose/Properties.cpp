// SPDX-License-Identifier: Apache-2.0

// The layers with opinions about a property, and the paths that it targets.

#include <unordered_set>

#include "engine/compose/Composer.h"
#include "engine/compose/CompositionErrorTexts.h"
#include "engine/compose/detail/Graph.h"

namespace usdscope {
namespace {

CompositionError makeError(const CompositionFault& fault, const PropertySpec& spec, Path rootPath,
                           std::initializer_list<std::string_view> names) {
  return {.kind = fault.kind,
          .site = {.layer = spec.layer()->identifier(), .path = spec.path().text()},
          .rootPath = rootPath,
          .message = messageOf(fault, names)};
}

/// Applies the list edits of a property's specs, weakest first, with every path mapped to the
/// stage.
class TargetList {
 public:
  TargetList(const PrimIndex& index, const PrimIndexLookup& lookup)
      : index_(index), lookup_(lookup) {}

  void apply(const ListOp<Path>& authored, const PropertySpecs::Entry& entry) {
    result_.isAuthored = true;
    ListOp<Path> op;
    op.isExplicit = authored.isExplicit;
    if (op.isExplicit) {
      // The replaced list and its errors do not matter any more.
      result_.errors.clear();
      result_.deletedPaths.clear();
      op.explicitItems = mapped(authored.explicitItems, entry, true);
    } else {
      op.deletedItems = mapped(authored.deletedItems, entry, false);
      op.addedItems = mapped(authored.addedItems, entry, true);
      op.prependedItems = mapped(authored.prependedItems, entry, true);
      op.appendedItems = mapped(authored.appendedItems, entry, true);
      op.orderedItems = mapped(authored.orderedItems, entry, true);
      result_.deletedPaths.insert(result_.deletedPaths.end(), op.deletedItems.begin(),
                                  op.deletedItems.end());
    }
    op.applyTo(result_.paths);
  }

  TargetPaths take() { return std::move(result_); }

 private:
  std::vector<Path> mapped(const std::vector<Path>& paths, const PropertySpecs::Entry& entry,
                           bool reportsErrors) {
    const PrimIndexNode& node = index_.nodes()[entry.node];
    std::vector<Path> result;
    result.reserve(paths.size());
    for (const Path path : paths) {
      const Path target = translatedFromSource(node.rootFromNode, path);
      if (target.isEmpty()) {
        if (reportsErrors && !path.isEmpty()) {
          report(faults::kTargetOutsideArc, entry,
                 {path.text(), index_.introPath(entry.node).text()});
        }
      } else if (reportsErrors && leadsToInstanceOfClass(node, path, target, entry)) {
        report(faults::kTargetInInstance, entry, {path.text()});
      } else {
        result.push_back(target);
      }
    }
    return result;
  }

  /// True when a class targets a path in one of its instances; the inverse map would be ambiguous.
  bool leadsToInstanceOfClass(const PrimIndexNode& node, Path path, Path target,
                              const PropertySpecs::Entry& entry) const {
    if (!lookup_ || node.arc != ArcType::Inherit) return false;
    const std::size_t levels = detail::namespaceDepth(index_.nodes()[node.parent].path) -
                               index_.nodes()[entry.node].namespaceDepth;
    const Path classPath = detail::ancestorPath(node.path, levels);
    if (path.hasPrefix(classPath)) return false;
    const auto owner = lookup_(target.primPath());
    if (!owner) return false;
    for (const PrimIndexNode& other : owner->nodes()) {
      if (other.arc == ArcType::Inherit && other.layerStack == node.layerStack &&
          other.path.hasPrefix(classPath)) {
        return true;
      }
    }
    return false;
  }

  void report(const CompositionFault& fault, const PropertySpecs::Entry& entry,
              std::initializer_list<std::string_view> names) {
    result_.errors.push_back(makeError(fault, entry.spec, index_.path(), names));
  }

  const PrimIndex& index_;
  const PrimIndexLookup& lookup_;
  TargetPaths result_;
};

}  // namespace

std::vector<Token> computePropertyNames(const PrimIndex& index) {
  std::vector<Token> names;
  std::unordered_set<Token> known;
  const auto nodes = index.nodes();
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    if (!node->canContribute()) continue;
    const auto& entries = node->layerStack->entries();
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
      const PrimSpec spec = entry->layer->findPrim(node->path);
      if (!spec) continue;
      for (std::size_t i = 0; i < spec.propertyCount(); ++i) {
        const Token name = spec.property(i).name();
        if (known.insert(name).second) names.push_back(name);
      }
    }
  }
  return names;
}

PropertySpecs computePropertySpecs(const PrimIndex& index, Token property) {
  PropertySpecs result;
  const auto nodes = index.nodes();
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    if (!nodes[node].canContribute()) continue;
    const auto& entries = nodes[node].layerStack->entries();
    for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
      const PrimSpec prim = entries[entry].layer->findPrim(nodes[node].path);
      const PropertySpec spec = prim ? prim.findProperty(property) : PropertySpec();
      if (!spec) continue;
      if (!result.entries.empty() && result.entries[0].spec.kind() != spec.kind()) {
        result.errors.push_back(makeError(faults::kMixedProperty, spec, index.path(), {}));
        continue;
      }
      result.entries.push_back({spec, node, entry});
    }
  }
  return result;
}

TargetPaths computeTargetPaths(const PrimIndex& index, Token property,
                               const PrimIndexLookup& lookup) {
  return computeTargetPaths(index, computePropertySpecs(index, property), lookup);
}

TargetPaths computeTargetPaths(const PrimIndex& index, const PropertySpecs& specs,
                               const PrimIndexLookup& lookup) {
  if (specs.entries.empty()) return {};
  const Token field =
      specs.entries[0].spec.isAttribute() ? fields::kConnectionPaths : fields::kTargetPaths;
  TargetList list(index, lookup);
  for (auto entry = specs.entries.rbegin(); entry != specs.entries.rend(); ++entry) {
    const Value value = entry->spec.field(field);
    const auto* op = value.find<ListOp<Path>>();
    if (op && !op->isNoOp()) list.apply(*op, *entry);
  }
  return list.take();
}

}  // namespace usdscope
