// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/loading/loading.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include "app/loading/progress_line.h"
#include "app/loading/remote_opening.h"
#include "app/process/message_line.h"
#include "app/process/program_path.h"
#include "core/base/close_names.h"
#include "core/io/config_directory.h"
#include "core/remote/remote_path.h"
#include "core/session/pack_cache.h"

namespace gaplight::ui {

namespace {

struct Opening {
    const Settings& settings;
    const TraceReading& reading;
    std::stop_token stop;
    ByteSource* source = nullptr;
};

KeptOrFile<std::shared_ptr<const Session>> openWithProgress(const std::string& path,
                                                            const Opening& opening) {
    ProgressLine line;
    OpenOptions options;
    options.stop = opening.stop;
    options.settings = opening.settings;
    options.inflation = opening.reading.inflation;
    options.runsRules = opening.reading.runsRules;
    if (!opening.reading.quiet && ::isatty(STDERR_FILENO) == 1) {
        options.onProgress = [&](const LoadProgress& progress) { line.show(progress); };
    }
    if (opening.source != nullptr) {
        return {openSession(path, *opening.source, options), {}};
    }
    if (isRemotePath(path)) {
        return {openRemoteSession(path, options, remoteReading(opening.reading)), {}};
    }
    const PackCache cache(opening.reading.ignoresCache ? std::string() : packDirectory());
    return cache.openKeptOrFile(path, options);
}

// "limit.vae_decode" of "annotation-share.limit.vae_decode=10%" is for one name: the name, or
// empty.
std::string_view nameIn(std::string_view assignment) {
    const std::size_t key = assignment.find('.');
    const std::size_t name = assignment.find('.', key == std::string_view::npos ? key : key + 1);
    const std::size_t equals = assignment.rfind('=');
    return name < equals ? assignment.substr(name + 1, equals - name - 1) : std::string_view();
}

// Says which limits of regions have no effect because the trace has no such region. The user's own
// file is for all traces, and so is silent.
void printLimitsOfNothing(const Session& session, const TraceSettings& settings,
                          const TraceReading& reading) {
    std::vector<std::string> given = reading.settings;
    for (const SettingsFile& file : settings.files) {
        if (file.isBesideTrace && file.refusal.empty()) {
            given.insert(given.end(), file.settings.begin(), file.settings.end());
        }
    }
    std::vector<std::string> regions;
    for (const AnnotationTotals& totals : session.analysis.annotations) {
        regions.emplace_back(session.trace->text(totals.name));
    }
    for (const std::string& assignment : given) {
        const std::string name(nameIn(assignment));
        if (!name.empty() && std::ranges::find(regions, name) == regions.end()) {
            printLine(assignment + " has no effect: the trace has no annotation '" + name + "'; " +
                      closeNamesText(name, regions));
        }
    }
}

}  // namespace

Result<TraceSettings> settingsWith(const std::string& tracePath, const TraceReading& reading) {
    for (const std::string& folder : reading.ruleFolders) {
        if (std::error_code none; !std::filesystem::is_directory(folder, none)) {
            return fail(ErrorCode::BadArgument, "--rules " + folder + ": there is no such folder");
        }
    }
    Result<TraceSettings> settings =
        reading.ignoresSettingsFiles
            ? TraceSettings{settingsOfRules(reading.ruleFolders), {}}
            : settingsFor(tracePath, configDirectory(), reading.ruleFolders);
    if (!settings) {
        return fail(ErrorCode::BadArgument, settings.error().message);
    }
    for (const std::string& assignment : reading.settings) {
        const Result<void> set = settings->settings.set(assignment);
        if (!set) {
            return fail(ErrorCode::BadArgument, "--set " + set.error().message);
        }
    }
    for (const SettingsFile& file : settings->files) {
        if (file.isBesideTrace) {
            printLine(settingsFileText(file));
        }
    }
    return settings;
}

Result<NamedTrace> loadTrace(DocumentUse use, const std::string& path, const TraceReading& reading,
                             std::stop_token stop, ByteSource* source) {
    TRY(documentFor(use, path));
    TraceSettings settings = TRY(settingsWith(path, reading));
    KeptOrFile<std::shared_ptr<const Session>> opened =
        openWithProgress(path, {settings.settings, reading, std::move(stop), source});
    const std::shared_ptr<const Session> session = TRY(std::move(opened.loaded));
    if (session->trace->issues().count(IssueKind::SourceChanged) > 0) {
        printLine(path +
                  " was written to while it was read: the result is of a part of it, or of "
                  "two versions; run this again when it is complete");
    }
    printLimitsOfNothing(*session, settings, reading);
    for (const FailedRule& failed : session->findings.failedRules) {
        printLine("rule failed: " + failed.text());
    }
    return NamedTrace{session, std::move(settings), !opened.keyToKeep.empty()};
}

void keepInBackground(std::span<const std::string> paths) {
    if (paths.empty()) {
        return;
    }
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        ::posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0);
    }
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    std::vector<std::string> words{"gaplight", "cache", "keep", "--"};
    words.insert(words.end(), paths.begin(), paths.end());
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t process = 0;
    (void)::posix_spawn(&process, programPath().c_str(), &files, &attributes, arguments.data(),
                        environ);
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
}

}  // namespace gaplight::ui
