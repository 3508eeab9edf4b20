// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "engine/base/Hash.h"
#include "engine/base/Utf8.h"

namespace usdscope {
namespace {

constexpr std::size_t kEntriesPerCode = 1000;

bool isSameProblem(const Diagnostic& a, const Diagnostic& b) {
  return a.code == b.code && a.site == b.site && a.message == b.message;
}

std::size_t hashOf(const Diagnostic& d) {
  std::size_t hash = std::hash<std::string_view>{}(d.code.id);
  hash = hashCombine(hash, std::hash<std::string>{}(d.site.layer));
  hash = hashCombine(hash, std::hash<std::string>{}(d.site.path));
  hash = hashCombine(hash, static_cast<std::size_t>(d.site.line));
  // One site may have a thousand messages, for example about the clips of a set.
  hash = hashCombine(hash, std::hash<std::string>{}(d.message));
  return hashCombine(hash, d.site.byteOffset);
}

}  // namespace

std::string_view nameOf(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "error";
}

void Diagnostics::report(const DiagnosticCode& code, SourceSite site, std::string message) {
  add({code, std::move(site), std::move(message)});
}

void Diagnostics::append(const Diagnostics& other) {
  for (const Diagnostic& entry : other.entries_) add(entry);
  droppedCount_ += other.droppedCount_;
}

void Diagnostics::add(Diagnostic diagnostic) {
  const std::size_t hash = hashOf(diagnostic);
  const auto [first, last] = entryByHash_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    Diagnostic& entry = entries_[it->second];
    if (isSameProblem(entry, diagnostic)) {
      entry.count += diagnostic.count;
      return;
    }
  }
  if (++entriesOfCode_[diagnostic.code.id] > kEntriesPerCode) {
    droppedCount_ += static_cast<std::size_t>(diagnostic.count);
    return;
  }
  entryByHash_.emplace(hash, entries_.size());
  entries_.push_back(std::move(diagnostic));
}

bool Diagnostics::hasErrors() const {
  return std::ranges::any_of(
      entries_, [](const Diagnostic& d) { return d.code.severity == Severity::Error; });
}

std::string toText(const Diagnostic& diagnostic) {
  const SourceSite& site = diagnostic.site;
  std::string text = fmt::format("{}: ", nameOf(diagnostic.code.severity));
  if (!site.layer.empty()) {
    text += site.layer;
    if (site.line > 0) text += fmt::format(":{}", site.line);
    if (site.line > 0 && site.column > 0) text += fmt::format(":{}", site.column);
    if (site.byteOffset > 0) text += fmt::format(" at byte {}", site.byteOffset);
    text += ": ";
  }
  if (!site.path.empty()) text += fmt::format("<{}>: ", site.path);
  text += diagnostic.message;
  if (diagnostic.count > 1) text += fmt::format(" ({} times)", diagnostic.count);
  return printableLines(text);  // Names and texts of files must not control the terminal.
}

}  // namespace usdscope
