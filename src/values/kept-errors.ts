/** Errors of streams before the first read. */

/**
 * Listens to the errors of a stream of Node, so that one before the first read does not end the process: reading the
 * stream throws it.
 * @returns ends that: called when the stream has been read.
 */
export function keepErrors(source: unknown): () => void {
  const { on, removeListener } = Object(source);
  if (typeof on !== "function" || typeof removeListener !== "function") return () => {};
  const keep = (): void => {};
  on.call(source, "error", keep);
  return () => void removeListener.call(source, "error", keep);
}
