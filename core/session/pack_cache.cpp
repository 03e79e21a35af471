// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/pack_cache.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/text_hash.h"
#include "core/io/file_descriptor.h"
#include "core/io/output_writer.h"
#include "core/pack/facts_text.h"
#include "core/pack/pack_file.h"
#include "core/pack/write_pack.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kEndBytes = std::size_t{64} << 10U;
constexpr std::string_view kEnding = ".gpk";
constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr char kKeySeparator = '\n';  // between the figures and the path, which ends the key

std::int64_t timeOf(const timespec& time) {
    return time.tv_sec * kNsPerSecond + time.tv_nsec;
}

// Hash of what is read; 0 for nothing.
std::uint64_t hashAt(const FileDescriptor& file, std::uint64_t offset, std::string& head) {
    std::string bytes(kEndBytes, '\0');
    const std::ptrdiff_t got = file.readAt(offset, bytes);
    bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    const std::uint64_t hash = hashText(bytes);
    head = std::move(bytes);
    return hash;
}

bool wasStoppedEarly(const Trace& trace) {
    return trace.issues().count(IssueKind::StoppedEarly) > 0 ||
           trace.issues().count(IssueKind::SourceShrank) > 0;
}

}  // namespace

std::string PackCache::keyOf(const std::string& path) const {
    if (path == "-") {
        return {};  // standard input, also beside a file of that name
    }
    std::error_code failed;
    const fs::path whole = fs::canonical(path, failed);
    if (m_folder.empty() || failed || !fs::is_regular_file(whole, failed)) {
        return {};
    }
    const int descriptor = ::open(whole.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return {};
    }
    const FileDescriptor file(descriptor);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 ||
        static_cast<std::uint64_t>(status.st_size) < m_limits.minTraceBytes) {
        return {};
    }
    const auto size = static_cast<std::uint64_t>(status.st_size);
    std::string bytes;
    const std::uint64_t end = hashAt(file, size - std::min<std::uint64_t>(size, kEndBytes), bytes);
    const std::uint64_t begin = hashAt(file, 0, bytes);
    if (isPack(bytes)) {
        return {};
    }
    return fmt::format("{} {} {:016x} {:016x}{}{}", size, timeOf(status.st_mtim), begin, end,
                       kKeySeparator, whole.string());
}

std::string PackCache::fileOf(const std::string& key) const {
    return fmt::format("{}/{:016x}{}", m_folder, hashText(key), kEnding);
}

std::optional<Result<std::shared_ptr<const Session>>> PackCache::open(
    const std::string& path, const std::string& key, const OpenOptions& options) const {
    if (key.empty()) {
        return std::nullopt;
    }
    const std::string pack = fileOf(key);
    Result<std::unique_ptr<ByteSource>> source = openByteSource(pack);
    if (!source) {
        return std::nullopt;
    }
    const auto file = PackFile::open((*source)->randomAccess());
    const auto facts = file.and_then(
        [](const std::shared_ptr<const PackFile>& opened) { return readPackFacts(*opened); });
    if (facts && facts->cacheKey != key) {
        return std::nullopt;  // of another trace with the same hash
    }
    if (facts) {
        auto session = openSession(path, **source, options);
        if (session || session.error().code == ErrorCode::Cancelled) {
            ::utimensat(AT_FDCWD, pack.c_str(), nullptr, 0);  // used now
            return session;
        }
    }
    std::error_code ignored;
    fs::remove(pack, ignored);
    return std::nullopt;
}

Result<void> PackCache::keep(const Trace& trace, const EventDetails& details,
                             const std::string& key, const std::stop_token& stop) const {
    if (key.empty() || wasStoppedEarly(trace)) {
        return {};
    }
    if (keyOf(trace.facts().path) != key) {
        return fail(ErrorCode::BadArgument, "the trace was written to since it was opened");
    }
    std::error_code failed;
    fs::create_directories(m_folder, failed);
    fs::permissions(m_folder, fs::perms::owner_all, failed);  // names of traces are the user's own
    const auto writer =
        OutputWriter::create(fileOf(key), Deflation::None, OutputWriter::WriteMode::AtomicReplace);
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    PackOptions options;
    options.stop = stop;
    options.cacheKey = key;
    const Result<std::uint64_t> written = writePack(
        trace, details, options, [&](std::string_view bytes) { return (*writer)->write(bytes); });
    if (!written) {
        return tl::unexpected(written.error());
    }
    Result<void> committed = (*writer)->commit();
    evict();
    return committed;
}

std::vector<CachedPack> PackCache::list() const {
    std::vector<CachedPack> packs;
    std::error_code failed;
    if (m_folder.empty()) {
        return packs;
    }
    for (fs::directory_iterator at(m_folder, failed), end; !failed && at != end;
         at.increment(failed)) {
        struct stat status {};
        const std::string file = at->path().string();
        if (!file.ends_with(kEnding) || ::lstat(file.c_str(), &status) != 0 ||
            !S_ISREG(status.st_mode)) {
            continue;
        }
        CachedPack& pack = packs.emplace_back();
        pack.file = file;
        pack.bytes = static_cast<std::uint64_t>(status.st_size);
        pack.usedNs = timeOf(status.st_mtim);
        const auto source = openByteSource(file);
        const auto opened =
            source ? PackFile::open((*source)->randomAccess()) : fail(ErrorCode::NotReadable, "");
        const auto facts = opened ? readPackFacts(**opened) : tl::unexpected(opened.error());
        if (facts && facts->cacheKey.find(kKeySeparator) != std::string::npos) {
            pack.tracePath = facts->cacheKey.substr(facts->cacheKey.find(kKeySeparator) + 1);
        }
    }
    std::sort(packs.begin(), packs.end(), [](const CachedPack& left, const CachedPack& right) {
        return std::pair(right.usedNs, left.file) < std::pair(left.usedNs, right.file);
    });
    return packs;
}

void PackCache::evict() const {
    std::uint64_t total = 0;
    for (const CachedPack& pack : list()) {
        total += pack.bytes;
        if (total > m_limits.maxBytes) {
            std::error_code ignored;
            fs::remove(pack.file, ignored);
        }
    }
}

std::size_t PackCache::clear() const {
    std::size_t removed = 0;
    for (const CachedPack& pack : list()) {
        std::error_code failed;
        removed += fs::remove(pack.file, failed) ? 1 : 0;
    }
    return removed;
}

}  // namespace gaplight
