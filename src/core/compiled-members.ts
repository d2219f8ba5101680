/** Lets compiled validators be members of others; importing this file is enough. Bundles for browsers do without it. */
import { validatorOf } from "./compiled.ts";
import { readMembersBy } from "./validator.ts";

readMembersBy(validatorOf);
