// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace usdscope {

enum class Severity { Note, Warning, Error };

/// Returns `note`, `warning` or `error`.
std::string_view nameOf(Severity severity);

/// Identifies one kind of problem. Each module declares its codes as constants, next to the
/// functions that report them. Tests and the window identify problems by the id, so it must not
/// change.
struct DiagnosticCode {
  std::string_view id;  ///< "<module>.<what-is-wrong>", for example "layer.unreadable".
  Severity severity = Severity::Error;

  bool operator==(const DiagnosticCode&) const = default;
};

/// The place of a problem in the scene description. Any part may be unknown.
struct SourceSite {
  std::string layer;           ///< Layer identifier; empty when no layer is involved.
  std::string path;            ///< Prim or property path in that layer, or on the stage.
  int line = 0;                ///< 1-based line of a text layer; 0 when unknown.
  int column = 0;              ///< 1-based column in characters; 0 when unknown.
  std::size_t byteOffset = 0;  ///< Offset in a binary file; 0 when unknown.

  bool operator==(const SourceSite&) const = default;
};

struct Diagnostic {
  DiagnosticCode code;
  SourceSite site;
  std::string message;  ///< One sentence, without the file name and the line, which the site has.
  int count = 1;        ///< How many times the problem was reported for this site.
};

/// Collects the problems found while a result was built. The result exists nevertheless, as far as
/// possible.
///
/// Keeps the first thousand entries of a code and counts the rest in droppedCount(). Not
/// thread-safe: parallel tasks use one Diagnostics each and append() them in the order of the
/// tasks, so that the list is the same for any number of threads.
class Diagnostics {
 public:
  /// Adds an entry, or increments the count of the one with this code, site and message.
  void report(const DiagnosticCode& code, SourceSite site, std::string message);

  void append(const Diagnostics& other);

  std::span<const Diagnostic> entries() const { return entries_; }
  bool isEmpty() const { return entries_.empty(); }
  bool hasErrors() const;
  /// The number of reports dropped because their code already had a thousand entries.
  std::size_t droppedCount() const { return droppedCount_; }

 private:
  void add(Diagnostic diagnostic);

  std::vector<Diagnostic> entries_;
  std::unordered_multimap<std::size_t, std::size_t> entryByHash_;
  std::unordered_map<std::string_view, std::size_t> entriesOfCode_;
  std::size_t droppedCount_ = 0;
};

/// Returns "error: shot.usda:12:3: </World>: the message" on one line, without unknown parts.
std::string toText(const Diagnostic& diagnostic);

}  // namespace usdscope
