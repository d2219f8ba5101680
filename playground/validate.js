/** What a schema says of a document: no page in here, so that Node can be asked the same. */

/**
 * @typedef {object} Finding
 * @property {string} path empty for the document as a whole
 * @property {string} message
 * @property {number} [offset] where it stands in the text
 * @property {number} [line]
 * @property {number} [column]
 */

/**
 * @typedef {object} Outcome
 * @property {"schema" | "document" | undefined} wrong which of the texts is, if one is
 * @property {readonly Finding[]} findings what is wrong with it
 * @property {boolean} [isTruncated] whether there is more than that
 * @property {unknown} [value] the validated value, if none is
 */

/**
 * @param {typeof import("../src/pure.ts")} library
 * @param {string} schema JSON: a dump, or an array of them, of which the last one is used
 * @param {string} document JSON
 * @returns {Outcome}
 */
export function validate({ Any, formatError, instances, load }, schema, document) {
  const findings = (error) =>
    Array.from(error, (one) => {
      const { offset, line, column } = one;
      const [[path, message]] = formatError(one);
      return { path, message, offset, line, column };
    });

  const dump = Any().safeJson(schema);
  if (!dump.ok) return { wrong: "schema", findings: findings(dump.error) };
  instances.clear();
  let validator;
  try {
    for (const one of Array.isArray(dump.value) ? dump.value : [dump.value]) validator = load(one);
    if (validator === undefined) throw new Error("an empty array is no schema");
  } catch (error) {
    return { wrong: "schema", findings: [{ path: "", message: String(error) }] };
  }
  try {
    const result = validator.safeJson(document);
    return result.ok
      ? { wrong: undefined, findings: [], value: result.value }
      : { wrong: "document", findings: findings(result.error), isTruncated: result.error.truncated };
  } catch (error) {
    // Such as a reference to an alias that nobody has given.
    return { wrong: "schema", findings: [{ path: "", message: String(error) }] };
  }
}
