// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/report_export.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/result.h"
#include "core/base/text_hash.h"
#include "core/io/byte_source.h"
#include "core/io/exporting_program.h"
#include "core/io/file_content.h"
#include "core/io/file_descriptor.h"
#include "core/io/file_version.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReportSignature = "NVIDIA Tegra Profiler Report ";
constexpr std::string_view kDatabase = "SQLite format 3";
constexpr std::string_view kExportEnding = ".sqlite";
constexpr std::string_view kUnfinished = "gaplight-export";  // folders of those not whole yet

bool isProgram(const std::string& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::string lastByVersion(const std::vector<std::string>& patterns) {
    std::string last;
    for (const std::string& pattern : patterns) {
        glob_t found{};
        if (::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
            for (std::size_t at = 0; at < found.gl_pathc; ++at) {
                const std::string path = found.gl_pathv[at];
                if (isProgram(path) &&
                    (last.empty() || ::strverscmp(last.c_str(), path.c_str()) < 0)) {
                    last = path;
                }
            }
        }
        ::globfree(&found);
        if (!last.empty()) {
            break;
        }
    }
    return last;
}

bool isDatabase(const std::string& path) {
    const auto source = openByteSource(path);
    std::string head(kDatabase.size(), '\0');
    return source && (*source)->readNext({head.data(), head.size()}) == head.size() &&
           head == kDatabase;
}

// The report's file name without its ending, of characters that no shell and no tool minds.
std::string plainName(const std::string& report) {
    constexpr std::size_t kMaxName = 64;
    std::string name = fs::path(report).stem().string().substr(0, kMaxName);
    for (char& c : name) {
        const bool isPlain =
            std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
        c = isPlain ? c : '_';
    }
    return name;
}

std::string versionText(const FileContent& report) {
    const std::string version = nsightReportVersion(report.head).value_or(std::string());
    return version.empty() ? "Nsight Systems" : "Nsight Systems " + version;
}

std::string noProgramText(const std::string& report, const FileContent& content) {
    return fmt::format(
        "{}: not a trace but a report of {}, and its program nsys was not found (GAPLIGHT_NSYS, "
        "PATH, /opt/nvidia, /usr/local/cuda); where it is, run `nsys export --type sqlite {}` of "
        "that version or a later one, and open the result",
        report, versionText(content), fs::path(report).filename().string());
}

struct ReportToExport {
    const std::string& path;  // as the user wrote it
    const FileContent& content;
    const std::string& nsys;
    const std::string& database;  // to write
};

Result<void> writeExport(const ReportToExport& report, const ReportExports::Options& options) {
    const std::uint64_t bytes = report.content.bytes;
    const ExportRun run = runExport(
        {report.nsys, "export", "--type", "sqlite", "--output", report.database,
         "--force-overwrite", "true", report.content.path},
        options.stop, [&](int percent) {
            if (options.onProgress) {
                options.onProgress(bytes / 100 * static_cast<std::uint64_t>(percent), bytes);
            }
        });
    if (run.wasStopped) {
        return fail(ErrorCode::Cancelled, report.path + ": loading was cancelled");
    }
    if (run.exitCode == 0 && isDatabase(report.database)) {
        return {};
    }
    const std::string why = run.exitCode == 0      ? "it wrote no database"
                            : run.lastLine.empty() ? fmt::format("exit code {}", run.exitCode)
                                                   : run.lastLine;
    return fail(ErrorCode::Corrupt,
                fmt::format("{}: {} could not export this report of {}: {}", report.path,
                            report.nsys, versionText(report.content), why));
}

}  // namespace

std::optional<std::string> nsightReportVersion(std::string_view head) {
    if (!head.starts_with(kReportSignature)) {
        return std::nullopt;
    }
    std::string version;
    for (const char c : head.substr(kReportSignature.size())) {
        if (c != '@' && std::isdigit(static_cast<unsigned char>(c)) == 0) {
            break;
        }
        version += c == '@' ? '.' : c;
    }
    return version;
}

bool isNsightReport(const std::string& path) {
    std::error_code ignored;
    if (path == "-" || !fs::is_regular_file(path, ignored)) {
        return false;
    }
    std::string head(kReportSignature.size(), '\0');
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return file.get() >= 0 &&
           file.readAt(0, {head.data(), head.size()}) == static_cast<std::ptrdiff_t>(head.size()) &&
           head == kReportSignature;
}

