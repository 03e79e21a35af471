// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/session/saved_view.h"

namespace gaplight {

// The file of the notes and the view of a trace: beside the trace, as "TRACE.gaplight.json"; if
// that cannot be written, or if the last view is all there is to save, in the user's data
// directory, under that name and a hash of the trace's path. The trace itself is never written.
// A file beside the trace is used only if it is a regular file of this user or of root, of at most
// 16 MiB; one that is refused is neither read nor written. There is none beside a trace of another
// machine.
class SidecarFile {
public:
    // `dataDirectory` may be empty: then only beside the trace. Traces "-" and "" have no file.
    SidecarFile(const std::string& tracePath, const std::string& dataDirectory);

    // The view saved last; an empty one if there is none, or if the file beside the trace is
    // refused. Errors: NotReadable, TooLarge, BadArgument (the message names the file); the next
    // write() keeps such a file under another name.
    [[nodiscard]] Result<SavedView> read(const Trace& trace);
    // Writes the view to the first of both directories that is writable; an empty view only
    // replaces an existing file. Errors: WriteFailed, which names both.
    [[nodiscard]] Result<void> write(const Trace& trace, const SavedView& view);

    // For the user, after read(): that the notes and the view come from the file beside the trace,
    // or why that file is not used; empty: there is none.
    const std::string& notice() const { return m_notice; }

    const std::string& besidePath() const { return m_beside; }
    const std::string& ownPath() const { return m_own; }

private:
    std::string m_beside;
    std::string m_own;
    // m_beside, or nothing where that file is refused.
    std::string usedBeside() const;

    std::string m_broken;  // the file that could not be read
    std::string m_notice;
};

// Whether a file is named as a sidecar file, which is no trace although it ends in ".json".
[[nodiscard]] bool isNamedAsSidecar(std::string_view name);

}  // namespace gaplight
