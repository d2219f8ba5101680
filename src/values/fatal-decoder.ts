/** Decoders that throw for malformed text, created once and reused by every call. */

/** Decodes bytes, or throws if they are not text in the encoding. */
export type Decode = (bytes: Uint8Array) => string;

/**
 * Returns the decoder for a label of the Encoding standard.
 * @param ignoreBOM whether a byte order mark at the start is part of the text.
 */
/*#__NO_SIDE_EFFECTS__*/ export function fatalDecoder(label: string, ignoreBOM: boolean): Decode {
  const make = () => new TextDecoder(label, { fatal: true, ignoreBOM });
  // Created lazily: programs use few of the encodings.
  let decoder: ReturnType<typeof make> | undefined;
  return (bytes) => {
    decoder ??= make();
    try {
      return decoder.decode(bytes);
    } catch (error) {
      // The decoder may still hold the malformed bytes.
      decoder = undefined;
      throw error;
    }
  };
}
