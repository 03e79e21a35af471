// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/remote_opening.h"

#include <cstdlib>

#include "core/remote/fetch_pack.h"
#include "core/remote/remote_path.h"

namespace gaplight::ui {
namespace {

LoadProgress loadProgressOf(const FetchProgress& progress) {
    LoadProgress load;
    load.stage = progress.received == 0 ? LoadStage::ReadingThere : LoadStage::Receiving;
    load.bytesRead = progress.received == 0 ? progress.far.bytesRead : progress.received;
    load.bytesTotal = progress.received == 0 ? progress.far.bytesTotal : 0;
    load.slices = progress.far.slices;
    return load;
}

}  // namespace

std::string sshProgram() {
    const char* ssh = std::getenv("GAPLIGHT_SSH");  // NOLINT(concurrency-mt-unsafe): never set here
    return ssh != nullptr && *ssh != '\0' ? ssh : "ssh";
}

Result<std::unique_ptr<ByteSource>> fetchRemoteTrace(const std::string& path,
                                                     const OpenOptions& options,
                                                     SshQuestions questions) {
    const Result<RemotePath> remote = parseRemotePath(path);
    if (!remote) {
        return tl::unexpected<Error>(remote.error());
    }
    FetchOptions fetch;
    fetch.ssh = sshProgram();
    fetch.prefersAskpass = questions == SshQuestions::Window;
    fetch.stop = options.stop;
    if (options.onProgress) {
        fetch.onProgress = [&](const FetchProgress& progress) {
            options.onProgress(loadProgressOf(progress));
        };
    }
    return fetchPack(*remote, fetch);
}

Result<std::shared_ptr<const Session>> openRemoteSession(const std::string& path,
                                                         const OpenOptions& options,
                                                         SshQuestions questions) {
    const Result<std::unique_ptr<ByteSource>> source = fetchRemoteTrace(path, options, questions);
    return source ? openSession(path, **source, options)
                  : Result<std::shared_ptr<const Session>>(tl::unexpected<Error>(source.error()));
}

}  // namespace gaplight::ui
