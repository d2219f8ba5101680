/** JSON Pointers, of RFC 6901. */

const BAD_ESCAPE = /~(?![01])/u;

/** Empty, or segments that each begin with a slash. */
export const isJsonPointer = (text: string): boolean => (text === "" || text.startsWith("/")) && !BAD_ESCAPE.test(text);
