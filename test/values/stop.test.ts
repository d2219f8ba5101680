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
