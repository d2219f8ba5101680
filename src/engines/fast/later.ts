/** Functions for the members of objects of many keys: their code is written in parts, so that no call takes long. */
import type { Checker } from "../../core/schemas/checker.ts";
import type { Call } from "./call.ts";
import { generated } from "./generator-errors.ts";
import { execution } from "./mode.ts";
import type { Module } from "./module.ts";

/** Writes the parts of modules. */
interface PartWriter {
  readonly constants: readonly unknown[];
  part(module: Module, members: readonly Checker[]): string;
}

/** What further parts of a module are written from. */
export class MemberParts {
  readonly code: PartWriter;
  readonly module: Module;
  readonly members: readonly Checker[];

  constructor(code: PartWriter, module: Module, members: readonly Checker[]) {
    this.code = code;
    this.module = module;
    this.members = members;
  }
}

type MemberFunction = (validator: Checker, key: string, value: unknown, depth: number, schemaDepth: number) => unknown;

/** What generated code has of the members. */
interface LaterMembers {
  /** Those that have no code yet call the check. */
  readonly functions: readonly MemberFunction[];
  /** How many have code. */
  written: number;
  /** Writes the next part. */
  write(): void;
}

/**
 * The members of an object, before the first part of their code is written.
 * @param functions those of earlier parts, by their names.
 */
export function laterMembers(parts: MemberParts, call: Call, environment: object, functions: object): LaterMembers {
  const { code, module, members } = parts;
  const check: MemberFunction = (validator, key, value, depth, schemaDepth) =>
    call.member(validator as never, key, value, depth, schemaDepth);
  const all = members.map(() => check);
  const writePart = (): readonly MemberFunction[] | undefined =>
    generated(() => {
      const text = code.part(module, members.slice(later.written));
      return new Function("constants", "call", "environment", "functions", text)(
        code.constants,
        call,
        environment,
        functions,
      );
    });
  const later: LaterMembers = {
    functions: all,
    written: 0,
    write() {
      do {
        const part = writePart();
        // The check goes on to handle those that cannot have code.
        if (part === undefined) later.written = all.length;
        else for (const one of part) all[later.written++] = one;
      } while (later.written < all.length && execution.mode !== "auto");
    },
  };
  return later;
}
