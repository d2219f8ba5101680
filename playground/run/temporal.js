/** Dates need Temporal: the browser's, else the polyfill. */
import { Temporal } from "temporal-polyfill";

if (!("Temporal" in globalThis)) globalThis.Temporal = Temporal;
