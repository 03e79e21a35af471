// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/record_args.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/process/message_line.h"
#include "core/base/quantity_text.h"
#include "core/remote/remote_path.h"

namespace gaplight::ui {
namespace {

constexpr const char* kRecord = "record";
constexpr std::string_view kSeparator = "--";

Result<std::int64_t> nanoseconds(const char* option, const std::string& word) {
    if (word.empty()) {
        return 0;
    }
    const Result<Duration> duration = parseDuration(word);
    if (!duration || duration->count() < 0) {
        return fail(ErrorCode::BadArgument, std::string(option) + " '" + word +
                                                "' is no duration: expected one as in 2s or 500ms");
    }
    return duration->count();
}

}  // namespace

RecordArgs::RecordArgs(std::span<const char* const> line)
    : m_line(line), m_own(static_cast<int>(line.size())) {
    if (line.size() < 2 || std::string_view(line[1]) != kRecord) {
        return;
    }
    const auto separator = std::find(line.begin() + 2, line.end(), kSeparator);
    m_own = static_cast<int>(separator - line.begin());
}

void RecordArgs::addTo(CLI::App& app) {
    CLI::App& command =
        *app.add_subcommand(kRecord, "run a CUDA program, record it and open the trace");
    command.prefix_command();
    command.footer(
        "\ngaplight record [OPTIONS] [HOST:[FOLDER]] -- PROGRAM [ARGS...]: all after PROGRAM is "
        "the "
        "program's own. With HOST: it runs on that machine, over ssh, and its trace stays there.");
    command
        .add_option("-o,--out", m_request.outPath,
                    "the trace: .json, .json.gz or .json.zst (default: named after the program)")
        ->type_name("FILE");
    command.add_flag("--no-open", m_isClosed, "only write the trace");
    command.add_option("--delay", m_delay, "record only after this time")->type_name("TIME");
    command.add_option("--duration", m_duration, "record only for this time")->type_name("TIME");
    command
        .add_option("--capture-range", m_request.range,
                    "record only inside NVTX ranges of this name")
        ->type_name("NAME");
    command.add_flag("--capture-profiler", m_request.settings.isProfilerScoped,
                     "record only between cudaProfilerStart and cudaProfilerStop");
    command.add_flag("--children", m_request.hasChildren,
                     "record every process that uses CUDA, not only the first; one trace each");
    command.add_flag("--stacks", m_request.settings.hasStacks,
                     "who made each launch, copy and wait; slows them down");
    command.add_flag("--memory", m_request.settings.hasMemory,
                     "memory that is taken from the driver and given back");
    command.add_flag("--queue", m_request.settings.hasQueue,
                     "when kernels were queued and submitted; slows launches down");
    command.add_option("--max-size", m_maxSize, "stop recording when the file has this size")
        ->type_name("SIZE");
    command.add_flag("--quiet", m_request.quiet, "print errors only");
    command.add_flag("--progress-lines", m_request.progressLines,
                     "lines on standard error, signals from standard input: for a program on "
                     "another machine");
}

AnyRequest RecordArgs::checked(const CLI::App& app) const {
    const Result<RecordRequest> request = this->request(app);
    return request ? AnyRequest(*request)
                   : AnyRequest(Notice{kExitUsage,
                                       request.error().message + "; see 'gaplight record --help'"});
}

Result<RecordRequest> RecordArgs::request(const CLI::App& app) const {
    RecordRequest request = m_request;
    request.program = app.get_subcommand(kRecord)->remaining();
    const auto rest = m_line.subspan(static_cast<std::size_t>(m_own));
    if (!request.program.empty() && isRemoteFolder(request.program.front())) {
        request.remoteFolder = request.program.front();
        request.program.erase(request.program.begin());
    }
    // The first "--" before the program separates its arguments.
    const bool isOurs = request.program.empty() && !rest.empty();
    request.program.insert(request.program.end(), rest.begin() + (isOurs ? 1 : 0), rest.end());
    if (request.program.empty()) {
        return fail(ErrorCode::BadArgument,
                    "record: no program is named: expected 'gaplight record [OPTIONS] [HOST:] -- "
                    "PROGRAM [ARGS...]'");
    }
    if (request.program.front().starts_with("--")) {
        return fail(ErrorCode::BadArgument,
                    "record: '" + request.program.front() + "' is no option of it");
    }
    const Result<std::int64_t> delay = nanoseconds("--delay", m_delay);
    const Result<std::int64_t> duration = nanoseconds("--duration", m_duration);
    if (!delay || !duration) {
        return tl::unexpected(!delay ? delay.error() : duration.error());
    }
    request.settings.delayNs = *delay;
    request.settings.durationNs = *duration;
    if (!m_maxSize.empty()) {
        const Result<std::uint64_t> bytes = parseBytes(m_maxSize);
        if (!bytes) {
            return fail(ErrorCode::BadArgument, "--max-size " + bytes.error().message);
        }
        request.maxBytes = *bytes;
    }
    request.opensWindow = !m_isClosed;
    return request;
}

}  // namespace gaplight::ui
