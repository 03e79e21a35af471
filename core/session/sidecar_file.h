// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/session/saved_view.h"

namespace gaplight {

// Where what the user left on a trace lies: beside it, as "TRACE.gaplight.json"; where that cannot
// be written, under that name and a hash of the trace's path in a directory of the person's own. So
// does what is no work of theirs: the place that was shown last. The trace itself is never written.
class SidecarFile {
public:
    // `dataDirectory` may be empty: then beside the trace alone. "-" and "" have no file.
    SidecarFile(const std::string& tracePath, const std::string& dataDirectory);

    // What was saved last; an empty view where nothing was. Errors: NotReadable, BadArgument (the
    // message names the file); such a file is kept under another name when something is saved.
    [[nodiscard]] Result<SavedView> read(const Trace& trace);
    // Writes it, where the first of both directories lets it; an empty view is written only over
    // one that is there. Errors: WriteFailed, which names both.
    [[nodiscard]] Result<void> write(const Trace& trace, const SavedView& view);

    [[nodiscard]] const std::string& besidePath() const { return m_beside; }
    [[nodiscard]] const std::string& ownPath() const { return m_own; }

private:
    std::string m_beside;
    std::string m_own;
    std::string m_broken;  // the file that could not be read
};

}  // namespace gaplight
