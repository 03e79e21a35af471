// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>

#include <unistd.h>

#include "app/mcp/mcp_open_traces.h"
#include "app/mcp/mcp_tools.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/io/output_writer.h"

namespace gaplight::ui {
namespace {

// Lines of standard input; a longer one than McpServer::kMaxLine comes as its beginning.
class McpInput {
public:
    // Empty: the input has ended.
    std::optional<std::string> nextLine() {
        std::string line;
        bool hasAny = false;
        while (m_at < m_count || fill()) {
            hasAny = true;
            const char* begin = m_buffer.data() + m_at;
            const char* end = std::find(begin, begin + (m_count - m_at), '\n');
            const auto length = static_cast<std::size_t>(end - begin);
            line.append(begin, std::min(length, McpServer::kMaxLine + 1 - line.size()));
            m_at += length;
            if (m_at < m_count) {
                ++m_at;
                return line;
            }
        }
        return hasAny ? std::optional(line) : std::nullopt;
    }

private:
    bool fill() {
        ssize_t got = -1;
        do {
            got = ::read(STDIN_FILENO, m_buffer.data(), m_buffer.size());
        } while (got < 0 && errno == EINTR);
        m_at = 0;
        m_count = got > 0 ? static_cast<std::size_t>(got) : 0;
        return got > 0;
    }

    std::array<char, 65536> m_buffer{};
    std::size_t m_at = 0;
    std::size_t m_count = 0;
};

}  // namespace

int runMcp() {
    const InterruptWatch interrupts;
    McpOpenTraces traces(interrupts.token());
    McpTools tools({[&](const std::string& argument, const std::string& path) {
                        return traces.open(argument, path);
                    },
                    paintedPicture},
                   interrupts.token());
    McpServer server([&](const std::string& name, const McpJson& arguments) {
        return tools.call(name, arguments);
    });
    McpInput input;
    while (const std::optional<std::string> line = input.nextLine()) {
        if (interrupts.token().stop_requested()) {
            return kExitInterrupted;
        }
        const McpJson reply = server.answerLine(*line);
        if (reply.is_null()) {
            continue;
        }
        const Result<void> written = writeStandardOutput(
            reply.dump(-1, ' ', false, McpJson::error_handler_t::replace) + "\n");
        if (!written) {
            return failWith(exitCodeOf(written.error()), written.error().message);
        }
    }
    return kExitFine;
}

}  // namespace gaplight::ui
