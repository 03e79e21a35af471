// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/record_on_remote_command.h"

#include <cstdio>
#include <string_view>
#include <vector>

#include "app/commands/program_signals.h"
#include "app/loading/remote_opening.h"
#include "app/process/display_presence.h"
#include "app/process/message_line.h"
#include "core/base/quantity_text.h"
#include "core/remote/record_on_remote.h"
#include "core/remote/remote_path.h"

namespace gaplight::ui {
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
