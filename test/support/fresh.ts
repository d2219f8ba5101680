/**
 * Imported first by a test file whose state no other may share: the modules of `src` are loaded anew for it, and again
 * for the file after it.
 */
import { afterAll, vi } from "vitest";

vi.resetModules();
afterAll(() => vi.resetModules());
