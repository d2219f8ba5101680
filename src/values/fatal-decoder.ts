/** Decoders that refuse what is not text, made once and used for every call. */

/** Decodes bytes, or throws if they are not text in the encoding. */
export type Decode = (bytes: Uint8Array) => string;

/**
 * The decoding of a label of the Encoding standard.
 * @param ignoreBOM whether a byte order mark at the start belongs to the text.
 */
/*#__NO_SIDE_EFFECTS__*/ export function fatalDecoder(label: string, ignoreBOM: boolean): Decode {
  const make = () => new TextDecoder(label, { fatal: true, ignoreBOM });
  // Made when it is first needed: few of the encodings that have a name are ever used.
  let decoder: ReturnType<typeof make> | undefined;
  return (bytes) => {
    decoder ??= make();
    try {
      return decoder.decode(bytes);
    } catch (error) {
      // It may still hold the bytes that it has refused.
      decoder = undefined;
      throw error;
    }
  };
}
