// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/formats/read_text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "core/formats/chrome/event_splitter.h"
#include "core/formats/chrome/json/json_token.h"
#include "core/formats/open_trace.h"
#include "tests/support/checks/trace_dump.h"

namespace gaplight::test {
namespace {

std::filesystem::path casesFolder() {
    return std::filesystem::path(GAPLIGHT_TEST_SOURCE_DIR) / "core" / "formats" / "cases";
}

void dumpFacts(std::ostream& out, const TraceFacts& facts) {
    const auto flag = [&](const char* name, const std::optional<bool>& value) {
        if (value) {
            out << name << (*value ? " yes\n" : " no\n");
        }
    };
    flag("with stack", facts.withStack);
    flag("record shapes", facts.recordShapes);
    flag("profile memory", facts.profileMemory);
    if (!facts.displayTimeUnit.empty()) {
        out << "display time unit " << facts.displayTimeUnit << '\n';
    }
    if (!facts.traceName.empty()) {
        out << "trace name " << facts.traceName << '\n';
    }
    if (facts.rank && facts.worldSize) {
        out << "rank " << *facts.rank << " of " << *facts.worldSize << '\n';
    }
    for (const auto& [key, value] : facts.metadata) {
        out << "metadata " << key << ": " << value << '\n';
    }
}

}  // namespace

Result<std::shared_ptr<const Trace>> readBytes(std::string bytes) {
    auto source = byteSourceFromMemory(std::move(bytes));
    if (!source) {
        return tl::unexpected(source.error());
    }
    TraceBuilder builder;
    auto result = openTrace(**source, builder);
    if (!result) {
        return tl::unexpected(result.error());
    }
    return builder.finish(std::move(result->result.facts));
}

std::string readToText(std::string bytes) {
    const auto trace = readBytes(std::move(bytes));
    if (!trace) {
        return "error: " + trace.error().message + '\n';
    }
    std::ostringstream out;
    dumpFacts(out, (*trace)->facts());
    out << dump(**trace);
    return out.str();
}

EventBatch parseText(std::string_view json) {
    EventSplitter splitter;
    SplitWindow window;
    std::string padded(json);
    padded.append(kTextPadding, '\0');
    const SplitText text{std::string_view(padded).substr(0, json.size()), 0, true};
    splitter.split(text, window);
    splitter.finish(text);
    EventBatch batch = parseEvents(text.text, 0, window).batch;
    batch.issues.merge(splitter.issues());
    return batch;
}

std::string splitInPieces(std::string_view text, const std::vector<std::size_t>& pieces) {
    EventSplitter splitter;
    std::ostringstream out;
    std::string held;
    std::uint64_t offset = 0;
    std::uint64_t putAside = 0;
    std::size_t given = 0;
    for (std::size_t piece = 0;; ++piece) {
        const std::size_t more = std::min(pieces[piece % pieces.size()], text.size() - given);
        held += text.substr(given, more);
        given += more;
        const SplitText split{held, offset, more == 0};
        SplitWindow window;
        const std::size_t done = splitter.split(split, window);
        for (const EventExtent& event : window.events) {
            out << offset + event.begin << ' ' << held.substr(event.begin, event.end - event.begin)
                << " nested " << event.nestedBegin - event.begin << '-'
                << event.nestedEnd - event.begin << '\n';
        }
        putAside += window.putAside;
        if (more == 0) {
            splitter.finish(split);
            break;
        }
        held.erase(0, done);
        offset += done;
    }
    out << "put aside " << putAside << '\n';
    for (const auto& [key, value] : splitter.topLevel().values()) {
        out << key << ": " << value << '\n';
    }
    for (const ImportIssue& issue : splitter.issues().list()) {
        out << issueKindName(issue.kind) << " x" << issue.count << " at byte "
            << issue.firstPosition << '\n';
    }
    return out.str();
}

std::vector<std::string> caseNames() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(casesFolder())) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string caseBytes(const std::string& name) {
    std::ifstream file(casesFolder() / name, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

}  // namespace gaplight::test
