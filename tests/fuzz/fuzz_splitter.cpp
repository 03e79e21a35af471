// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// However text is cut into pieces on its way to the splitter, the same events must come out, all
// of them within the text and in order, with the same issues.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/formats/chrome/event_splitter.h"

namespace {

using gaplight::EventSplitter;
using gaplight::SplitText;
using gaplight::SplitWindow;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

struct Outcome {
    std::string events;  // positions, as text
    std::uint64_t putAside = 0;
    std::string issues;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::string issuesOf(const EventSplitter& splitter) {
    std::string all;
    for (const gaplight::ImportIssue& issue : splitter.issues().list()) {
        all += std::string(gaplight::issueKindName(issue.kind)) + ' ' +
               std::to_string(issue.count) + ' ' + std::to_string(issue.firstPosition) + '\n';
    }
    return all;
}

// `nextPiece` gives the length of the next piece.
template <class NextPiece>
Outcome split(std::string_view text, NextPiece nextPiece) {
    EventSplitter splitter;
    Outcome outcome;
    std::size_t begin = 0;  // of what has to come again
    std::size_t end = 0;    // of what has come
    std::uint64_t last = 0;
    for (;;) {
        const std::size_t piece = std::min<std::size_t>(nextPiece(), text.size() - end);
        end += piece;
        // A copy of its own, so that the sanitizer sees any step beyond it.
        const std::string held(text.substr(begin, end - begin));
        const SplitText part{held, begin, piece == 0};
        SplitWindow window;
        const std::size_t done = splitter.split(part, window);
        require(done <= held.size());
        for (const gaplight::EventExtent& event : window.events) {
            require(event.begin < event.end && event.end <= done);
            require(begin + event.begin >= last);
            require(event.nestedBegin >= event.begin && event.nestedBegin <= event.nestedEnd &&
                    event.nestedEnd <= event.end);
            last = begin + event.end;
            outcome.events += std::to_string(begin + event.begin) + '-' + std::to_string(last) +
                              ' ' + std::to_string(event.nestedBegin - event.begin) + '-' +
                              std::to_string(event.nestedEnd - event.begin) + '\n';
        }
        outcome.putAside += window.putAside;
        begin += done;
        if (piece == 0) {
            require(begin == text.size());
            splitter.finish(part);
            break;
        }
    }
    outcome.issues = issuesOf(splitter);
    return outcome;
}

}  // namespace

// The first byte seeds the lengths of the pieces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    std::uint32_t state = data[0] + 1U;
    const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
    const Outcome whole = split(text, [&] { return text.size(); });
    const Outcome pieces = split(text, [&] {
        state = state * 1664525U + 1013904223U;
        return std::size_t{1} + (state >> 24U) % 200U;
    });
    require(whole == pieces);
    return 0;
}
