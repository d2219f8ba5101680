// Work on other threads; JavaScript gets a promise of its result. The threads are the addon's own: libuv has four for
// the whole process, which files, DNS and zlib use too.
#pragma once

#include <napi.h>

#include <memory>
#include <utility>

#include "../core/pool.hpp"

namespace validlib {

// Throws the error of a failed call of Node-API.
inline void require(Napi::Env env, napi_status status) {
  if (status != napi_ok) throw Napi::Error::New(env);
}

class Jobs;

class Job : public Task {
 public:
  using Task::Task;

  // The result, on the thread of JavaScript. It may throw.
  virtual Napi::Value result(Napi::Env env) = 0;

  void finish(std::unique_ptr<Task> self) noexcept final;

 private:
  friend class Jobs;
  Jobs* jobs_ = nullptr;
  napi_deferred promise_ = nullptr;
  napi_ref kept_ = nullptr;
};

// The jobs of one environment. Only pending jobs keep a process alive.
class Jobs {
 public:
  explicit Jobs(Napi::Env env) : pool_(std::make_unique<Pool>()) {
    const Napi::String name = Napi::String::New(env, "validlib");
    require(env,
            napi_create_threadsafe_function(env, nullptr, nullptr, name, 0, 1, nullptr, nullptr, this, settle, &back_));
    require(env, napi_unref_threadsafe_function(env, back_));
    // The environment ends in the opposite order: no thread is left when the threadsafe function is closed.
    require(env, napi_add_env_cleanup_hook(env, close, this));
  }

  // A promise of its result, which is undefined if no thread can run it. `kept` is not garbage-collected meanwhile.
  Napi::Value add(Napi::Env env, std::unique_ptr<Job> job, Napi::Value kept) {
    napi_deferred settler = nullptr;
    napi_value promise = nullptr;
    napi_ref reference = nullptr;
    require(env, napi_create_promise(env, &settler, &promise));
    require(env, napi_create_reference(env, kept, 1, &reference));
    if (underWay_ == 0 && napi_ref_threadsafe_function(env, back_) != napi_ok) {
      static_cast<void>(napi_delete_reference(env, reference));
      throw Napi::Error::New(env);
    }
    job->jobs_ = this;
    job->promise_ = settler;
    job->kept_ = reference;
    // From here on nothing can fail and leave a job without a promise.
    if (pool_ != nullptr && pool_->add(std::move(job))) {
      ++underWay_;
      return {env, promise};
    }
    if (underWay_ == 0) static_cast<void>(napi_unref_threadsafe_function(env, back_));
    static_cast<void>(napi_delete_reference(env, reference));
    require(env, napi_resolve_deferred(env, settler, env.Undefined()));
    return {env, promise};
  }

  // The thread pool; null when the environment ends.
  Pool* pool() const noexcept { return pool_.get(); }

  // Called on the thread that has run the job.
  void bringBack(std::unique_ptr<Task> job) noexcept {
    // The call is refused when the environment ends; no caller waits for the job then.
    if (napi_call_threadsafe_function(back_, job.get(), napi_tsfn_nonblocking) == napi_ok) {
      static_cast<void>(job.release());
    }
  }

 private:
  static void close(void* jobs) noexcept { static_cast<Jobs*>(jobs)->pool_.reset(); }

  // `env` is null after the environment has ended; `jobs` may be freed then.
  static void settle(napi_env env, napi_value, void* jobs, void* data) noexcept {
    const std::unique_ptr<Job> job(static_cast<Job*>(static_cast<Task*>(data)));
    if (env == nullptr) return;
    auto& [pool, back, underWay] = *static_cast<Jobs*>(jobs);
    static_cast<void>(napi_delete_reference(env, job->kept_));
    if (--underWay == 0) static_cast<void>(napi_unref_threadsafe_function(env, back));
    // If the last calls fail too, JavaScript cannot run any more.
    try {
      require(env, napi_resolve_deferred(env, job->promise_, job->result(env)));
    } catch (const Napi::Error& error) {
      static_cast<void>(napi_reject_deferred(env, job->promise_, error.Value()));
    } catch (...) {
      napi_value nothing = nullptr;
      if (napi_get_undefined(env, &nothing) == napi_ok)
        static_cast<void>(napi_resolve_deferred(env, job->promise_, nothing));
    }
  }

  std::unique_ptr<Pool> pool_;
  napi_threadsafe_function back_ = nullptr;
  std::size_t underWay_ = 0;
};

inline void Job::finish(std::unique_ptr<Task> self) noexcept { jobs_->bringBack(std::move(self)); }

}  // namespace validlib
