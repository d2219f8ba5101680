// operator new and delete of the addon for macOS. Those of zig's C++ library are visible from outside, and its linker
// for macOS can hide nothing: the loader would let the first addon's stand for everybody's. These are compiled to be
// hidden (-fvisibility-global-new-delete-hidden). The linker takes them first, and so all forms must be here.

#include <cstdlib>
#include <new>

namespace {

void* allocate(std::size_t size) noexcept { return std::malloc(size == 0 ? 1 : size); }

void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  void* memory = nullptr;
  std::size_t wanted = static_cast<std::size_t>(alignment);
  if (wanted < sizeof(void*)) wanted = sizeof(void*);
  return posix_memalign(&memory, wanted, size == 0 ? 1 : size) == 0 ? memory : nullptr;
}

void* demanded(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return demanded(allocate(size)); }
void* operator new[](std::size_t size) { return demanded(allocate(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return demanded(allocate(size, alignment)); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return demanded(allocate(size, alignment)); }

void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, alignment);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
