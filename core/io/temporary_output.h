// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/io/file_descriptor.h"

namespace gaplight {

// Temporary files beside an output, until they are renamed: "TARGET.gaplight-XXXXXX". The writer
// holds a lock (flock) on its file, which the kernel releases when the process ends, however it
// ends. A file of such a name without a lock was therefore left by a killed process. A process id
// in the name would not show that: containers and other hosts that share a folder have processes
// of the same numbers.

// A random name beside `target`; the caller creates the file with O_EXCL.
[[nodiscard]] std::string newTemporaryName(const std::string& target);

// Locks the file for its writer. False: the file was removed meanwhile, as abandoned; the caller
// tries another name. True also where the file system has no locks: no file is removed there.
[[nodiscard]] bool lockTemporary(int descriptor);

// Removes the temporary files that killed processes left in the folder of `target`: regular files
// of this user with such a name and no lock. O(files of the folder).
void removeAbandonedTemporaries(const std::string& target);

// A temporary folder that only this user can enter, for files that have to have a name: those of
// other programs, a socket. It is locked as the files above are. The destructor removes it with the
// files in it; folders in it stay.
class TemporaryFolder {
public:
    // "PARENT/NAME-" with six random letters. Removes the folders of such names that killed
    // processes left: of this user, without a lock. Null where none can be made. O(files of the
    // parent).
    [[nodiscard]] static std::unique_ptr<TemporaryFolder> create(const std::string& parent,
                                                                 std::string_view name);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return m_path; }

private:
    TemporaryFolder() : m_lock(-1) {}

    std::string m_path;
    FileDescriptor m_lock;
};

}  // namespace gaplight
