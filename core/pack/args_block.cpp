// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/args_block.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gaplight {
namespace {

void addNumber(std::uint64_t number, std::string& to) {
    for (; number >= 0x80; number >>= 7U) {
        to.push_back(static_cast<char>((number & 0x7fU) | 0x80U));
    }
    to.push_back(static_cast<char>(number));
}

class NumberReader {
public:
    explicit NumberReader(std::string_view bytes) : m_rest(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !m_rest.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(m_rest.front());
            m_rest.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
            if ((byte & 0x80U) == 0) {
                return value;
            }
        }
        m_isGood = false;
        return 0;
    }
    // A number of things that follow, each of at least a byte.
    std::size_t count() {
        const std::uint64_t value = number();
        m_isGood = m_isGood && value <= m_rest.size();
        return m_isGood ? value : 0;
    }
    std::string_view text() {
        const std::size_t size = count();
        const std::string_view found = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return found;
    }
    std::size_t rest() const { return m_rest.size(); }
    bool isGood() const { return m_isGood; }

private:
    std::string_view m_rest;
    bool m_isGood = true;
};

std::vector<std::string_view> pathsOf(std::span<const Arg> args) {
    std::vector<std::string_view> paths;
    paths.reserve(args.size());
    for (const Arg& arg : args) {
        paths.push_back(arg.path);
    }
    return paths;
}

}  // namespace

std::string argsBlockBytes(const ArgsOfEvents& events) {
    std::map<std::vector<std::string_view>, std::size_t> numbers;
    std::vector<std::vector<std::size_t>> eventsOf;  // by list of paths
    std::vector<const std::vector<std::string_view>*> lists;
    std::string listOfEvents;
    std::string bytes;
    addNumber(events.events.size(), bytes);
    std::uint64_t last = 0;
    for (std::size_t at = 0; at < events.events.size(); ++at) {
        addNumber(events.events[at].number() - last, bytes);
        last = events.events[at].number();
        const auto [list, isNew] = numbers.emplace(pathsOf(events.args[at]), numbers.size());
        if (isNew) {
            eventsOf.emplace_back();
            lists.push_back(&list->first);
        }
        eventsOf[list->second].push_back(at);
        addNumber(list->second, listOfEvents);
    }
    addNumber(lists.size(), bytes);
    for (const std::vector<std::string_view>* paths : lists) {
        addNumber(paths->size(), bytes);
        for (const std::string_view path : *paths) {
            addNumber(path.size(), bytes);
            bytes += path;
        }
    }
    bytes += listOfEvents;
    std::string values;
    for (std::size_t list = 0; list < lists.size(); ++list) {
        for (std::size_t path = 0; path < lists[list]->size(); ++path) {
            for (const std::size_t event : eventsOf[list]) {
                addNumber(events.args[event][path].value.size(), bytes);
                values += events.args[event][path].value;
            }
        }
    }
    return bytes + values;
}

std::shared_ptr<const ArgsBlock> ArgsBlock::parse(std::string bytes) {
    auto block = std::make_shared<ArgsBlock>();
    block->m_bytes = std::move(bytes);
    return block->parseAll() ? block : nullptr;
}

bool ArgsBlock::parseAll() {
    NumberReader reader(m_bytes);
    m_events.resize(reader.count());
    std::uint64_t last = 0;
    for (std::uint64_t& event : m_events) {
        const std::uint64_t step = reader.number();
        const bool isLater = step > 0 || &event == m_events.data();
        event = last + step;
        if (!isLater || event < last) {
            return false;
        }
        last = event;
    }
    m_paths.resize(reader.count());
    for (std::vector<std::string_view>& paths : m_paths) {
        paths.resize(reader.count());
        for (std::string_view& path : paths) {
            path = reader.text();
        }
    }
    m_eventsOfList.resize(m_paths.size());
    for (std::size_t at = 0; at < m_events.size(); ++at) {
        const std::uint64_t list = reader.number();
        if (!reader.isGood() || list >= m_paths.size()) {
            return false;
        }
        m_lists.push_back(static_cast<std::uint32_t>(list));
        m_placeInList.push_back(static_cast<std::uint32_t>(m_eventsOfList[list]++));
    }
    std::uint64_t values = 0;
    for (std::size_t list = 0; list < m_paths.size(); ++list) {
        m_firstValue.push_back(values);
        values += m_paths[list].size() * m_eventsOfList[list];
        if (values > reader.rest()) {  // each has a length of at least a byte
            return false;
        }
    }
    m_valueEnds.resize(values + 1);
    std::uint64_t total = 0;
    for (std::size_t at = 1; at <= values; ++at) {
        total += reader.count();
        m_valueEnds[at] = static_cast<std::uint32_t>(total);
    }
    if (!reader.isGood() || total != reader.rest()) {
        return false;
    }
    for (std::uint32_t& end : m_valueEnds) {
        end += static_cast<std::uint32_t>(m_bytes.size() - total);
    }
    return true;
}

std::vector<Arg> ArgsBlock::argsOf(EventId event) const {
    const auto found = std::lower_bound(m_events.begin(), m_events.end(), event.number());
    if (found == m_events.end() || *found != event.number()) {
        return {};
    }
    const auto at = static_cast<std::size_t>(found - m_events.begin());
    const std::size_t list = m_lists[at];
    std::vector<Arg> args;
    args.reserve(m_paths[list].size());
    for (std::size_t path = 0; path < m_paths[list].size(); ++path) {
        const std::size_t value =
            m_firstValue[list] + path * m_eventsOfList[list] + m_placeInList[at];
        const std::size_t begin = m_valueEnds[value];
        args.push_back({std::string(m_paths[list][path]),
                        m_bytes.substr(begin, m_valueEnds[value + 1] - begin)});
    }
    return args;
}

}  // namespace gaplight
