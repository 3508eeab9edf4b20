// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/session/edits/EditHistory.h"
#include "app/session/journal/JournalFile.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

/// The edits of a session that ended without saving them.
struct JournalOffer {
  std::string journal;  ///< The path of the journal.
  std::string scene;
  std::int64_t changedAt = 0;  ///< Seconds since 1970 UTC.
  std::size_t editCount = 0;
  /// The edits among them that mute or load. Saving never writes these.
  std::size_t stageEditCount = 0;
  bool operator==(const JournalOffer&) const = default;
};

/// Looks for journals of programs that have ended, the newest first. Removes those that have
/// nothing to restore. Reads files.
std::vector<JournalOffer> findJournalOffers(const QString& folder);

/// A session that was read from a journal.
struct RestoredSession {
  /// The journal, taken over; null if nothing can be restored.
  std::unique_ptr<JournalFile> file;
  JournalContent content;
  std::shared_ptr<LayerCache> layers;  ///< Has the versions of the edited layers without edits.
  EditHistory history;
  std::string problem;  ///< A sentence on what cannot be restored; empty if all can.
};

/// Reads a journal and opens the layers that it edits. Takes long.
RestoredSession restoreJournal(const QString& journal, const Environment& environment);

}  // namespace usdscope
