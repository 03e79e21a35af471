// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

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

}  // namespace gaplight
