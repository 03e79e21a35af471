// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace gaplight {

// Allocator for columns of millions of values that are all written before they are read: uses huge
// pages, whose page faults cost 1/500 per byte, and does not zero the memory. With small pages,
// page faults were half the time of building a trace. Allocations below 2 MiB come from the heap.
template <class T>
class ColumnAllocator {
public:
    using value_type = T;
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                  "elements come to life by being assigned");

    ColumnAllocator() = default;
    template <class U>
    ColumnAllocator(const ColumnAllocator<U>& /*other*/) {}  // NOLINT: allocators convert

    [[nodiscard]] T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < kHugePage) {
            return static_cast<T*>(::operator new(bytes));
        }
        void* memory = ::operator new (bytes, std::align_val_t{kHugePage});
#if defined(__linux__)
        // Whole huge pages only: the remainder uses small pages and wastes no memory.
        madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
        return static_cast<T*>(memory);
    }

    void deallocate(T* memory, std::size_t count) noexcept {
        if (count * sizeof(T) < kHugePage) {
            ::operator delete(memory);
        } else {
            ::operator delete (memory, std::align_val_t{kHugePage});
        }
    }

    // Growing leaves new elements unwritten; see above.
    template <class U>
    void construct(U* /*element*/) noexcept {}
    template <class U, class... Args>
    void construct(U* element, Args&&... args) {
        ::new (static_cast<void*>(element)) U(std::forward<Args>(args)...);
    }

    friend bool operator==(const ColumnAllocator&, const ColumnAllocator&) {
        return true;
    }

private:
    static constexpr std::size_t kHugePage = std::size_t{2} << 20U;
};

// A vector whose `resize` leaves new elements for the caller to write.
template <class T>
using Column = std::vector<T, ColumnAllocator<T>>;

}  // namespace gaplight
