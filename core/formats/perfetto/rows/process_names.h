// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/id_hash.h"

namespace gaplight {

// Names of processes and threads, from descriptors of tracks, from the process tree, and from the
// kernel's scheduling events. Names are cut after 1024 bytes.
class ProcessNames {
public:
    struct Thread {
        std::int64_t pid = 0;
        std::int64_t tid = 0;
    };

    // Messages: ProcessDescriptor, ThreadDescriptor, ProcessTree. Throw protozero::exception.
    std::optional<std::int64_t> addProcess(std::string_view message);
    Thread addThread(std::string_view message);
    void addTree(std::string_view message);
    // A thread's command, used where nothing else names it.
    void addCommand(std::int32_t tid, std::string_view name);

    // Empty where there is none (also below).
    [[nodiscard]] std::string processName(std::int64_t pid) const;
    [[nodiscard]] std::string processLabels(std::int64_t pid) const;
    [[nodiscard]] std::string threadName(std::int64_t pid, std::int64_t tid) const;
    // 0: not known.
    [[nodiscard]] std::int64_t processOf(std::int64_t tid) const;

private:
    using Texts = std::unordered_map<std::int64_t, std::string, IdHash>;

    Texts m_processNames;
    Texts m_processLabels;
    Texts m_threadNames;   // by process and thread
    Texts m_commandNames;  // by thread
    std::unordered_map<std::int64_t, std::int64_t, IdHash> m_processOf;
};

}  // namespace gaplight
