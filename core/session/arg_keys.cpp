// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/arg_keys.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "core/formats/chrome/event_args.h"

namespace gaplight {
namespace {

constexpr std::uint64_t kWindow = std::uint64_t{8} << 20U;
constexpr std::size_t kOverhang = std::size_t{64} << 10U;  // of the last event of a window
constexpr std::uint64_t kHead = std::uint64_t{1} << 20U;   // read before anything else
constexpr std::size_t kWindowsOfSecondPart = 4;

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>{}(text);
    }
};
using SetNumbers = std::unordered_map<std::string, std::uint16_t, TextHash, std::equal_to<>>;

}  // namespace

// One reading. The source is read in order, since a compressed one is inflated on the way; the
// events of a window are then looked at on all cores.
class ArgKeyReader {
public:
    ArgKeyReader(const Trace& trace, const RandomAccess& source)
        : m_trace(trace), m_source(source), m_buffer(kWindow + kOverhang + kTextEnd) {}

    Result<ArgKeys> read(const std::stop_token& stop, const ArgKeys::Listener& listener) {
        m_keys.m_sets.emplace_back();
        m_keys.m_setOf.assign(m_trace.slices().size(), 0);
        if (listener.onSome && m_source.size() > kWindow) {
            if (const Result<void> got = readHead(); !got) {
                return tl::unexpected(got.error());
            }
            listener.onSome(m_keys);
        }
        orderByWindow();
        std::size_t nextPart = kWindowsOfSecondPart;
        const std::size_t windows = m_firstOf.size() - 1;
        for (std::size_t window = 0; window < windows; ++window) {
            if (stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, "the reading of args was stopped");
            }
            if (const Result<void> got = readWindow(window); !got) {
                return tl::unexpected(got.error());
            }
            if (listener.onProgress) {
                listener.onProgress(static_cast<double>(window + 1) / static_cast<double>(windows));
            }
            if (listener.onSome && window + 1 == nextPart && window + 1 < windows) {
                listener.onSome(m_keys);
                nextPart *= 2;
            }
        }
        return std::move(m_keys);
    }

