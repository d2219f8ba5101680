/**
 * The seed of all properties. It is the same in every run: a change must not be refused for a defect it has not
 * brought. The search for those that are there already is `VALIDLIB_SEED=<number> npm test`, with one number after
 * another.
 */
import fc from "fast-check";

const { VALIDLIB_SEED = "20261121" } = process.env;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(VALIDLIB_SEED) });
