// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>

#include "app/commands/program_signals.h"
#include "app/loading/remote_opening.h"
#include "app/process/display_presence.h"
#include "app/process/message_line.h"
#include "app/process/program_path.h"
#include "core/base/quantity_text.h"
#include "core/io/file_descriptor.h"
#include "core/pack/pack_layout.h"
#include "core/record/recording.h"
#include "core/remote/progress_lines.h"
#include "core/remote/record_on_remote.h"
#include "core/remote/remote_path.h"
#include "core/report/text/tool_version.h"

namespace gaplight::ui {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libgaplight-recorder.so";

record::RecordPlan planFor(const RecordRequest& request, const std::string& recorder) {
    record::RecordPlan plan;
    plan.program.command = request.program;
    plan.program.endsWithCaller = true;  // a recording that is killed leaves nothing running
    plan.recorderPath = recorder;
    plan.outPath = request.outPath.empty() ? record::freeTracePath("", request.program.front())
                                           : request.outPath;
    plan.settings = request.settings;
    plan.range = request.range;
    plan.hasChildren = request.hasChildren;
    plan.maxBytes = request.maxBytes;
    return plan;
}

std::string summaryOf(const record::RecordedProcess& process) {
    return "wrote " + process.path + " (" + bytesText(process.bytes) +
           "): " + countText(process.counts.activities, "activity", "activities") + " of GPUs, " +
           countText(process.counts.calls, "call", "calls");
}

// For the program that started this one on another machine.
void printTraceLines(const std::vector<record::RecordedProcess>& processes) {
    for (const record::RecordedProcess& process : processes) {
        std::error_code ignored;
        if (!process.path.empty()) {
            const std::string path = fs::absolute(process.path, ignored).lexically_normal();
            std::fputs(remoteTraceLine({process.bytes, path}).c_str(), stderr);
        }
    }
}

void printSummaries(const std::vector<record::RecordedProcess>& processes) {
    for (const record::RecordedProcess& process : processes) {
        if (!process.path.empty()) {
            printLine(summaryOf(process));
        }
    }
}

}  // namespace

std::string recorderPath() {
    std::error_code ignored;
    const fs::path folder = programFolder();
    for (const char* place : {"../lib/gaplight", "../recorder"}) {
        const fs::path candidate = folder / place / kLibrary;
        if (fs::exists(candidate, ignored)) {
            return fs::canonical(candidate, ignored);
        }
    }
    return {};
}

namespace {

int recordHere(const RecordRequest& request,
               const std::function<int(const std::string& trace)>& openWindow) {
    const std::string recorder = recorderPath();
    if (recorder.empty()) {
        printLine(
            "this build has no recorder: it was built where CUPTI (CUDA Toolkit 11.8 or later) was "
            "not found");
        return kExitUsage;
    }
    int status = 0;
    std::vector<record::RecordedProcess> processes;
    {
        // Before any thread is made, so that all leave the signals alone.
        SignalInput input;
        const ProgramSignals signals(request.progressLines ? &input : nullptr);
        record::RecordPlan plan = planFor(request, recorder);
        const FileDescriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
        plan.program.standardDescriptors[0] = request.progressLines ? nothing.get() : -1;
        auto recording = record::Recording::start(std::move(plan));
        if (!recording) {
            printLine(recording.error().message);
            return kExitUsage;
        }
        status = signals.waitFor((*recording)->program());
        processes = signals.finish(**recording);
    }
    const std::string program = fs::path(request.program.front()).filename();
    const int code = record::exitCodeOf(status);
    if (code != 0) {
        printLine(record::exitText(program, status));
    }
    for (const std::string& problem : record::problemsOf(program, processes)) {
        printLine(problem);
    }
    if (request.progressLines) {
        printTraceLines(processes);
    } else if (!request.quiet) {
        printSummaries(processes);
    }
    const std::string first = record::firstTrace(processes);
    if (!first.empty() && request.opensWindow && hasDisplay()) {
        openWindow(first);
    }
    const bool isUnwritable =
        std::any_of(processes.begin(), processes.end(),
                    [](const record::RecordedProcess& process) { return process.isUnwritable; });
    return code != 0       ? code
           : isUnwritable  ? kExitUnwritable
           : first.empty() ? kExitUnreadable
                           : kExitFine;
}

}  // namespace

int runRecord(const RecordRequest& request,
              const std::function<int(const std::string& trace)>& openWindow) {
    if (!request.remoteFolder.empty()) {
        return runRecordOnRemote(request, openWindow);
    }
    if (!request.progressLines) {
        return recordHere(request, openWindow);
    }
    std::fputs(remoteProgramLine({std::string(toolVersion()), kPackVersion}).c_str(), stderr);
    const int code = recordHere(request, openWindow);
    std::fputs(remoteRecordEndLine().c_str(), stderr);
    return code;
}

namespace {

// What `gaplight record` there takes.
std::vector<std::string> argumentsOf(const RecordRequest& request) {
    std::vector<std::string> arguments{"--progress-lines", "--no-open"};
    const auto addText = [&](const char* option, const std::string& value) {
        if (!value.empty()) {
            arguments.insert(arguments.end(), {option, value});
        }
    };
    const auto addNumber = [&](const char* option, auto number, const char* unit) {
        if (number != 0) {
            arguments.insert(arguments.end(), {option, std::to_string(number) + unit});
        }
    };
    const auto addFlag = [&](const char* option, bool isSet) {
        if (isSet) {
            arguments.emplace_back(option);
        }
    };
    const record::RecorderSettings& settings = request.settings;
    addText("--out", request.outPath);
    addNumber("--delay", settings.delayNs, "ns");
    addNumber("--duration", settings.durationNs, "ns");
    addText("--capture-range", request.range);
    addFlag("--capture-profiler", settings.isProfilerScoped);
    addFlag("--children", request.hasChildren);
    addFlag("--stacks", settings.hasStacks);
    addFlag("--memory", settings.hasMemory);
    addFlag("--queue", settings.hasQueue);
    addNumber("--max-size", request.maxBytes, "");
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), request.program.begin(), request.program.end());
    return arguments;
}

Result<RemoteRecordResult> recordOn(const RemotePath& folder, const RecordRequest& request) {
    const ProgramSignals signals;
    RemoteRecordOptions options;
    options.ssh = sshAccess(SshQuestions::Terminal);
    options.takeSignal = [&] { return signals.take(); };
    options.pass = [](std::string_view bytes) {
        std::fwrite(bytes.data(), 1, bytes.size(), stderr);  // not buffered
    };
    return recordOnRemote(folder, argumentsOf(request), options);
}

}  // namespace

int runRecordOnRemote(const RecordRequest& request,
                      const std::function<int(const std::string& trace)>& openWindow) {
    const Result<RemotePath> folder = parseRemoteFolder(request.remoteFolder);
    if (!folder) {
        return failWith(exitCodeOf(folder.error()), folder.error().message);
    }
    const Result<RemoteRecordResult> recorded = recordOn(*folder, request);
    if (!recorded) {
        return failWith(exitCodeOf(recorded.error()), recorded.error().message);
    }
    std::string first;
    for (const RemoteTrace& trace : recorded->traces) {
        const std::string text = remoteText({folder->host, trace.path});
        first = first.empty() ? text : first;
        if (!request.quiet) {
            printLine("wrote " + text + " (" + bytesText(trace.bytes) + ")");
        }
    }
    if (!first.empty() && request.opensWindow && hasDisplay()) {
        openWindow(first);
    }
    return recorded->exitCode;
}

}  // namespace gaplight::ui
