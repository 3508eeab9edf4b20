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

/// Identifies one kind of problem. Each module declares its own as constants, next to the
/// function that reports them; the id is stable and is what tests and the UI filter compare.
struct DiagnosticCode {
  std::string_view id;  ///< "<module>.<what-is-wrong>", for example "layer.unreadable".
  Severity severity = Severity::Error;

  bool operator==(const DiagnosticCode&) const = default;
};

/// The place of a problem in the scene description. Any part may be unknown.
struct SourceSite {
  std::string layer;           ///< Layer identifier; empty when no layer is involved.
  std::string path;            ///< Prim or property path in that layer.
  int line = 0;                ///< 1-based line of a text layer; 0 when unknown.
  int column = 0;              ///< 1-based column in characters; 0 when unknown.
  std::size_t byteOffset = 0;  ///< Offset in a binary file; 0 when unknown.

  bool operator==(const SourceSite&) const = default;
};

struct Diagnostic {
  DiagnosticCode code;
  SourceSite site;
  std::string message;  ///< One sentence, without file name or line: the site has those.
  int count = 1;        ///< How many times this was reported for this site.
};

/// Collects the problems met while a result was built in spite of them.
///
/// Keeps the first thousand entries of a code and counts the rest in droppedCount(). Not
/// thread-safe: give each task its own and append() them in task order. The list is then the same
/// for any number of threads.
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
