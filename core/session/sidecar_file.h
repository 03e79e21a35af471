// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/session/saved_view.h"

namespace gaplight {

// The file of the notes and the view of a trace: beside the trace, as "TRACE.gaplight.json"; if
// that cannot be written, or if the last view is all there is to save, in the user's data
// directory, under that name and a hash of the trace's path. The trace itself is never written.
class SidecarFile {
public:
    // `dataDirectory` may be empty: then only beside the trace. Traces "-" and "" have no file.
    SidecarFile(const std::string& tracePath, const std::string& dataDirectory);

    // The view saved last; an empty one if there is none. Errors: NotReadable, BadArgument (the
    // message names the file); the next write() keeps such a file under another name.
    [[nodiscard]] Result<SavedView> read(const Trace& trace);
    // Writes the view to the first of both directories that is writable; an empty view only
    // replaces an existing file. Errors: WriteFailed, which names both.
    [[nodiscard]] Result<void> write(const Trace& trace, const SavedView& view);

    [[nodiscard]] const std::string& besidePath() const { return m_beside; }
    [[nodiscard]] const std::string& ownPath() const { return m_own; }

private:
    std::string m_beside;
    std::string m_own;
    std::string m_broken;  // the file that could not be read
};

}  // namespace gaplight
