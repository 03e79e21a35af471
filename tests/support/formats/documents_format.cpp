// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/formats/documents_format.h"

#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/chrome/chrome_details.h"
#include "core/formats/chrome/chrome_json.h"
#include "core/formats/chrome/event_parser.h"
#include "core/formats/chrome/text_windows.h"
#include "core/formats/open_trace.h"
#include "core/io/plain_sources.h"

namespace gaplight::test {
namespace {

constexpr std::string_view kFirstLine = "# documents\n";
constexpr std::string_view kSeparator = "\n\x1e\n";  // the generator escapes control characters

Result<std::string> readAll(TraceInput& input) {
    std::string text = std::move(input.head);
    std::array<char, 65536> piece{};
    for (;;) {
        const Result<std::size_t> got = input.bytes.readNext(piece);
        if (!got) {
            return tl::unexpected<Error>(got.error());
        }
        if (*got == 0) {
            return text;
        }
        text.append(piece.data(), *got);
    }
}

// Reads one document, which begins at `offset` of the file, as one more source.
Result<TraceFacts> addDocument(std::string_view document, std::uint64_t offset,
                               TraceBuilder& builder) {
    const auto bytes = plainMemorySource(std::make_shared<const std::string>(document));
    const SourceId source = builder.addSource({});
    TextWindows windows({}, *bytes);
    TextWindow window;
    for (;;) {
        const Result<bool> more = windows.next(window);
        if (!more) {
            return tl::unexpected<Error>(more.error());
        }
        if (!*more) {
            break;
        }
        ParsedEvents parsed =
            parseEvents({window.bytes.get(), window.size}, offset + window.offset, window.split);
        builder.add(source, std::move(parsed.batch));
    }
    builder.addIssues(windows.splitter().issues());
    TraceFacts facts = factsOfTopLevel(windows.splitter().topLevel().values(), true);
    Source description;
    description.format = facts.format;
    builder.describeSource(source, std::move(description));
    return facts;
}

bool sniffDocuments(std::string_view head) {
    return head.starts_with(kFirstLine);
}

Result<OpenedTrace> openDocuments(TraceInput input, TraceBuilder& builder,
                                  const ReadOptions& /*options*/) {
    const Result<std::string> text = readAll(input);
    if (!text) {
        return tl::unexpected<Error>(text.error());
    }
    OpenedTrace opened;
    std::size_t begin = kFirstLine.size();
    while (begin < text->size()) {
        const std::size_t end = std::min(text->find(kSeparator, begin), text->size());
        Result<TraceFacts> facts =
            addDocument(std::string_view(*text).substr(begin, end - begin), begin, builder);
        if (!facts) {
            return tl::unexpected<Error>(std::move(facts.error()));
        }
        if (begin == kFirstLine.size()) {
            opened.result.facts = std::move(*facts);
        }
        begin = end + kSeparator.size();
    }
    opened.result.facts.compression = input.bytes.compression();
    opened.result.facts.bytes = input.bytes.consumedBytes();
    opened.result.facts.inflatedBytes = text->size();
    opened.result.facts.events = builder.eventCount();
    opened.details = std::make_shared<const ChromeDetails>(input.bytes.randomAccess());
    return opened;
}

}  // namespace

std::string textOfDocuments(std::span<const std::string> documents) {
    std::string text(kFirstLine);
    for (const std::string& document : documents) {
        text += &document == documents.data() ? "" : kSeparator;
        text += document;
    }
    return text;
}

std::span<const Format> formatsWithDocuments() {
    static const std::vector<Format> kAll = [] {
        std::vector<Format> all(builtInFormats().begin(), builtInFormats().end());
        all.push_back({"documents", sniffDocuments, openDocuments});
        return all;
    }();
    return kAll;
}

Result<std::shared_ptr<const Session>> openText(const std::string& text) {
    const auto source = plainMemorySource(std::make_shared<const std::string>(text));
    OpenOptions options;
    options.formats = formatsWithDocuments();
    return openSession("strange.json", *source, options);
}

}  // namespace gaplight::test
