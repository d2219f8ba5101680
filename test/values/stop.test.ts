import { expect, test } from "vitest";
import { Stop, signalOf } from "../../src/values/stop.ts";

test("a call ends when its signal is aborted, with its reason", async () => {
  const controller = new AbortController();
  const stop = new Stop(controller.signal);
  stop.check();
  await expect(stop.orStop(Promise.resolve(1))).resolves.toBe(1);
  const never = stop.orStop(new Promise(() => {}));
  controller.abort("enough");
  await expect(never).rejects.toBe("enough");
  expect(() => stop.check()).toThrow("enough");
  await expect(stop.orStop(Promise.resolve(1))).rejects.toBe("enough");
});

test("a promise settles as it does, unless the call ends before", async () => {
  const stop = new Stop(undefined);
  await expect(stop.orStop(Promise.reject(new Error("mine")))).rejects.toThrow("mine");
  const [kept, ended] = [stop.orStop(Promise.resolve(1)), stop.orStop(new Promise(() => {}))];
  await expect(kept).resolves.toBe(1);
  stop.stop("enough");
  await expect(ended).rejects.toBe("enough");
  await expect(kept).resolves.toBe(1);
  await expect(stop.orStop(Promise.reject(new Error("mine")))).rejects.toBe("enough");
});

test("a call without a signal ends with nothing, and one with a signal stops listening once it is closed", () => {
  const stop = new Stop(undefined);
  stop.close();
  expect([stop.stopped, stop.check()]).toEqual([false, undefined]);
  const log: unknown[] = [];
  const signal = {
    aborted: false,
    reason: "mine",
    addEventListener: (...given: unknown[]) => log.push(given),
    removeEventListener: (...given: unknown[]) => log.push(given),
  };
  const listening = new Stop(signal);
  listening.close();
  expect(log).toEqual([log[0], log[0]]);
  const [[type, listener]] = log as [[string, () => void]];
  listener();
  expect(type).toBe("abort");
  expect(() => listening.check()).toThrow("mine");
  new Stop({ ...signal, aborted: true });
  expect(log).toHaveLength(2);
});

test("the first reason counts", () => {
  const stop = new Stop(undefined);
  stop.stop("one");
  stop.stop("two");
  expect(() => stop.check()).toThrow("one");
});

test("a signal that has been aborted ends the call at once; one that was closed does not", () => {
  expect(new Stop(AbortSignal.abort()).stopped).toBe(true);
  const controller = new AbortController();
  const stop = new Stop(controller.signal);
  stop.close();
  controller.abort();
  expect(stop.stopped).toBe(false);
});

test.each([null, {}, "stop", 5, { aborted: false }, { aborted: 1, addEventListener() {} }])(
  "signal %j is a TypeError",
  (signal) => {
    expect(() => signalOf({ signal })).toThrow(new TypeError("signal should be an AbortSignal"));
  },
);

test("a signal is optional", () => {
  expect(signalOf({})).toBeUndefined();
  const { signal } = new AbortController();
  expect(signalOf({ signal })).toBe(signal);
});
