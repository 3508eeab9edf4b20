// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/Package.h"

#include <algorithm>
#include <optional>

#include "engine/asset/ZipFormat.h"

namespace usdscope {
namespace {

constexpr std::size_t kCentralByteSize = 46;
constexpr std::size_t kEndByteSize = 22;
constexpr std::size_t kMaxCommentByteSize = 0xFFFF;

constexpr std::uint16_t kEncryptedFlag = 1;
constexpr std::uint16_t kSizeFollowsDataFlag = 8;

std::uint16_t read16(std::string_view at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(at[i]); };
  return static_cast<std::uint16_t>(byte(0) | byte(1) << 8);
}

std::uint32_t read32(std::string_view at) {
  return read16(at) | static_cast<std::uint32_t>(read16(at.substr(2))) << 16;
}

bool leavesPackage(std::string_view name) {
  if (name.starts_with('/')) return true;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find_first_of("/\\", begin), name.size());
    if (name.substr(begin, end - begin) == "..") return true;
    begin = end + 1;
  }
  return false;
}

// Gives entries a problem whose bytes are a part of another entry too. Such a file has the sum of
// all entries many times over in a few bytes, and no program that writes packages makes it.
// Requires: the entries are sorted by the offsets of their headers.
void refuseOverlaps(std::vector<PackageEntry>& entries) {
  std::size_t end = 0;  // The end of all entries so far.
  for (PackageEntry& entry : entries) {
    if (!entry.problem.empty()) continue;
    if (entry.headerOffset < end) {
      entry.problem = "The entry of the package shares its bytes with another entry.";
    } else {
      end = entry.byteOffset + entry.byteSize;
    }
  }
}

// The fields that central and local headers share: 26 bytes from the flags on, without the lengths
// behind them.
struct Header {
  std::uint16_t flags;
  std::uint16_t method;
  std::uint32_t checksum;
  std::uint32_t storedByteSize;
  std::size_t nameByteSize;
  std::size_t extraByteSize;
};

Header readHeader(std::string_view flagsOn) {
  return {read16(flagsOn),
          read16(flagsOn.substr(2)),
          read32(flagsOn.substr(8)),
          read32(flagsOn.substr(12)),
          read16(flagsOn.substr(20)),
          read16(flagsOn.substr(22))};
}

// The offset of the data behind a local header; empty when the header is invalid.
std::optional<std::size_t> findData(std::string_view file, std::size_t headerOffset) {
  if (headerOffset > file.size() || file.size() - headerOffset < kZipLocalByteSize) return {};
  const std::string_view local = file.substr(headerOffset);
  if (read32(local) != kZipLocalSignature) return {};
  const Header header = readHeader(local.substr(6));
  return headerOffset + kZipLocalByteSize + header.nameByteSize + header.extraByteSize;
}

PackageEntry makeEntry(std::string_view file, std::string_view name, const Header& header,
                       std::size_t headerOffset) {
  PackageEntry entry{.name = name,
                     .headerOffset = headerOffset,
                     .byteSize = header.storedByteSize,
                     .method = header.method,
                     .flags = header.flags,
                     .checksum = header.checksum,
                     .leadsOut = leavesPackage(name)};
  const auto data = findData(file, headerOffset);
  const bool isInside = data && *data <= file.size() && file.size() - *data >= entry.byteSize;
  if (isInside) entry.byteOffset = *data;
  if (header.flags & kEncryptedFlag) {
    entry.problem = "The entry of the package is encrypted.";
  } else if (header.method != 0) {
    entry.problem =
        "The entry of the package is compressed; packages store their files as they are.";
  } else if (entry.leadsOut) {
    entry.problem = "The name of the entry leads out of the package.";
  } else if (!isInside) {
    entry.problem = "The entry of the package does not lie inside the file.";
  }
  return entry;
}

// The end record and its comment end the file. This distinguishes it from the end record of a
// package inside this one.
std::optional<std::size_t> findEndRecord(std::string_view file) {
  if (file.size() < kEndByteSize) return {};
  const std::size_t last = file.size() - kEndByteSize;
  const std::size_t first = last - std::min(last, kMaxCommentByteSize);
  for (std::size_t at = last + 1; at-- > first;) {
    if (file[at] != 'P' || read32(file.substr(at)) != kZipEndSignature) continue;
    if (read16(file.substr(at + 20)) == last - at) return at;
  }
  return {};
}

std::vector<PackageEntry> readCentralDirectory(std::string_view file) {
  std::vector<PackageEntry> entries;
  const auto end = findEndRecord(file);
  if (!end) return entries;
  std::size_t at = read32(file.substr(*end + 16));
  while (at <= file.size() && file.size() - at >= kCentralByteSize) {
    const std::string_view central = file.substr(at);
    if (read32(central) != kZipCentralSignature) break;
    const Header header = readHeader(central.substr(8));
    const std::size_t byteSize =
        kCentralByteSize + header.nameByteSize + header.extraByteSize + read16(central.substr(32));
    if (central.size() < byteSize) break;
    entries.push_back(makeEntry(file, central.substr(kCentralByteSize, header.nameByteSize), header,
                                read32(central.substr(42))));
    // An entry with a wrong offset keeps its place in the order of the directory.
    PackageEntry& entry = entries.back();
    if (!findData(file, entry.headerOffset)) {
      entry.headerOffset = entries.size() > 1 ? entries[entries.size() - 2].headerOffset : 0;
    }
    at += byteSize;
  }
  return entries;
}

std::vector<PackageEntry> readLocalHeaders(std::string_view file) {
  std::vector<PackageEntry> entries;
  std::size_t at = 0;
  while (const auto data = findData(file, at)) {
    const Header header = readHeader(file.substr(at + 6));
    if (*data > file.size()) break;
    entries.push_back(
        makeEntry(file, file.substr(at + kZipLocalByteSize, header.nameByteSize), header, at));
    // Without the size, the next header cannot be found.
    if (header.flags & kSizeFollowsDataFlag) {
      if (header.storedByteSize == 0) {
        entries.back().problem = "The size of the entry is unknown: its header does not state it.";
      }
      break;
    }
    if (file.size() - *data < header.storedByteSize) break;
    at = *data + header.storedByteSize;
  }
  return entries;
}

}  // namespace

bool looksLikePackage(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

std::shared_ptr<const Package> Package::open(FileBytes bytes, std::string& problem) {
  const std::string_view file = bytes.text();
  auto package = std::make_shared<Package>();
  std::vector<PackageEntry>& entries = package->entries_;
  entries = readCentralDirectory(file);
  if (entries.empty()) entries = readLocalHeaders(file);
  std::erase_if(entries, [&](const PackageEntry& entry) {
    const bool isFolder = entry.name.ends_with('/');
    if (isFolder) package->folders_.push_back(entry.name);
    return isFolder;
  });
  if (entries.empty()) {
    problem = looksLikePackage(file) ? "The package has no entries."
                                     : "This is not a zip file, as a package must be.";
    return nullptr;
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.headerOffset < b.headerOffset; });
  refuseOverlaps(entries);
  package->entryByName_.reserve(entries.size());
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    package->entryByName_.emplace(entries[i].name, i);
  }
  package->bytes_ = std::move(bytes);
  return package;
}

const PackageEntry* Package::findEntry(std::string_view name) const {
  const auto found = entryByName_.find(name);
  return found == entryByName_.end() ? nullptr : &entries_[found->second];
}

}  // namespace usdscope
