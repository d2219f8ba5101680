import "../support/fresh.ts";
import { runCase } from "./run-case.ts";
import { testFile } from "./suite.ts";

// Every call of a top-level validator in the original's own tests, and every example of its documentation.
testFile("unit", runCase);
