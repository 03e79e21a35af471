// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/file_descriptor.h"

namespace gaplight::record {

// The place where recorders call: a socket in a folder that only this user can enter. Both vanish
// with the object.
class RecorderSocket {
public:
    // Errors: WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<RecorderSocket>> listen();
    ~RecorderSocket();
    RecorderSocket(const RecorderSocket&) = delete;
    RecorderSocket& operator=(const RecorderSocket&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }
    // The next caller, or null once close() was called.
    [[nodiscard]] std::unique_ptr<FileDescriptor> accept();
    // No more callers; ends a waiting accept(). From any thread.
    void close();

private:
    RecorderSocket(std::string folder, int listener, int wakeRead, int wakeWrite);

    std::string m_folder;
    std::string m_path;
    FileDescriptor m_listener;
    FileDescriptor m_wakeRead;
    FileDescriptor m_wakeWrite;
};

// Answers a recorder that has called; an empty text says that it is not wanted.
[[nodiscard]] bool answer(const FileDescriptor& caller, std::string_view settings);

}  // namespace gaplight::record
