// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/serving/iteration_name.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/digit_run.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

using Number = std::optional<std::int64_t>;

// Reads a name from its begin on.
class NameReader {
public:
    explicit NameReader(std::string_view text) : m_rest(text) {}

    bool take(std::string_view text) {
        const bool isNext = m_rest.starts_with(text);
        m_rest.remove_prefix(isNext ? text.size() : 0);
        return isNext;
    }
    // Decimal digits; empty, and nothing is taken, where there are none or too many.
    Number takeNumber() {
        const std::size_t end = std::min(m_rest.find_first_not_of("0123456789"), m_rest.size());
        const Number number = parseNumber<std::int64_t>(m_rest.substr(0, end));
        m_rest.remove_prefix(number ? end : 0);
        return number;
    }
    // `text`, then a number.
    Number takeNumberAfter(std::string_view text) { return take(text) ? takeNumber() : Number(); }
    std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

// Sets phase, requests and tokens from what is known of both kinds; empty without requests.
std::optional<IterationName> withTotals(IterationName name) {
    if (name.contextRequests && name.generationRequests) {
        name.requests = *name.contextRequests + *name.generationRequests;
        name.phase = *name.contextRequests == 0      ? ServingPhase::Decode
                     : *name.generationRequests == 0 ? ServingPhase::Prefill
                                                     : ServingPhase::Mixed;
    }
    if (name.contextTokens && name.generationTokens) {
        name.tokens = *name.contextTokens + *name.generationTokens;
    }
    return name.requests > 0 ? std::optional(name) : std::nullopt;
}

struct RequestGroup {
    std::int64_t requests = 0;
    std::int64_t tokens = 0;
    std::optional<AttentionSums> sums;
};

// "2(6144)", "1(888_788544)" with Σ N_Q², "2(sq389sk435sqsq76345sqsk86143)".
std::optional<RequestGroup> takeGroup(NameReader& reader) {
    const Number requests = reader.takeNumber();
    if (!requests || !reader.take("(")) {
        return std::nullopt;
    }
    RequestGroup group{*requests, 0, {}};
    if (const Number queries = reader.takeNumberAfter("sq")) {
        const Number keys = reader.takeNumberAfter("sk");
        const Number squared = reader.takeNumberAfter("sqsq");
        const Number byKeys = reader.takeNumberAfter("sqsk");
        if (!keys || !squared || !byKeys) {
            return std::nullopt;
        }
        group.tokens = *queries;
        group.sums = AttentionSums{*queries, *keys, *squared, *byKeys};
    } else if (const Number tokens = reader.takeNumber()) {
        group.tokens = *tokens;
        if (reader.take("_") && !reader.takeNumber()) {
            return std::nullopt;
        }
    } else {
        return std::nullopt;
    }
    return reader.take(")") ? std::optional(group) : std::nullopt;
}

// "execute_context_2(6144)_generation_3(3)", with all tokens in front of "context" if detailed.
std::optional<IterationName> readExecute(NameReader reader) {
    if (const Number all = reader.takeNumber(); all && !reader.take("_")) {
        return std::nullopt;
    }
    if (!reader.take("context_")) {
        return std::nullopt;
    }
    const auto context = takeGroup(reader);
    if (!context || !reader.take("_generation_")) {
        return std::nullopt;
    }
    const auto generation = takeGroup(reader);
    if (!generation || !reader.rest().empty()) {
        return std::nullopt;
    }
    IterationName name;
    name.contextRequests = context->requests;
    name.contextTokens = context->tokens;
    name.contextSums = context->sums;
    name.generationRequests = generation->requests;
    name.generationTokens = generation->tokens;
    name.generationSums = generation->sums;
    return withTotals(name);
}

// "execute_diffusion_1_256x256".
std::optional<IterationName> readDiffusion(NameReader reader) {
    const Number images = reader.takeNumber();
    if (!images || *images == 0 || !reader.takeNumberAfter("_") || !reader.takeNumberAfter("x") ||
        !reader.rest().empty()) {
        return std::nullopt;
    }
    IterationName name;
    name.phase = ServingPhase::Diffusion;
    name.requests = *images;
    return name;
}

// Fields "bs=64 toks=512"; a list as value, "ctx=[0, 7]...+3", is left out.
class NameFields {
public:
    explicit NameFields(std::string_view text) : m_text(text) {}

