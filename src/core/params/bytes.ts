/** The parameter `format` of Bytes. */
import { choice } from "./shared.ts";

/** A text form of bytes. */
export const bytesFormat = /*#__PURE__*/ choice(["base64", "base64url", "hex"]);
