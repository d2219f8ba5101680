/**
 * Reads JSON text that comes in parts, such as the answer of a model. Members are validated when they end, each once
 * by itself and once with its container. The whole text is validated by the engine, as `safeJson` would.
 */
import { define } from "../../values/define.ts";
import { isArray, isBytes, ownValue } from "../../values/input.ts";
import type { PathNode } from "../errors/context.ts";
import { JsonDecodeError, type Position, type ValidationError } from "../errors/errors.ts";
import type { Issue } from "../errors/issue.ts";
import type { JsonLimits, JsonSource } from "../json/engine.ts";
import { MAX_MAX_BYTES, positionsIn } from "../json/pure.ts";
import { type Spellings, Unspelled } from "../report/digits.ts";
import { type Failure, placedAt } from "../report/failure.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, DEFAULT_MAX_ERRORS, NO_LIMITS } from "../report/limits.ts";
import { FAILED, Report, type Result } from "../report/report.ts";
import { Work } from "../report/work.ts";
import { type Checker, TAKES } from "../schemas/checker.ts";
import { OPEN, type Opened, type Opening, type OpenMember, type OpenType, type PartialOf } from "./opened.ts";
import { Settled } from "./settled.ts";
import { Source } from "./source.ts";
import { Tokens } from "./tokens.ts";

/** What the class of validators does for the reader. */
export interface Host {
  /** The validator is of a built-in class itself, so its methods say what its check does. */
  isBuiltIn(validator: Checker): boolean;
  /** The result of a whole text: that of `safeJson`. */
  parse(source: JsonSource): Result<unknown>;
  /** Ends the error of a text that has not ended, in its language and without secrets. */
  finish(error: ValidationError): ValidationError;
}

/** The outcome of a text that need not have ended. */
export type PartialResult<Output> =
  | {
      /** The text has ended: it is a whole JSON text. */
      readonly complete: true;
      /** The validated value. */
      readonly value: Output;
      readonly error: undefined;
      readonly issues: readonly Issue[];
    }
  | {
      readonly complete: false;
      /** The value so far: see `PartialReader.value`. */
      readonly value: PartialOf<Output> | undefined;
      readonly error: undefined;
      readonly issues: readonly Issue[];
    }
  | {
      readonly complete: boolean;
      readonly value: PartialOf<Output> | undefined;
      /** What is wrong whatever comes next; if the text has ended, the error of `safeJson`. */
      readonly error: ValidationError;
      /** The issues of the error. */
      readonly issues: readonly Issue[];
    };

/** How many references and unions may be around a value for its members to be known. */
const MAX_AROUND = 64;

/** An object whose tag comes so often is looked at when it has ended. */
const MAX_TAGS = 8;

const NO_FAILURES: readonly Failure[] = Object.freeze([]);

/** An array or object that has not ended. */
class Frame {
  readonly raw: unknown[] | Record<string, unknown>;
  /** Its place in the one around it. */
  readonly key: string | number;
  readonly member: OpenMember | undefined;
  /** Its errors are not those of the whole. */
  readonly isQuiet: boolean;
  readonly first: Opened | undefined;
  opened: Opened | undefined;
  /** The value so far; undefined if it is not shown. */
  shown: unknown[] | Record<string, unknown> | undefined;
  /** The key of the member that is read. */
  next: string | number;
  /** The failures of the value itself, and of members. */
  own: readonly Failure[] = NO_FAILURES;
  failures: Map<string | number, readonly Failure[]> | undefined;
  /** The outcomes of members that are arrays or objects. */
  settled: Settled | undefined;
  /** How often its tag has come again. */
  tags = 0;
  /** Whether the value would be a single error: it has no members. */
  isSingle = false;
  /** The outcome of a member depends on what is not known here. */
  isUnknown = false;

  constructor(
    raw: Frame["raw"],
    key: string | number,
    member: OpenMember | undefined,
    opened: Opened | undefined,
    isQuiet: boolean,
  ) {
    [this.raw, this.key, this.member, this.isQuiet] = [raw, key, member, isQuiet];
    this.opened = this.first = opened;
    this.next = isArray(raw) ? 0 : "";
  }

