/** How a class of the library is made to answer as the original does. */
import type { Explained } from "../../../src/core/report/failure.ts";
import type { Report } from "../../../src/core/report/report.ts";
import { FAILED, type Failed, type ParamTable, type Validator, type ValidatorClass } from "../../../src/index.ts";
import { unbox } from "../stand-ins.ts";

/** A Python exception that is no validation error, whatever its class. */
export class PythonError extends Error {}

/** What the library itself answers. */
export type Ordinary = (input: unknown) => unknown;

/** What the original answers; `ordinary` where it is the same. */
export type Behaviour<V> = (validator: V, input: unknown, report: Report, ordinary: Ordinary) => unknown;

/** A subclass with the behaviour of the original. */
export function original<V extends Validator>(
  base: unknown,
  behaviour: Behaviour<V>,
  params: ParamTable = {},
): ValidatorClass {
  const ordinary = base as ValidatorClass;
  const type = class extends ordinary {
    /** What the case says in the terms of Python. */
    static override readonly params = {
      ...ordinary.params,
      ...params,
      python: (_owner: unknown, _attr: string, value: unknown) => value,
    };

    override check(input: unknown, report: Report): unknown {
      return behaviour(this as unknown as V, input, report, (value) =>
        ordinary.prototype.check.call(this, unbox(value), report),
      );
    }
  };
  Object.defineProperty(type, "name", { value: `Original${ordinary.name}` });
  return type as unknown as ValidatorClass;
}

/** Gives the failures since `since` another field. */
export function amend(report: Report, since: number, field: "expected" | "actual", value: unknown): Failed {
  const { failures } = report;
  for (let index = since; index < failures.length; index++) {
    const failure = failures[index];
    if (failure !== undefined) failures[index] = { ...(failure as Explained), [field]: value };
  }
  return FAILED;
}
