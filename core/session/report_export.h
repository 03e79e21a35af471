// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/io/output_writer.h"

namespace gaplight {

// Reports of Nsight Systems (.nsys-rep) have no published layout; Nsight Systems itself exports
// them as databases, which are read. Its program is run for that.

// The version that the beginning of a report names: "2024.6.2.225"; empty where it has none.
// Nothing: it is no report.
[[nodiscard]] std::optional<std::string> nsightReportVersion(std::string_view head);

// Whether a file is one: a regular file that begins so. Reads some bytes.
[[nodiscard]] bool isNsightReport(const std::string& path);

// Where `nsys` is looked for; defaults are this process's environment and the usual folders.
struct NsysPlaces {
    std::string chosen;                 // GAPLIGHT_NSYS: this program and no other; empty: not set
    std::string path;                   // PATH
    std::vector<std::string> patterns;  // of glob(7); of several programs, the one sorted last
                                        // by versions in its path
    [[nodiscard]] static NsysPlaces ofUser();
};
// The program's path; empty: there is none. Errors: NotFound (`chosen` cannot be run).
[[nodiscard]] Result<std::string> findNsys(const NsysPlaces& places);

// An exported report that is kept.
struct KeptExport {
    std::string file;
    std::uint64_t bytes = 0;
    std::int64_t usedNs = 0;  // when it was made or last opened, since the Unix epoch
};

// Databases of reports that were opened, in a folder that several processes may use at once. An
// export is found by the report's path, size, time of the last write and first and last 64 KiB.
// One that is another user's or a link is made anew; nothing is kept in a folder that others may
// write to, or that is another user's or a link.
class ReportExports {
public:
    static constexpr std::uint64_t kMaxBytes = std::uint64_t{8} << 30U;  // of all together

    // `folder`: need not exist; empty: exports are not kept.
    explicit ReportExports(std::string folder, std::uint64_t maxBytes = kMaxBytes)
        : m_folder(std::move(folder)), m_maxBytes(maxBytes) {}

    struct Options {
        // Called with how much of the report's bytes is exported, some 10 times a second.
        std::function<void(std::uint64_t done, std::uint64_t all)> onProgress;
        std::stop_token stop;
        NsysPlaces places = NsysPlaces::ofUser();
    };
    struct Exported {
        std::string database;
        // Its folder, which is removed with it; null for one that is kept.
        std::shared_ptr<const TemporaryFolder> folder = nullptr;
    };
    // The database of a report: the kept one, or a new one, for which `nsys export` is run in a
    // process group of its own; a stop request ends the group within 200 ms. Where all exports
    // together exceed the limit, removes those whose last use is the longest ago.
    // Errors: NotATrace (no `nsys`; the message names the report's version and the command to
    // run), NotFound, Corrupt (it failed; the message is its last line), WriteFailed, Cancelled.
    [[nodiscard]] Result<Exported> open(const std::string& report, const Options& options) const;

    // Last used first.
    std::vector<KeptExport> list() const;
    // The number of exports removed.
    std::size_t clear() const;

private:
    void evict(const std::string& keep) const;

    std::string m_folder;
    std::uint64_t m_maxBytes;
};

}  // namespace gaplight
