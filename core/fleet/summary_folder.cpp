// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/summary_folder.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/base/text_hash.h"
#include "core/io/byte_source.h"
#include "core/io/deflater.h"
#include "core/io/output_writer.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxTraceName = 200;  // of the 255 bytes that a file's name may have

// Compressed, or a plain database as earlier versions wrote it.
Result<std::shared_ptr<const RandomAccess>> bytesOf(const std::string& file) {
    auto source = TRY(openByteSource(file, InflationLimit{kMaxSummaryBytes}));
    std::vector<char> room(std::size_t{1} << 16U);
    for (bool isMore = std::string_view(source->compression()) != "none"; isMore;) {
        const std::size_t read = TRY(source->readNext(room));
        isMore = read > 0;
    }
    if (!source->issues().list().empty()) {
        return fail(ErrorCode::Corrupt, file + ": the compressed summary is damaged");
    }
    return source->randomAccess();
}

}  // namespace

std::string summaryFileOf(const std::string& folder, const FileContent& trace) {
    const std::string whole = fs::path(trace.path).filename().string();
    const std::string_view name = truncateUtf8(whole, kMaxTraceName);
    const auto hash = static_cast<std::uint32_t>(hashText(trace.path));
    return (fs::path(folder) / fmt::format("{}.{:08x}{}", name, hash, kSummaryEnding)).string();
}

bool isUpToDate(const std::string& summaryFile, const FileContent& trace) {
    std::error_code ignored;
    if (!fs::is_regular_file(summaryFile, ignored)) {
        return false;
    }
    const auto key = bytesOf(summaryFile).and_then(readSummaryKey);
    return key && *key == trace.key;
}

Result<std::uint64_t> writeSummary(const std::string& summaryFile, const RankSummary& summary) {
    std::error_code failed;
    fs::create_directories(fs::path(summaryFile).parent_path(), failed);
    const std::string bytes = TRY(summaryBytes(summary));
    // Half of a small database is the rest of its pages.
    std::string compressed;
    Result<void> written =
        makeDeflater(Deflation::Zstd)->deflate(bytes, Deflater::FlushMode::Finish, compressed);
    written = written.and_then([&] { return writeOutputFile(summaryFile, compressed); });
    if (!written) {
        return tl::unexpected(std::move(written.error()));
    }
    return compressed.size();
}

Result<RankSummary> openSummary(const std::string& summaryFile) {
    auto bytes = TRY(bytesOf(summaryFile));
    auto summary = readSummary(std::move(bytes));
    if (!summary) {
        Error error = std::move(summary.error());
        error.message =
            fmt::format("{}: {}; summarize its trace again", summaryFile, error.message);
        return tl::unexpected(std::move(error));
    }
    return summary;
}

Result<std::vector<std::string>> summaryFilesIn(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end;
         at.increment(failed)) {
        std::error_code ignored;
        const std::string name = at->path().filename().string();
        if (!name.starts_with('.') && name.ends_with(kSummaryEnding) &&
            at->is_regular_file(ignored)) {
            files.push_back(at->path().string());
        }
    }
    if (failed) {
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: the folder cannot be read: {}", folder, failed.message()));
    }
    if (files.empty()) {
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: the folder has no summary (*{}): make them with gaplight "
                                "summarize TRACE... -o {}",
                                folder, kSummaryEnding, folder));
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace gaplight
