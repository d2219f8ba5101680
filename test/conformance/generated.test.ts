import "../support/fresh.ts";
import { runCase } from "./run-case.ts";
import { testFile } from "./suite.ts";

// Random schemas with values that nearly fit.
testFile("generated", runCase);
