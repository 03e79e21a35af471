// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/file_descriptor.h"
#include "core/io/temporary_output.h"

namespace gaplight::record {

// Listening socket for recorders, in a folder that only this user can enter. The destructor removes
// both; listen() removes the folders of processes that were killed (TemporaryFolder).
class RecorderSocket {
public:
    // Errors: WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<RecorderSocket>> listen();
    RecorderSocket(const RecorderSocket&) = delete;
    RecorderSocket& operator=(const RecorderSocket&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }
    // Waits for the next connection; null after close().
    [[nodiscard]] std::unique_ptr<FileDescriptor> accept();
    // Accepts no more connections and ends a waiting accept(). Thread-safe.
    void close();

private:
    RecorderSocket(std::unique_ptr<TemporaryFolder> folder, int listener, int wakeRead,
                   int wakeWrite);

    std::unique_ptr<TemporaryFolder> m_folder;  // never null
    std::string m_path;
    FileDescriptor m_listener;
    FileDescriptor m_wakeRead;
    FileDescriptor m_wakeWrite;
};

// Sends the settings to a connected recorder; empty text: it does not record. False if the recorder
// has closed the connection.
[[nodiscard]] bool sendSettings(const FileDescriptor& recorder, std::string_view settings);

}  // namespace gaplight::record