private:
    static constexpr std::size_t kTextEnd = 64;  // readable behind any text

    // What stands at the file's begin, so that there is something to show before slices are sorted.
    Result<void> readHead() {
        const SliceTable& slices = m_trace.slices();
        Column<std::uint32_t> some;
        for (std::size_t slice = 0; slice < slices.size(); ++slice) {
            if (slices.offset(SliceId(slice)) < kHead) {
                some.push_back(static_cast<std::uint32_t>(slice));
            }
        }
        return readSlices(0, kHead, some);
    }

    // A counting sort of all slices by where their events lie.
    void orderByWindow() {
        const SliceTable& slices = m_trace.slices();
        m_firstOf.assign(m_source.size() / kWindow + 2, 0);
        const auto windowOf = [&](std::size_t slice) {
            return std::min<std::size_t>(slices.offset(SliceId(slice)) / kWindow,
                                         m_firstOf.size() - 2);
        };
        for (std::size_t slice = 0; slice < slices.size(); ++slice) {
            ++m_firstOf[windowOf(slice) + 1];
        }
        std::partial_sum(m_firstOf.begin(), m_firstOf.end(), m_firstOf.begin());
        m_order.resize(slices.size());
        std::vector<std::uint32_t> next(m_firstOf);
        for (std::size_t slice = 0; slice < slices.size(); ++slice) {
            m_order[next[windowOf(slice)]++] = static_cast<std::uint32_t>(slice);
        }
    }

    Result<void> readWindow(std::size_t window) {
        const std::size_t first = m_firstOf[window];
        return readSlices(window * kWindow, kWindow,
                          {m_order.data() + first, m_firstOf[window + 1] - first});
    }

    // Of `some`, whose events begin in the `size` bytes from `begin` on.
    Result<void> readSlices(std::uint64_t begin, std::uint64_t size,
                            std::span<const std::uint32_t> some) {
        if (some.empty()) {
            return {};
        }
        const auto got = m_source.readAt(begin, {m_buffer.data(), size + kOverhang});
        if (!got) {
            return tl::unexpected(got.error());
        }
        std::fill_n(m_buffer.data() + *got, kTextEnd, '\0');
        const std::string_view text(m_buffer.data(), *got);
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, some.size(), 1024),
                          [&](const tbb::blocked_range<std::size_t>& range) {
                              SetNumbers& known = m_known.local();
                              std::string joined;
                              for (std::size_t at = range.begin(); at < range.end(); ++at) {
                                  const SliceId slice(some[at]);
                                  m_keys.m_setOf[slice.index()] =
                                      setOf(text, begin, slice, joined, known);
                              }
                          });
        return {};
    }

    std::uint16_t setOf(std::string_view text, std::uint64_t begin, SliceId slice,
                        std::string& joined, SetNumbers& known) {
        const std::uint64_t offset = m_trace.slices().offset(slice);
        joined.clear();
        if (offset - begin >= text.size() ||
            !joinArgKeys(text.substr(offset - begin), m_source.size() == begin + text.size(),
                         joined)) {
            return setOfLongEvent(offset, joined, known);
        }
        return numberOf(joined, known);
    }

    // One that the window cuts.
    std::uint16_t setOfLongEvent(std::uint64_t offset, std::string& joined, SetNumbers& known) {
        Result<std::string> event = readEventText(m_source, offset);
        if (!event) {
            return 0;
        }
        const std::size_t size = event->size();
        event->append(kTextEnd, '\0');
        joined.clear();
        return joinArgKeys(std::string_view(*event).substr(0, size), true, joined)
                   ? numberOf(joined, known)
                   : std::uint16_t{0};
    }

    std::uint16_t numberOf(const std::string& joined, SetNumbers& known) {
        if (joined.empty()) {
            return 0;
        }
        if (const auto at = known.find(std::string_view(joined)); at != known.end()) {
            return at->second;
        }
        const std::uint16_t number = sharedNumberOf(joined);
        known.emplace(joined, number);
        return number;
    }

    std::uint16_t sharedNumberOf(const std::string& joined) {
        const std::scoped_lock lock(m_mutex);
        if (const auto at = m_shared.find(std::string_view(joined)); at != m_shared.end()) {
            return at->second;
        }
        if (m_keys.m_sets.size() >= ArgKeys::kMostSets) {
            return 0;
        }
        const auto number = static_cast<std::uint16_t>(m_keys.m_sets.size());
        m_shared.emplace(joined, number);
        m_keys.m_sets.push_back(splitArgKeys(joined));
        return number;
    }

    const Trace& m_trace;
    const RandomAccess& m_source;
    ArgKeys m_keys;
    std::vector<std::uint32_t> m_firstOf;  // by window: its first in m_order; and the end
    Column<std::uint32_t> m_order;
    std::vector<char> m_buffer;
    std::mutex m_mutex;  // of m_shared and the sets
    SetNumbers m_shared;
    tbb::enumerable_thread_specific<SetNumbers> m_known;
};

Result<ArgKeys> ArgKeys::read(const Trace& trace, const RandomAccess& source,
                              const std::stop_token& stop, const Listener& listener) {
    return ArgKeyReader(trace, source).read(stop, listener);
}

std::vector<SliceId> ArgKeys::search(TextPattern pattern, std::size_t most) const {
    std::unordered_map<std::string_view, bool> answers;
    const auto matches = [&](const std::string& key) {
        const auto [at, isNew] = answers.emplace(key, false);
        if (isNew) {
            at->second = pattern.matches(key);
        }
        return at->second;
    };
    std::vector<std::uint8_t> wanted;
    for (const std::vector<std::string>& keys : m_sets) {
        wanted.push_back(std::any_of(keys.begin(), keys.end(), matches) ? 1 : 0);
    }
    std::vector<SliceId> found;
    for (std::size_t slice = 0; slice < m_setOf.size() && found.size() < most; ++slice) {
        if (wanted[m_setOf[slice]] != 0) {
            found.emplace_back(slice);
        }
    }
    return found;
}

std::span<const std::string> ArgKeys::keysOf(SliceId slice) const {
    return m_sets[m_setOf[slice.index()]];
}

}  // namespace gaplight
