// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any lines as the words of a command line: a notice of one line or the help, or a request. Nothing
// is run; at most the folder that a word names is listed.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/args/command_line.h"
#include "app/process/message_line.h"

namespace {

using namespace gaplight::ui;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

std::vector<std::string> wordsIn(std::string_view text) {
    constexpr std::size_t kMaxWords = 40;
    std::vector<std::string> words{"gaplight"};
    while (!text.empty() && words.size() < kMaxWords) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        // A word ends at its first zero for every program.
        words.emplace_back(text.substr(0, std::min(end, text.find('\0'))));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::string> words = wordsIn({reinterpret_cast<const char*>(data), size});
    std::vector<const char*> line;
    for (const std::string& word : words) {
        line.push_back(word.c_str());
    }
    line.push_back(nullptr);
    const AnyRequest command = parseCommandLine(static_cast<int>(words.size()), line.data());
    if (const auto* notice = std::get_if<Notice>(&command)) {
        require(!notice->text.empty());
        require(notice->exitCode == kExitFine || notice->exitCode == kExitUsage ||
                notice->exitCode == kExitUnreadable);  // a file that is not there
    }
    return 0;
}