NsysPlaces NsysPlaces::ofUser() {
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value == nullptr ? "" : value);
    };
    return {variable("GAPLIGHT_NSYS"),
            variable("PATH"),
            {"/opt/nvidia/nsight-systems*/*/bin/nsys", "/opt/nvidia/nsight-systems*/bin/nsys",
             "/opt/nvidia/nsight-systems*/*/target-linux-*/nsys", "/usr/local/cuda*/bin/nsys"}};
}

Result<std::string> findNsys(const NsysPlaces& places) {
    if (!places.chosen.empty()) {
        return isProgram(places.chosen)
                   ? Result<std::string>(places.chosen)
                   : fail(ErrorCode::NotFound,
                          "GAPLIGHT_NSYS is no program that can be run: " + places.chosen);
    }
    std::string_view rest = places.path;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::string program = std::string(rest.substr(0, end)) + "/nsys";
        if (end > 0 && rest.front() == '/' && isProgram(program)) {
            return program;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return lastByVersion(places.patterns);
}

Result<ReportExports::Exported> ReportExports::open(const std::string& report,
                                                    const Options& options) const {
    const std::optional<FileContent> content = fileContentOf(report);
    if (!content) {
        return fail(ErrorCode::NotReadable, report + ": cannot be read");
    }
    std::error_code failed;
    // Others could place an export of their own in such a folder.
    const bool isTemporary = m_folder.empty() || !folderRefusal(m_folder).empty();
    const fs::path folder = isTemporary ? fs::temp_directory_path(failed) : fs::path(m_folder);
    const std::string name =
        fmt::format("{:016x}-{}", hashText(content->key), plainName(content->path));
    const std::string kept = (folder / (name + std::string(kExportEnding))).string();
    if (!isTemporary && fileRefusal(kept).empty() && isDatabase(kept)) {
        markUsed(kept);
        return Exported{kept};
    }
    const std::string nsys = TRY(findNsys(options.places));
    if (nsys.empty()) {
        return fail(ErrorCode::NotATrace, noProgramText(report, *content));
    }
    if (!isTemporary) {
        fs::create_directories(folder, failed);
        fs::permissions(folder, fs::perms::owner_all, failed);
    }
    std::shared_ptr<const TemporaryFolder> unfinished =
        TemporaryFolder::create(folder.string(), kUnfinished);
    if (unfinished == nullptr) {
        return fail(
            ErrorCode::WriteFailed,
            fmt::format("{}: cannot make a folder for the export of this report in {}; set "
                        "{} to a folder that can be written",
                        report, folder.string(), isTemporary ? "TMPDIR" : "XDG_CACHE_HOME"));
    }
    const std::string database = unfinished->path() + '/' + name + std::string(kExportEnding);
    TRY(writeExport({report, *content, nsys, database}, options));
    if (isTemporary) {
        return Exported{database, std::move(unfinished)};
    }
    fs::rename(database, kept, failed);
    if (failed) {
        return fail(ErrorCode::WriteFailed, kept + ": " + failed.message());
    }
    evict(kept);
    return Exported{kept};
}

std::vector<KeptExport> ReportExports::list() const {
    std::vector<KeptExport> exports;
    std::error_code failed;
    if (m_folder.empty()) {
        return exports;
    }
    for (fs::directory_iterator at(m_folder, failed), end; !failed && at != end;
         at.increment(failed)) {
        struct stat status {};
        const std::string file = at->path().string();
        if (file.ends_with(kExportEnding) && ::lstat(file.c_str(), &status) == 0 &&
            S_ISREG(status.st_mode)) {
            exports.push_back(
                {file, static_cast<std::uint64_t>(status.st_size), lastUseNs(status)});
        }
    }
    std::sort(exports.begin(), exports.end(), [](const KeptExport& left, const KeptExport& right) {
        return std::pair(right.usedNs, left.file) < std::pair(left.usedNs, right.file);
    });
    return exports;
}

void ReportExports::evict(const std::string& keep) const {
    std::uint64_t total = 0;
    for (const KeptExport& one : list()) {
        total += one.bytes;
        if (total > m_maxBytes && one.file != keep) {
            std::error_code ignored;
            fs::remove(one.file, ignored);
        }
    }
}

std::size_t ReportExports::clear() const {
    std::size_t removed = 0;
    for (const KeptExport& one : list()) {
        std::error_code failed;
        removed += fs::remove(one.file, failed) ? 1 : 0;
    }
    return removed;
}

}  // namespace gaplight
