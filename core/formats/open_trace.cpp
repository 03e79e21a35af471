// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/open_trace.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/formats/chrome/chrome_json.h"
#include "core/formats/chrome/json/json_token.h"
#include "core/formats/document_kinds.h"
#include "core/formats/nsight/nsight_sqlite.h"
#include "core/formats/nvprof/nvprof_sqlite.h"
#include "core/formats/pack/pack_trace.h"
#include "core/formats/perfetto/perfetto_trace.h"
#include "core/formats/rocm/rocpd_sqlite.h"
#include "core/formats/rocm/rocprof_json.h"
#include "core/formats/rocm/rpd_sqlite.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/random_access_vfs.h"
#include "core/formats/xplane/xplane_trace.h"
#include "core/io/spill_file.h"

namespace gaplight {
namespace {

std::string_view withoutOneOf(std::string_view name, std::span<const std::string_view> endings) {
    const auto ending = std::find_if(endings.begin(), endings.end(),
                                     [name](std::string_view end) { return name.ends_with(end); });
    return ending == endings.end() ? name : name.substr(0, name.size() - ending->size());
}

}  // namespace

std::span<const std::string_view> traceEndings() {
    static constexpr std::array<std::string_view, 12> kEndings{
        ".json",     ".trace", ".pftrace", ".perfetto-trace", ".xplane.pb", ".sqlite",
        ".nsys-rep", ".db",    ".rpd",     ".nvvp",           ".nvprof",    ".gpk"};
    return kEndings;
}

std::span<const std::string_view> compressionEndings() {
    static constexpr std::array<std::string_view, 2> kEndings{".gz", ".zst"};
    return kEndings;
}

std::string_view withoutCompressionEnding(std::string_view name) {
    return withoutOneOf(name, compressionEndings());
}

std::string_view withoutTraceEnding(std::string_view name) {
    return withoutOneOf(withoutCompressionEnding(name), traceEndings());
}

bool hasTraceEnding(std::string_view name) {
    const std::string_view inflated = withoutCompressionEnding(name);
    return withoutOneOf(inflated, traceEndings()) != inflated;
}

namespace {

struct Signature {
    std::string_view bytes;
    const char* name;
};

using namespace std::string_view_literals;

constexpr Signature kSignatures[] = {
    {"\x89PNG\r\n\x1a\n"sv, "a PNG image"},
    {"\xff\xd8\xff"sv, "a JPEG image"},
    {"GIF8"sv, "a GIF image"},
    {"%PDF-"sv, "a PDF document"},
    {"\x7f"
     "ELF"sv,
     "an ELF program or library"},
    {"PK\x03\x04"sv, "a ZIP archive; unpack it first"},
    {"NVIDIA Tegra Profiler Report "sv,
     "a report of Nsight Systems; export it with `nsys export --type sqlite` of the same version"},
    {"BZh"sv, "bzip2 data; unpack it first"},
    {"\xfd"
     "7zXZ"sv,
     "xz data; unpack it first"},
    {"\x04\x22\x4d\x18"sv, "LZ4 data; unpack it first"},
    {"\x1f\x8b"sv, "gzip data inside compressed data; unpack it once"},
    {"\x28\xb5\x2f\xfd"sv, "zstd data inside compressed data; unpack it once"},
    {"\xff\xfe"sv, "UTF-16 text; convert it to UTF-8"},
    {"\xfe\xff"sv, "UTF-16 text; convert it to UTF-8"},
    {"<!DOCTYPE"sv, "an HTML page"},
    {"<html"sv, "an HTML page"},
    {"<?xml"sv, "an XML document"},
    {"version https://git-lfs"sv, "a Git LFS pointer; fetch the file itself with `git lfs pull`"},
};

// A protobuf message whose field 1 is a message: 0x0a, a length, and within it a field with a small
// number.
bool looksLikeProtobuf(std::string_view head) {
    if (head.size() < 4 || head[0] != '\x0a') {
        return false;
    }
    std::size_t at = 1;
    while (at < 6 && at < head.size() && (static_cast<unsigned char>(head[at]) & 0x80U) != 0) {
        ++at;
    }
    const auto tag = at + 1 < head.size() ? static_cast<unsigned char>(head[at + 1]) : 0U;
    return static_cast<unsigned char>(head[at]) != 0 && tag != 0 && !isSpace(head[1]) &&
           (tag & 7U) != 7 && (tag & 7U) != 6;
}

bool isText(std::string_view head) {
    return std::all_of(head.begin(), head.end(), [](char c) {
        return static_cast<unsigned char>(c) >= ' ' || isSpace(c) || c == '\f' || c == '\x1b';
    });
}

// The beginning of a text, in quotes, on one line.
std::string quoted(std::string_view text) {
    constexpr std::size_t kShown = 40;
    std::string shown;
    for (const char c : text.substr(0, kShown)) {
        const bool printable = c >= ' ' && c <= '~' && c != '\'';
        shown += printable ? c : ' ';
    }
    return "'" + shown + (text.size() > kShown ? "...'" : "'");
}

}  // namespace

std::string describeContent(std::string_view head) {
    if (head.empty()) {
        return "an empty file";
    }
    if (const DocumentKind kind = documentKindIn(head); kind != DocumentKind::Trace) {
        return std::string(documentFacts(kind).content);
    }
    for (const Signature& signature : kSignatures) {
        if (head.starts_with(signature.bytes)) {
            return signature.name;
        }
    }
    if (std::all_of(head.begin(), head.end(), [](char c) { return c == '\0'; })) {
        return "zeros (a file that was never written, or lost its content)";
    }
    if (std::all_of(head.begin(), head.end(), isSpace)) {
        return "white space";
    }
    if (isText(head)) {
        const auto begin = std::find_if_not(head.begin(), head.end(), isSpace);
        const auto skipped = static_cast<std::size_t>(begin - head.begin());
        return "text that begins " + quoted(head.substr(skipped));
    }
    if (looksLikeProtobuf(head)) {
        return "a protocol buffer, but of no format that is read";
    }
    char bytes[32];
    const auto byte = [&](std::size_t at) {
        return at < head.size() ? static_cast<unsigned>(static_cast<unsigned char>(head[at])) : 0U;
    };
    std::snprintf(bytes, sizeof bytes, "%02x %02x %02x %02x", byte(0), byte(1), byte(2), byte(3));
    return std::string("unknown binary data that begins ") + bytes;
}

namespace {

constexpr std::string_view kSignature("SQLite format 3\0", 16);
constexpr std::size_t kReadBytes = std::size_t{1} << 20U;

// The pages of a database are read in any order: gzip is inflated into a temporary file first. All
// other sources can be read by position once they have been read to the end.
Result<std::shared_ptr<const RandomAccess>> pagesOf(TraceInput& input, const ReadOptions& options) {
    const std::string_view compression = input.bytes.compression();
    if (compression == "none" && !input.path.empty() && input.path != "-") {
        return input.bytes.randomAccess();
    }
    std::shared_ptr<SpillFile> inflated;
    if (compression == "gzip") {
        inflated = TRY(SpillFile::create());
        TRY(inflated->append(input.head));
    }
    std::vector<char> piece(kReadBytes);
    for (;;) {
        if (options.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        const std::size_t got = TRY(input.bytes.readNext(piece));
        if (got == 0) {
            break;
        }
        if (inflated == nullptr) {
            continue;
        }
        TRY(inflated->append({piece.data(), got}));
    }
    return inflated != nullptr ? std::shared_ptr<const RandomAccess>(std::move(inflated))
                               : input.bytes.randomAccess();
}

// A profiler's database.
struct DatabaseFormat {
    bool (*matches)(const Database& database);
    Result<OpenedTrace> (*read)(std::shared_ptr<const Database> database, ByteSource& source,
                                TraceBuilder& builder, const ReadOptions& options);
};

constexpr DatabaseFormat kDatabaseFormats[] = {
    {isNsightDatabase, readNsight},
    {isNvprofDatabase, readNvprof},
    {isRocpdDatabase, readRocpd},
    {isRpdDatabase, readRpd},
};

// `log`: what describeLogBeside says.
Error unknownDatabase(const Database& database, const std::string& log) {
    constexpr std::size_t kShown = 5;
    std::string names;
    for (std::size_t at = 0; at < database.tables().size() && at < kShown; ++at) {
        appendItem(names, "'" + database.tables()[at].name + "'");
    }
    return {ErrorCode::NotATrace,
            "not a trace but an SQLite database " +
                (names.empty() ? std::string("without tables") : "with the tables " + names) +
                "; expected an export of Nsight Systems (nsys export --type sqlite), or a file of "
                "nvprof (.nvvp), rocprofv3 (rocpd) or rocmProfileData (.rpd)" +
                (log.empty() ? std::string() : "; " + log),
            std::nullopt};
}

// Whether bytes begin an SQLite database.
bool sniffDatabase(std::string_view head) {
    return head.starts_with(kSignature);
}

// Opens an SQLite database of a profiler, plain or compressed: an export of Nsight Systems, a
// file of nvprof, rocprofv3 or rocmProfileData. Which one it is, its tables decide. Errors:
// NotATrace (its message names some tables), Corrupt, NotReadable, WriteFailed (no room for the
// inflated file), Cancelled.
Result<OpenedTrace> openDatabase(TraceInput input, TraceBuilder& builder,
                                 const ReadOptions& options) {
    std::shared_ptr<const RandomAccess> pages = TRY(pagesOf(input, options));
    const std::uint64_t bytes = pages->size();
    const bool isPlainFile = std::string_view(input.bytes.compression()) == "none";
    const std::string log = describeLogBeside(isPlainFile ? input.path : "", input.head);
    const std::shared_ptr<const Database> database =
        TRY(Database::open(std::move(pages), options.stop));
    const auto* format =
        std::find_if(std::begin(kDatabaseFormats), std::end(kDatabaseFormats),
                     [&](const DatabaseFormat& candidate) { return candidate.matches(*database); });
    if (format == std::end(kDatabaseFormats)) {
        return tl::unexpected(unknownDatabase(*database, log));
    }
    Result<OpenedTrace> opened = format->read(database, input.bytes, builder, options);
    database->releaseCache();
    // A table that could not be read may have looked like an empty one.
    const bool isCancelled = !opened && opened.error().code == ErrorCode::Cancelled;
    if (Result<void> whole = database->checkReads(); !whole && !isCancelled) {
        return tl::unexpected(std::move(whole.error()));
    }
    if (opened) {
        ImportIssues issues = input.bytes.issues();
        if (!log.empty()) {
            issues.record(IssueKind::LostData, 0, log);
        }
        builder.addIssues(issues);
        TraceFacts& facts = opened->result.facts;
        facts.compression = input.bytes.compression();
        facts.bytes = std::max(input.bytes.totalBytes(), input.bytes.consumedBytes());
        facts.inflatedBytes = bytes;
    }
    return opened;
}

constexpr Format kBuiltInFormats[] = {
    {"pack", sniffPack, openPack},
    {"rocprofv3", sniffRocprofJson, openRocprofJson},
    {"chrome-json", sniffChromeJson, openChromeJson},
    {"sqlite", sniffDatabase, openDatabase},
    {"perfetto", sniffPerfetto, openPerfetto},
    {"xplane", sniffXplane, openXplane},
};

bool wantsToEnd(const ReadOptions& options) {
    return options.stop.stop_requested() ||
           (options.finishEarly != nullptr && options.finishEarly->load());
}

}  // namespace

Result<std::string> readHead(ByteSource& source, std::size_t maxBytes) {
    std::string head(maxBytes, '\0');
    std::size_t filled = 0;
    while (filled < head.size()) {
        const std::size_t got = TRY(source.readNext({head.data() + filled, head.size() - filled}));
        if (got == 0) {
            break;
        }
        filled += got;
    }
    head.resize(filled);
    return head;
}

std::span<const Format> builtInFormats() {
    return kBuiltInFormats;
}

Result<OpenedTrace> openTrace(const std::string& path, ByteSource& bytes, TraceBuilder& builder,
                              const ReadOptions& options, std::span<const Format> formats) {
    bytes.endWhen([&options] { return wantsToEnd(options); });
    std::string head = TRY(readHead(bytes, kSniffBytes));
    for (const Format& format : formats) {
        if (format.sniff(head)) {
            return format.open({path, std::move(head), bytes}, builder, options);
        }
    }
    if (options.stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "loading was cancelled");
    }
    if (head.empty() && !bytes.issues().empty()) {
        return fail(ErrorCode::Corrupt,
                    "nothing of its " + std::string(bytes.compression()) +
                        " data can be inflated; copy or record the trace again");
    }
    return fail(
        ErrorCode::NotATrace,
        "not a trace but " + describeContent(head) +
            "; expected Chrome trace-event JSON (such as torch.profiler's "
            "export_chrome_trace writes), a Perfetto trace, an XPlane file or a database of Nsight "
            "Systems, nvprof or ROCm, plain or compressed with gzip or zstd");
}

}  // namespace gaplight