    // The text behind "key="; empty where there is none.
    std::string_view text(std::string_view key) const {
        for (std::string_view rest = m_text; !rest.empty();) {
            const std::string_view field = rest.substr(0, rest.find(' '));
            if (field.starts_with(key) && field.substr(key.size()).starts_with('=')) {
                return field.substr(key.size() + 1);
            }
            rest.remove_prefix(std::min(field.size() + 1, rest.size()));
        }
        return {};
    }
    Number number(std::string_view key) const { return parseNumber<std::int64_t>(text(key)); }
    // Of keys with a prefix: "c_" or "g_", or none. Empty unless all are there.
    std::optional<AttentionSums> sums(const std::string& prefix, Number queries) const {
        const Number keys = number(prefix + "sk");
        const Number squared = number(prefix + "sqsq");
        const Number byKeys = number(prefix + "sqsk");
        return queries && keys && squared && byKeys
                   ? std::optional(AttentionSums{*queries, *keys, *squared, *byKeys})
                   : std::nullopt;
    }

private:
    std::string_view m_text;
};

Number either(Number first, Number second) {
    return first ? first : second;
}

void setContext(IterationName& name, Number requests, Number tokens) {
    name.phase = ServingPhase::Prefill;
    name.contextRequests = requests;
    name.contextTokens = name.tokens = tokens;
    name.generationRequests = name.generationTokens = 0;
}

void setGeneration(IterationName& name, Number requests, Number tokens) {
    name.phase = ServingPhase::Decode;
    name.contextRequests = name.contextTokens = 0;
    name.generationRequests = requests;
    name.generationTokens = name.tokens = tokens;
}

// SGLang's "EXTEND bs=2 toks=512", what is in the brackets of "step[…]".
std::optional<IterationName> readStep(std::string_view inside) {
    const std::string_view mode = inside.substr(0, inside.find(' '));
    const NameFields fields(inside.substr(mode.size()));
    const Number requests = fields.number("bs");
    if (!requests) {
        return std::nullopt;
    }
    IterationName name;
    name.requests = *requests;
    const Number contextTokens = fields.number("c_sq");
    const Number generationTokens = fields.number("g_sq");
    const Number tokens = fields.number("toks");
    if (mode == "EXTEND" || mode == "SPLIT_PREFILL") {
        setContext(name, requests, either(contextTokens, tokens));
    } else if (mode == "DECODE") {
        setGeneration(name, requests, either(either(generationTokens, tokens), requests));
    } else if (mode == "TARGET_VERIFY") {  // speculation: more tokens than requests
        setGeneration(name, requests, either(generationTokens, tokens));
    } else if (mode == "MIXED") {
        name.phase = ServingPhase::Mixed;
        name.tokens = tokens;
        name.contextRequests = fields.number("c");
        name.generationRequests = fields.number("g");
        name.contextTokens = contextTokens;
        name.generationTokens = generationTokens;
    } else {
        return std::nullopt;
    }
    name.contextSums = fields.sums("c_", contextTokens);
    name.generationSums = fields.sums("g_", generationTokens);
    return withTotals(name);
}

// ATOM's "bs=117/128 tok=117 d=117", what is in the brackets of "prefill[…]" or "decode[…]".
std::optional<IterationName> readPhase(ServingPhase phase, std::string_view inside) {
    const NameFields fields(inside);
    NameReader size(fields.text("bs"));
    const Number requests = size.takeNumber();
    const Number tokens = fields.number("tok");
    if (!requests) {
        return std::nullopt;
    }
    IterationName name;
    name.requests = *requests;
    const bool hasBucket = size.take("/");
    name.bucket = hasBucket ? size.takeNumber() : Number();
    if (hasBucket != name.bucket.has_value() || !size.rest().empty()) {
        return std::nullopt;
    }
    const Number prompts = fields.number("p");
    if (phase == ServingPhase::Prefill) {
        setContext(name, requests, tokens);
        name.contextSums = fields.sums("", tokens);
    } else if (prompts.value_or(0) > 0) {  // sums and tokens are of both kinds together
        name.tokens = tokens;
        name.contextRequests = prompts;
        name.generationRequests = either(fields.number("d"), *requests - *prompts);
    } else {
        setGeneration(name, requests, either(tokens, requests));
        name.generationSums = fields.sums("", tokens);
    }
    return withTotals(name);
}

// TensorRT-LLM's "7: 0 ctx reqs, 64 gen reqs", also with ", 0 ctx tokens" between.
std::optional<IterationName> readForwardStep(NameReader reader) {
    if (!reader.takeNumber() || !reader.take(":")) {
        return std::nullopt;
    }
    IterationName name;
    do {
        const Number count = reader.takeNumberAfter(" ");
        if (count && reader.take(" ctx reqs")) {
            name.contextRequests = count;
        } else if (count && reader.take(" ctx tokens")) {
            name.contextTokens = count;
        } else if (count && reader.take(" gen reqs")) {
            name.generationRequests = count;
        } else if (count && reader.take(" gen tokens")) {
            name.generationTokens = count;
        } else {
            return std::nullopt;
        }
    } while (reader.take(","));
    if (!reader.rest().empty() || !name.contextRequests || !name.generationRequests) {
        return std::nullopt;
    }
    if (*name.contextRequests == 0) {
        name.contextTokens = 0;
    }
    return withTotals(name);
}

// What is in the brackets of "step[…]", with `begin` "step["; empty for any other name.
std::optional<std::string_view> bracketed(std::string_view name, std::string_view begin) {
    return name.starts_with(begin) && name.ends_with(']')
               ? std::optional(name.substr(begin.size(), name.size() - begin.size() - 1))
               : std::nullopt;
}

}  // namespace