  /** Sets a member of the value so far. An array ends before its first item that has no value. */
  show(name: string | number, value: unknown): void {
    const { shown } = this;
    if (shown === undefined || shown === this.raw) return;
    if (!isArray(shown)) define(shown, name as string, value);
    else if ((name as number) < shown.length) shown[name as number] = value;
    else if (name === shown.length) shown.push(value);
  }

  /** Removes the member that was shown last. */
  hide(name: string | number): void {
    const { shown } = this;
    if (shown === undefined || shown === this.raw) return;
    if (!isArray(shown)) delete shown[name];
    else if (name === shown.length - 1) shown.pop();
  }
}

/** Sets the member that is read. */
function setRaw({ raw, next }: Frame, value: unknown): void {
  if (isArray(raw)) raw[next as number] = value;
  else define(raw, next as string, value);
}

/** The failures of a check, or its result. */
interface Outcome {
  readonly result: unknown;
  readonly report: Report;
}

/**
 * Reads a JSON text in parts, and tells the value so far.
 * @example const reader = answer.partialReader();
 * for await (const part of stream) show(reader.push(part).value);
 * const result = reader.end();
 */
export class PartialReader<Output = unknown> {
  readonly #root: Checker;
  readonly #host: Host;
  readonly #limits: JsonLimits;
  readonly #maxBytes: number;
  readonly #source = new Source();
  readonly #tokens: Tokens;
  readonly #work: Work;
  readonly #containers: Frame[] = [];
  #shown: unknown;
  /** The text is not JSON, or exceeds a limit: nothing more is read. */
  #isRefused = false;
  #isTooLong = false;
  /** The result of the whole text, once it was asked for. */
  #result: Result<unknown> | undefined;
  #hasEnded = false;
  /** The number of failures that are kept. */
  #kept = 0;
  /** The failures of the text that has not ended, at the value itself, and the length at which they were looked for. */
  #ofText: readonly Failure[] = NO_FAILURES;
  #isTextSingle = false;
  #textLength = -1;
  #error: ValidationError | undefined;
  /** The failures are not those of the error. */
  #hasChanged = false;

