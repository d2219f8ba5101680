/** Reads a body, and stops if it becomes too large. */
import { isBytes, isError } from "../values/input.ts";
import { isMultipart } from "./media.ts";
import { tooLarge } from "./problem.ts";

// biome-ignore lint/suspicious/noExplicitAny: each event has arguments of its own
type Listener = (...args: any[]) => void;

/** The members of a readable stream of Node that are used. */
export interface ByteStream {
  readonly readableEnded?: boolean;
  readonly destroyed?: boolean;
  on(event: string, listener: Listener): unknown;
  removeListener(event: string, listener: Listener): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** The error of body parsers for an aborted request. */
const aborted = (): unknown =>
  blamed(Object.assign(new Error("The request ended before its body"), { code: "ECONNABORTED" }));

/** Makes the error of a body an error of the client, unless it says otherwise: servers read its status. */
function blamed(error: unknown): unknown {
  if (!isError(error)) return error;
  const { statusCode, status = statusCode } = error as { statusCode?: unknown; status?: unknown };
  return Number(status) >= 400 ? error : Object.assign(error, { status: 400, statusCode: 400 });
}

const NOTHING = new Uint8Array(0);

/**
 * The number of chunks after which they are joined: chunks of one byte would take more than a hundred times as much
 * memory.
 */
const MOST_CHUNKS = 1024;

/** The chunks of a body. */
class Chunks {
  size = 0;
  #blocks: Uint8Array[] = [];
  #chunks: Uint8Array[] = [];

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#chunks.length < MOST_CHUNKS) return;
    this.#blocks.push(joined(this.#chunks));
    this.#chunks = [];
  }

  get bytes(): Uint8Array {
    return joined([...this.#blocks, ...this.#chunks]);
  }
}

/** Receives the bytes, or the error. */
type Done = (error: unknown, bytes?: Uint8Array) => void;

/**
 * Reads the bytes of a stream of Node and calls `done` once.
 * @param done gets a ProblemError, 413, at the first byte beyond the limit: the stream is then paused. Or the error of
 *   the stream, with a status. It is called from the events of the stream: a promise would cost a small request more
 *   than its body.
 */
export function collect(stream: ByteStream, maxBytes: number, done: Done): void {
  if (stream.readableEnded) {
    done(null, NOTHING);
    return;
  }
  if (stream.destroyed) {
    done(aborted());
    return;
  }
  const chunks = new Chunks();
  const onData = (data: Uint8Array | string): void => {
    chunks.add(typeof data === "string" ? new TextEncoder().encode(data) : data);
    if (chunks.size <= maxBytes) return;
    stream.pause();
    fail(tooLarge(maxBytes));
  };
  const onEnd = (): void => {
    leave();
    done(null, chunks.bytes);
  };
  const fail = (error: unknown): void => {
    leave();
    done(error);
  };
  const onError = (error: unknown): void => fail(blamed(error));
  const onClose = (): void => fail(aborted());
  const leave = (): void => {
    stream.removeListener("data", onData);
    stream.removeListener("end", onEnd);
    stream.removeListener("error", onError);
    stream.removeListener("close", onClose);
  };
  stream.on("data", onData);
  stream.on("end", onEnd);
  stream.on("error", onError);
  stream.on("close", onClose);
  // A listener alone does not resume a stream that was paused.
  stream.resume();
}

/**
 * The bytes of a stream of Node.
 * @throws ProblemError, 413, at the first byte beyond the limit: the stream is then paused. The error of the stream.
 */
export function readStream(stream: ByteStream, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) =>
    collect(stream, maxBytes, (error, bytes) => (bytes === undefined ? reject(error) : resolve(bytes))),
  );
}

/**
 * The bytes of a request of the Fetch API.
 * @param length its Content-Length, which does not exceed the limit.
 * @throws ProblemError, 413, at the first byte beyond the limit.
 */
export async function readRequestBytes(request: Request, maxBytes: number, length: string | null): Promise<Uint8Array> {
  if (length !== null && isFramed(request)) return new Uint8Array(await request.arrayBuffer());
  if (request.body === null) return NOTHING;
  const reader = request.body.getReader();
  const chunks = new Chunks();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    // As `arrayBuffer` does. The size of other chunks is unknown, so they would not be limited.
    if (!isBytes(part.value)) throw new TypeError("The body should be a stream of Uint8Arrays");
    chunks.add(part.value);
    if (chunks.size > maxBytes) {
      // In Node 24 and 26 the process ends if the body of a FormData is cancelled, so reading just stops.
      if (isMultipart(request.headers.get("content-type"))) reader.releaseLock();
      // Not awaited: some runtimes only settle it after the rest of the body has arrived.
      else reader.cancel().catch(() => {});
      throw tooLarge(maxBytes);
    }
  }
  return chunks.bytes;
}

/**
 * Returns whether the server reads the request by itself, as @hono/node-server does: from its connection, where a body
 * ends after its length. That takes half the time of a stream. Any other request may have been created by code, with a
 * length that differs from its body, for example after decompression.
 */
const isFramed = (request: Request): boolean => request.arrayBuffer !== Request.prototype.arrayBuffer;

/** Returns whether a request has no body. One that is empty is a body. */
export function hasNoBody(request: Request): boolean {
  if (!isFramed(request)) return request.body === null;
  const { headers } = request;
  return lacksBody(headers.get("content-length"), headers.get("transfer-encoding"));
}

/** Returns whether a request with these header fields has no body (RFC 9112, section 6.3). */
export const lacksBody = (length: string | null | undefined, transfer: string | null | undefined): boolean =>
  !transfer && Number(length ?? 0) === 0;

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const bytes = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