std::string_view servingPhaseName(ServingPhase phase) {
    constexpr std::array<std::string_view, kServingPhases> kNames{"prefill", "decode", "mixed",
                                                                  "diffusion"};
    return kNames.at(static_cast<std::size_t>(phase));
}

std::optional<IterationName> readIterationName(std::string_view name) {
    NameReader reader(name);
    if (reader.take("execute_diffusion_")) {
        return readDiffusion(reader);
    }
    if (reader.take("execute_")) {
        return readExecute(reader);
    }
    if (reader.take("[Executor] _forward_step ")) {
        return readForwardStep(reader);
    }
    if (const auto step = bracketed(name, "step[")) {
        return readStep(*step);
    }
    if (const auto prefill = bracketed(name, "prefill[")) {
        return readPhase(ServingPhase::Prefill, *prefill);
    }
    if (const auto decode = bracketed(name, "decode[")) {
        return readPhase(ServingPhase::Decode, *decode);
    }
    return std::nullopt;
}

std::string iterationLabel(const IterationName& name) {
    std::string label = std::string(servingPhaseName(name.phase)) + " " +
                        countText(static_cast<std::uint64_t>(name.requests));
    if (name.bucket) {
        label += " → " + countText(static_cast<std::uint64_t>(*name.bucket));
    }
    if (name.tokens && *name.tokens != name.requests) {
        label += " · " + countText(static_cast<std::uint64_t>(*name.tokens), "token", "tokens");
    }
    return label;
}

std::optional<std::int64_t> capturedSize(std::string_view name) {
    NameReader reader(name);
    const Number size = reader.takeNumberAfter("capture_");
    if (!size || !reader.take("_")) {
        return std::nullopt;
    }
    std::string kind(reader.rest());
    std::ranges::transform(kind, kind.begin(), [](unsigned char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a')
                                              : static_cast<char>(letter);
    });
    constexpr std::array<std::string_view, 5> kKinds{"decode", "prefill", "mixed", "piecewise",
                                                     "full"};
    const bool isGraph = std::ranges::any_of(
        kKinds, [&](std::string_view one) { return kind.find(one) != std::string::npos; });
    return isGraph ? size : std::nullopt;
}

}  // namespace gaplight
