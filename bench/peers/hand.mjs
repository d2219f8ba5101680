/**
 * Code written by hand. Each measure gets a module of its own, so that none runs on what V8 has learned from another.
 */
export async function load() {
  const make = (measure) => async (_, name) => (await import(`./hand-written.mjs?${measure}`))[measure][name];
  return { version: "for each workload", is: make("is"), value: make("value") };
}
