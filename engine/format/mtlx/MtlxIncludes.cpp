// SPDX-License-Identifier: Apache-2.0
#include "engine/format/mtlx/detail/MtlxIncludes.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "engine/asset/AssetResolver.h"

namespace usdscope {
namespace {

constexpr int kMaxIncludeDepth = 16;
constexpr int kMostIncludes = 1000;
// Files that are included again multiply the elements.
constexpr std::size_t kMostRepeatedBytes = std::size_t{1} << 20;

}  // namespace

// Refused files do not count, so that smaller ones may still be repeated.
bool MtlxIncludes::isRepeatedTooOften(const std::string& target, std::size_t byteSize) {
  if (known_.insert(target).second) return false;
  if (byteSize > kMostRepeatedBytes - repeatedBytes_) return true;
  repeatedBytes_ += byteSize;
  return false;
}

void MtlxIncludes::expand(XmlElement& document, const std::string& identifier, int depth) {
  std::vector<XmlElement> children;
  for (XmlElement& child : document.children) {
    if (child.name != "xi:include") {
      children.push_back(std::move(child));
      continue;
    }
    const SourceSite site{.layer = identifier, .line = child.line};
    const std::string file(child.attribute("href"));
    const std::string target = environment_.resolver().identifierFor(file, identifier);
    if (depth >= kMaxIncludeDepth || ++includedCount_ > kMostIncludes) {
      diagnostics_.report(kMtlxLimit, site, "Files include each other too deeply or too often.");
      continue;
    }
    const FileBytesResult bytes = environment_.resolver().open(target);
    if (bytes.bytes && isRepeatedTooOften(target, bytes.bytes->byteSize())) {
      diagnostics_.report(kMtlxLimit, site,
                          fmt::format("The file '{}' is not included again: files that are "
                                      "included more than once have more than {} bytes.",
                                      file, kMostRepeatedBytes));
      continue;
    }
    files_.push_back({target, file, identifier, bytes.bytes.has_value()});
    XmlResult included = bytes.bytes ? readXml(bytes.bytes->text()) : XmlResult();
    if (!included.root) {
      diagnostics_.report(kMtlxPart, site,
                          fmt::format("The file '{}' is not included: {}", file,
                                      bytes.bytes ? included.problem : bytes.problem));
      continue;
    }
    expand(*included.root, target, depth + 1);
    for (XmlElement& element : included.root->children) {
      for (const std::string_view inherited : {"colorspace", "fileprefix"}) {
        const std::string value(attributes_.find(*included.root, inherited, target));
        if (value.empty() || element.hasAttribute(inherited)) continue;
        element.attributes.emplace_back(inherited, value);
      }
      children.push_back(std::move(element));
    }
  }
  document.children = std::move(children);
}

}  // namespace usdscope
