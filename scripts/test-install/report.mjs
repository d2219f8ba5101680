/**
 * Runs scenarios and prints a table. Whatever a scenario throws makes it one that failed.
 * @param {readonly { name: string, skip?: string | false, run: (kit: any) => unknown }[]} scenarios
 * @param {import("./kit.mjs").Kit} kit
 * @returns {Promise<boolean>} whether all are as they should be.
 */
export async function report(scenarios, kit) {
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  let failed = 0;
  for (const { name, skip, run } of scenarios) {
    let outcome = `skipped: ${skip}`;
    const start = performance.now();
    if (!skip) {
      try {
        outcome = `ok      ${(await run(kit))?.impl ?? ""}`;
      } catch (error) {
        failed++;
        outcome = `FAILED  ${error.message}`;
      }
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
    console.log(`${name.padEnd(width)} ${seconds} s  ${outcome}`);
  }
  console.log(`${scenarios.length - failed} of ${scenarios.length} as they should be`);
  return failed === 0 && scenarios.length > 0;
}
