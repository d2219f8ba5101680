/** What the form asks for. The server that gets it validates by the same schema. */
import { Bool, Dict, Str } from "validlib";

export const login = Dict({
  email: Str({ format: "email", mode: "with-tld", messages: { format: "An email address, please." } }),
  password: Str({ minlen: 8, maxlen: 100 }),
  remember: Bool(),
});
