/** Variables of the environment. */

interface Deno {
  readonly permissions: { querySync(what: { name: "env"; variable: string }): { readonly state: string } };
}

/**
 * A variable of the environment. Undefined if it is not set, if the runtime has no environment, or if the program may
 * not read it: Deno would throw, or ask the person at the terminal.
 */
export function environment(name: string): string | undefined {
  const { Deno, process } = globalThis as { Deno?: Deno } & Partial<typeof globalThis>;
  try {
    if (Deno !== undefined && Deno.permissions.querySync({ name: "env", variable: name }).state !== "granted")
      return undefined;
    return process?.env?.[name];
  } catch {
    return undefined;
  }
}
