// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/io/byte_source.h"
#include "core/session/session.h"

namespace gaplight::ui {

// Who answers the questions of ssh: the terminal, or, for a window, SSH_ASKPASS where that is set.
enum class SshQuestions : std::uint8_t { Terminal, Window };

// $GAPLIGHT_SSH, else "ssh".
[[nodiscard]] std::string sshProgram();

// The pack of a trace on another machine, made there and received here; `path`: isRemotePath().
// Errors: those of parseRemotePath and fetchPack.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> fetchRemoteTrace(const std::string& path,
                                                                   const OpenOptions& options,
                                                                   SshQuestions questions);

// The same as a session. Errors also: those of openSession.
[[nodiscard]] Result<std::shared_ptr<const Session>> openRemoteSession(const std::string& path,
                                                                       const OpenOptions& options,
                                                                       SshQuestions questions);

}  // namespace gaplight::ui
