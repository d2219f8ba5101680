import { judge } from "./judge.ts";
import { testFile } from "./suite.ts";

// Random schemas with values that nearly fit.
testFile("generated", judge);