  /** @internal */
  constructor(root: Checker, limits: JsonLimits | undefined, host: Host) {
    this.#root = root;
    this.#host = host;
    this.#limits = { ...(limits ?? NO_LIMITS), onFallback: undefined };
    this.#maxBytes = Math.min(limits?.maxBytes ?? DEFAULT_MAX_BYTES, MAX_MAX_BYTES);
    this.#work = new Work(root, 0);
    this.#tokens = new Tokens(
      {
        open: (isArray) => this.#begin(isArray),
        close: () => this.#close(),
        key: (key) => this.#key(key),
        scalar: (value, token) => this.#scalar(value, token),
      },
      limits?.maxDepth ?? DEFAULT_MAX_DEPTH,
    );
  }

  /**
   * Reads the next part of the text. It may end anywhere, even inside a character.
   * @param part text, or UTF-8 bytes; all parts of a text are of one kind.
   * @returns the reader itself.
   * @throws TypeError if it is neither, or of another kind than the parts before; or behind `end`.
   */
  push(part: JsonSource): this {
    if (typeof part !== "string" && !isBytes(part)) throw new TypeError("JSON text should be a string or a Uint8Array");
    if (this.#hasEnded) throw new TypeError("the text has ended");
    if (this.#isTooLong) return this;
    const text = this.#source.push(part);
    this.#work.bytes = this.#source.size;
    this.#isTooLong = this.#source.size > this.#maxBytes;
    if (this.#isRefused) return this;
    const wasWhole = this.#tokens.isWhole;
    this.#isRefused = text === undefined || this.#isTooLong || !this.#tokens.push(text);
    if (this.#isRefused || !wasWhole) this.#result = undefined;
    return this;
  }

  /**
   * Says that nothing more comes. The outcome is that of the whole text.
   * @returns the result of `safeJson` for all that was read.
   */
  end(): Result<Output> {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      this.#result = this.#host.parse(this.#source.whole(false));
    }
    return this.#result as Result<Output>;
  }

  /** The text has ended: it is a whole JSON text. A number has, as a text of its own, when white space follows it. */
  get complete(): boolean {
    if (!this.#hasEnded) return this.#tokens.isWhole && !this.#isRefused;
    const result = this.#result as Result<unknown>;
    return result.ok || !(result.error instanceof JsonDecodeError);
  }

  /**
   * The value so far; when the text has ended, the validated value. It has only what is valid: a member that is invalid
   * is not there, and an array ends before its first item that has no value. A text that has not ended is there as far
   * as it has come, unless the validator names the only valid ones. Numbers, and what a Transform or a union makes, are
   * there when they have ended, defaults when their object has. Arrays and objects that have not ended are the same
   * ones each time, and grow: copy what you keep.
   */
  get value(): PartialOf<Output> | undefined {
    const result = this.#whole();
    if (result?.ok) return result.value as PartialOf<Output>;
    this.#readText();
    return this.#shown as PartialOf<Output> | undefined;
  }

  /** What is wrong whatever comes next; when the text has ended, the error of `safeJson`. Undefined if nothing is. */
  get error(): ValidationError | undefined {
    const result = this.#whole();
    if (result !== undefined) return result.ok ? undefined : result.error;
    this.#readText();
    // To make the error again for each part would take time in proportion to all failures so far.
    if (this.#hasChanged) this.#error = this.#errorSoFar();
    this.#hasChanged = false;
    return this.#error;
  }

  /** The issues of the error. */
  get issues(): readonly Issue[] {
    return this.error?.issues ?? [];
  }

  /** The result of the text, if nothing that follows changes it. */
  #whole(): Result<unknown> | undefined {
    if (!this.#isRefused && !this.#tokens.isWhole) return this.#result;
    // Half a character at the end is not what is wrong.
    this.#result ??= this.#host.parse(this.#source.whole(this.#isRefused));
    return this.#result;
  }

  get #top(): Frame | undefined {
    return this.#containers.at(-1);
  }

  /** What is known of the value that begins now. */
  #memberOf(frame: Frame | undefined): OpenMember | undefined {
    if (frame === undefined) return { validator: this.#root, name: "" };
    return frame.opened?.member?.(frame.next);
  }

  #open(validator: Checker, type: OpenType): Opened | undefined {
    let around = 0;
    const open = (one: Checker): Opened | undefined => {
      if (++around > MAX_AROUND || !this.#host.isBuiltIn(one) || !(OPEN in one)) return undefined;
      return (one as Opening)[OPEN](type, open);
    };
    return open(validator);
  }

  /** Returns whether the validator refuses all values of a type. */
  #refuses(validator: Checker, type: OpenType): boolean {
    if (!this.#host.isBuiltIn(validator) || !(TAKES in validator)) return false;
    const types = (validator as { [TAKES](): readonly string[] | undefined })[TAKES]();
    return types !== undefined && !types.includes(type);
  }

  #begin(isArray: boolean): void {
    const around = this.#top;
    const raw = isArray ? [] : {};
    const key = around?.next ?? "";
    if (around !== undefined) setRaw(around, raw);
    const member = this.#memberOf(around);
    const isQuiet = around !== undefined && (around.isQuiet || around.opened?.isQuiet === true);
    const type = isArray ? "array" : "object";
    const isRefused = member !== undefined && this.#refuses(member.validator, type);
    const opened = member && !isRefused ? this.#open(member.validator, type) : undefined;
    const frame = new Frame(raw, key, member, opened, isQuiet);
    this.#containers.push(frame);
    if (member !== undefined && isRefused) this.#refuseBegun(frame, member.validator);
    this.#showFrame(frame, around);
  }

  /** Fails a value whose type is never valid. */
  #refuseBegun(frame: Frame, validator: Checker): void {
    const outcome = this.#run(this.#containers.length - 1, (report) => validator.check(frame.raw, report));
    if (outcome === undefined || frame.isQuiet) return;
    frame.own = this.#kept <= this.#maxErrors ? outcome.report.failures : NO_FAILURES;
    frame.isSingle = outcome.report.isSingle;
    this.#kept += frame.own.length;
    this.#hasChanged = true;
  }

  /** Shows a container that has begun, if all of it may be shown. */
  #showFrame(frame: Frame, around: Frame | undefined): void {
    const { opened, raw, key, member } = frame;
    if (opened?.isAsIs || (around !== undefined && around.shown === around.raw)) frame.shown = raw;
    else if (opened?.shows && opened.decide === undefined) frame.shown = isArray(raw) ? [] : {};
    if (frame.shown === undefined) return;
    if (around === undefined) this.#shown = frame.shown;
    else around.show(member?.name ?? key, frame.shown);
  }

  #key(key: string): void {
    const frame = this.#top as Frame;
    frame.next = key;
    if (!Object.hasOwn(frame.raw, key)) return;
    // Of equal keys the last counts.
    this.#keep(frame, key, NO_FAILURES);
    frame.hide(this.#memberOf(frame)?.name ?? key);
    if (key !== frame.first?.tag) return;
    // Each tag decides on all members so far.
    frame.opened = ++frame.tags < MAX_TAGS ? frame.first : undefined;
    for (const one of frame.failures?.keys() ?? []) this.#keep(frame, one, NO_FAILURES);
    if (!isArray(frame.shown) && frame.shown !== frame.raw)
      for (const name of Object.keys(frame.shown ?? {})) frame.hide(name);
  }

  #scalar(value: unknown, token: string | undefined): void {
    const frame = this.#top;
    this.#setOfText(NO_FAILURES);
    this.#textLength = -1;
    if (frame === undefined) {
      this.#shown = undefined;
      return;
    }
    const key = frame.next;
    setRaw(frame, value);
    const member = this.#memberOf(frame);
    if (frame.opened?.tag === key) this.#decide(frame, value);
    else {
      // The text is shown again if it is there.
      if (member?.mayBeAbsent && value === "") frame.hide(member.name);
      if (!this.#validate(frame, key, value, knownOf(member, value), token)) frame.hide(member?.name ?? key);
    }
    if (isArray(frame.raw)) frame.next = frame.raw.length;
  }

  #close(): void {
    const frame = this.#containers.pop() as Frame;
    const around = this.#top;
    if (around === undefined) return;
    const { key, member } = frame;
    const count = frame.own.length + this.#ofMembers(frame).length;
    this.#kept -= count;
    this.#hasChanged ||= count > 0;
    if (frame.isUnknown) around.isUnknown = true;
    if (around.opened?.tag === key) this.#decide(around, frame.raw);
    else if (member === undefined) {
      if (!frame.isUnknown) this.#validate(around, key, frame.raw, undefined);
    } else if (frame.isUnknown || !this.#validate(around, key, frame.raw, member, undefined, frame.settled)) {
      this.#keep(around, key, this.#placed(around, frame, [...frame.own, ...this.#ofMembers(frame)]));
    }
    if (isArray(around.raw)) around.next = around.raw.length;
  }

  /** The failures of the members of a frame, from the value on. */
  #ofMembers({ failures }: Frame): readonly Failure[] {
    return failures === undefined ? NO_FAILURES : [...failures.values()].flat();
  }

  /** Failures of a value in the container around it. */
  #placed(around: Frame, { key, member }: Pick<Frame, "key" | "member">, failures: readonly Failure[]): Failure[] {
    const nodes: PathNode[] = [...(around.opened?.nodes ?? []), key];
    if (member?.node !== undefined) nodes.push(member.node);
    return failures.map((failure) => placedAt(nodes, failure));
  }

  get #maxErrors(): number {
    return this.#limits.maxErrors ?? DEFAULT_MAX_ERRORS;
  }

  /** Keeps the failures of a member in place of those before. */
  #keep(frame: Frame, key: string | number, failures: readonly Failure[]): void {
    const before = frame.failures?.get(key);
    if (before !== undefined) this.#kept -= before.length;
    this.#hasChanged ||= before !== undefined || failures.length > 0;
    if (frame.isQuiet || frame.opened?.isQuiet || failures.length === 0) {
      frame.failures?.delete(key);
      return;
    }
    // One more tells that there are more.
    const kept = failures.slice(0, Math.max(this.#maxErrors + 1 - this.#kept, 0));
    frame.failures ??= new Map();
    frame.failures.set(key, kept);
    this.#kept += kept.length;
  }

  /** Reads the tag of an object, and what it decides on the members before it. */
  #decide(frame: Frame, tag: unknown): void {
    const undecided = frame.opened as Opened;
    let decided: Opened | typeof FAILED | undefined;
    const outcome = this.#run(this.#containers.length - 1, (report) => {
      decided = undecided.decide?.(tag, report);
      return decided;
    });
    frame.opened = undefined;
    if (outcome === undefined) return;
    if (decided === FAILED) {
      frame.opened = { nodes: undecided.nodes, shows: false, ...(undecided.isQuiet && { isQuiet: true }) };
      const failures = outcome.report.failures.map((failure) => placedAt(undecided.nodes, failure));
      this.#keep(frame, undecided.tag as string, failures);
      return;
    }
    frame.opened = decided as Opened | undefined;
    const { tag: next } = frame.opened ?? {};
    if (next !== undefined) {
      if (Object.hasOwn(frame.raw, next)) this.#decide(frame, ownValue(frame.raw, next));
      return;
    }
    this.#showFrame(frame, this.#containers.at(-2));
    for (const key of Object.keys(frame.raw)) {
      const value = ownValue(frame.raw, key);
      this.#validate(frame, key, value, knownOf(frame.opened?.member?.(key), value));
    }
  }

  /**
   * Validates a member that has ended.
   * @param token the spelling of a number.
   * @param settled the outcomes of its own members.
   * @returns false if its outcome is not known.
   */
  #validate(
    frame: Frame,
    key: string | number,
    value: unknown,
    member: OpenMember | undefined,
    token?: string,
    settled?: Settled,
  ): boolean {
    const { opened } = frame;
    if (opened === undefined || (member === undefined && opened.validate === undefined)) return true;
    if (this.#kept > this.#maxErrors) {
      frame.isUnknown = true;
      return false;
    }
    const quick = member?.quick?.(value) ?? FAILED;
    if (member !== undefined && quick !== FAILED) {
      frame.show(member.name, quick);
      return true;
    }
    const depth = this.#containers.length - (member === undefined ? 1 : 0);
    const check = (report: Report): unknown => {
      if (member === undefined) return opened.validate?.(key as string, value, report);
      report.at(frame.raw, key);
      return member.validator.check(value, report);
    };
    const outcome = this.#run(depth, check, token, settled);
    if (outcome === undefined) {
      frame.isUnknown = true;
      return false;
    }
    this.#take(frame, key, value, member, outcome);
    return true;
  }

  #take(frame: Frame, key: string | number, value: unknown, member: OpenMember | undefined, outcome: Outcome): void {
    const { result, report } = outcome;
    const isContainer = typeof value === "object" && value !== null;
    if (member === undefined) {
      const nodes = frame.opened?.nodes ?? [];
      this.#keep(
        frame,
        key,
        report.failures.map((failure) => placedAt(nodes, failure)),
      );
      if (result === FAILED || typeof result !== "object" || result === null) return;
      for (const name of Object.keys(result)) frame.show(name, ownValue(result, name));
      return;
    }
    // The outermost container is validated by the engine.
    if (isContainer && frame !== this.#containers[0]) {
      frame.settled ??= new Settled();
      frame.settled.keep(member.validator, value, result, report.failures);
    }
    const { failures } = report;
    this.#keep(frame, key, failures.length === 0 ? NO_FAILURES : this.#placed(frame, { key, member }, failures));
    if (result !== FAILED) frame.show(member.name, result);
    else if (!isContainer) frame.hide(member.name);
  }

  /** Runs a check. Undefined if its outcome may depend on what is not known here. */
  #run(depth: number, check: (report: Report) => unknown, token?: string, settled?: Settled): Outcome | undefined {
    if (this.#work.exhausted) return undefined;
    const report = new Report(this.#limits, { depth, schemaDepth: depth, references: 0 }, this.#work, settled);
    report.spell(token === undefined ? new Unspelled() : spelled(token));
    report.resume();
    let result: unknown;
    try {
      result = check(report);
    } catch {
      // The same function throws again for the whole text.
      return undefined;
    } finally {
      report.close();
    }
    return report.exhausted || report.reach.tooDeep || report.digits?.areLacking ? undefined : { result, report };
  }

  /** Looks at the text that has not ended. */
  #readText(): void {
    const text = this.#tokens.openText;
    if (text === undefined || text.length === this.#textLength || this.#ofText.length > 0) return;
    this.#textLength = text.length;
    const frame = this.#top;
    const show = (value: string): void => {
      if (frame === undefined) this.#shown = value;
      else if (frame.shown === frame.raw) setRaw(frame, value);
      else frame.show(member?.name ?? frame.next, value);
    };
    const member = this.#memberOf(frame);
    if (member === undefined) {
      if (frame?.shown !== undefined && frame.shown === frame.raw) show(text);
      return;
    }
    const { validator } = member;
    const opened = this.#open(validator, "string");
    if (text === "" && member.mayBeAbsent) return;
    if (!this.#refuses(validator, "string") && !opened?.refuses?.(text, this.#tokens.points)) {
      if (opened?.shows) show(text);
      return;
    }
    if (frame === undefined) this.#shown = undefined;
    else frame.hide(member.name);
    if (frame !== undefined && (frame.isQuiet || frame.opened?.isQuiet)) return;
    const outcome = this.#run(this.#containers.length, (report) => validator.check(text, report));
    if (outcome === undefined) return;
    const { failures } = outcome.report;
    this.#isTextSingle = frame === undefined && outcome.report.isSingle;
    this.#setOfText(frame === undefined ? failures : this.#placed(frame, { key: frame.next, member }, failures));
  }

  #setOfText(failures: readonly Failure[]): void {
    this.#hasChanged ||= this.#ofText.length > 0 || failures.length > 0;
    this.#ofText = failures;
  }

  #errorSoFar(): ValidationError | undefined {
    const all: Failure[] = [];
    let nodes: PathNode[] = [];
    for (const [index, frame] of this.#containers.entries()) {
      if (index > 0) {
        const around = this.#containers[index - 1] as Frame;
        nodes = [...nodes, ...(around.opened?.nodes ?? []), frame.key];
        if (frame.member?.node !== undefined) nodes.push(frame.member.node);
      }
      for (const failure of [...frame.own, ...this.#ofMembers(frame)]) all.push(placedAt(nodes, failure));
    }
    for (const failure of this.#ofText) all.push(placedAt(nodes, failure));
    if (all.length === 0) return undefined;
    const report = new Report(this.#limits);
    const [root] = this.#containers;
    report.isSingle = root === undefined ? this.#isTextSingle : root.own.length > 0 && root.isSingle;
    report.truncated = all.length > this.#maxErrors;
    const failures = all.slice(0, this.#maxErrors);
    report.failures.push(...failures);
    let find: ((index: number) => Position) | undefined;
    const positionOf = (index: number): Position => {
      find ??= positionsIn(failures, ...this.#readable());
      return find(index);
    };
    return this.#host.finish(report.error(true, positionOf));
  }

  /** The text as far as it may be searched, and the size of a byte order mark before it, if it is bytes. */
  #readable(): [text: string, start: number | undefined] {
    const source = this.#source.whole(true);
    // An unfinished key is no key.
    const cut = (text: string): string => (this.#tokens.isInKey ? text.slice(0, this.#tokens.stringAt) : text);
    if (typeof source === "string") return [cut(source), undefined];
    const start = source[0] === 0xef && source[1] === 0xbb && source[2] === 0xbf ? 3 : 0;
    return [cut(new TextDecoder().decode(source)), start];
  }
}

/** The outcome of a reader. */
export function outcomeOf<Output>({ complete, value, error, issues }: PartialReader<Output>): PartialResult<Output> {
  return { complete, value, error, issues } as PartialResult<Output>;
}

/** What decides on a member by itself: not on a value without members that may count as missing. */
const knownOf = (member: OpenMember | undefined, value: unknown): OpenMember | undefined =>
  member?.mayBeAbsent && (typeof value !== "object" || value === null) ? undefined : member;

/** The spelling of the only number of a value. */
const spelled = (token: string): Spellings => ({ of: () => token, exact: (container) => container, follow() {} });
