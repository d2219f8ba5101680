/** What the service takes and sends: a schema for each kind. All types follow from these. */
import * as v from "validlib";

const email = v.Str({
  format: "email",
  mode: "with-tld",
  strip: true,
  case: "lower",
  maxlen: 254,
  meta: { description: "Where we write to.", examples: ["ann@example.org"] },
});

/** What there is to know of a customer. */
const details = v.Dict({
  name: v.Str({ strip: true, minlen: 1, maxlen: 100, messages: { minlen: "Tell us your name." } }),
  email,
  password: v.Str({ minlen: 12, maxlen: 200, secret: true, meta: { writeOnly: true } }),
  again: v.Str({ secret: true, meta: { writeOnly: true, description: "The password once more." } }),
  birthday: v.Optional(v.Date({ format: "iso", min: "1900-01-01" })),
  phone: v.Nullable(v.Str({ format: "e164" })),
  website: v.Optional(v.Str({ format: "url", protocols: ["https"] })),
  newsletter: v.Default(v.Bool(), false),
});

/** Checks name the keys that they need. What is picked without one of these keys is picked from the details. */
const account = v.Pipe(
  details,
  v.Check(({ password, again }) => again === password, {
    keys: ["password", "again"],
    path: ["again"],
    message: "The passwords differ.",
  }),
  v.Check(({ name, password }) => !password.toLowerCase().includes(name.toLowerCase()), {
    keys: ["name", "password"],
    path: ["password"],
    message: "Your name is in the password.",
  }),
);

/** Said by the schema, and by a handler that finds it out later. */
export const TAKEN = "This address is taken.";

/** @param isFree asks the database whether an email address belongs to no customer yet. */
export const signUp = (isFree: (email: string) => Promise<boolean>) =>
  v.Pipe(
    v.extend(account, {
      email: v.Pipe(email, v.Check(isFree, { async: true, message: TAKEN, code: "taken" })),
    }),
    v.Transform(({ again, ...customer }) => customer),
  );

export type Customer = v.Infer<ReturnType<typeof signUp>>;

const id = v.Int({ min: 1 });

// What the service sends of customers. Other keys are left out: no password leaves it by mistake.

export const signedUp = v.extend(v.pick(details, ["name", "birthday"]), { id }, { unknown: "strip" });

export const customers = v.List(
  v.extend(
    v.pick(details, ["name", "email", "birthday", "phone", "website", "newsletter"]),
    { id },
    { unknown: "strip" },
  ),
);

/** What a customer may change: each key alone. */
export const changes = v.partial(v.pick(details, ["name", "phone", "website"]));

export const changed = v.Dict({ changed: v.List(v.Str()) });

export const customerId = v.Dict({ id: v.Int({ coerce: "text", min: 1 }) });

/** A search for customers. A page number that makes no sense is 1: people edit addresses. */
export const search = v.Dict(
  {
    q: v.Optional(v.Str({ strip: true, maxlen: 100 })),
    phone: v.Default(v.Bool({ coerce_str: true }), false),
    id: v.Default(v.List(v.Int({ coerce: "text" }), { maxlen: 100 }), []),
    page: v.Default(v.Fallback(v.Int({ coerce: "text", min: 1 }), 1), 1),
  },
  { multikeys: ["id"], nested: true },
);

const item = v.Dict(
  {
    article: v.Str({
      pattern: /^[A-Z]{3}-\d{4}$/,
      messages: { pattern: "An article number is like ABC-1234." },
      meta: { examples: ["ABC-1234"] },
    }),
    count: v.Int({ min: 1, max: 100 }),
  },
  { meta: { id: "Item" } },
);

const payment = v.Union(
  [
    v.Dict({ by: v.Const("card"), number: v.Str({ format: "credit-card", secret: true }) }, { meta: { id: "Card" } }),
    v.Dict({ by: v.Const("transfer"), iban: v.Str({ format: "iban" }) }, { meta: { id: "Transfer" } }),
  ],
  { discriminator: "by" },
);

export const order = v.Pipe(
  v.Dict(
    { items: v.List(item, { minlen: 1, maxlen: 50 }), payment, note: v.Optional(v.Str({ maxlen: 500 })) },
    { meta: { id: "Order" } },
  ),
  v.Check(
    ({ items }, fail) => {
      const articles = new Set<string>();
      for (const [index, { article }] of items.entries()) {
        if (articles.has(article)) fail({ path: ["items", index, "article"], message: "This article comes twice." });
        articles.add(article);
      }
    },
    { keys: ["items"] },
  ),
);

export type Order = v.Infer<typeof order>;

export const ordered = v.Dict({ count: v.Int({ min: 1 }), paid: v.Bool() });

/** Sent along with an order, so that a client may send it again. Other header fields are of no interest. */
export const orderHeaders = v.Dict(
  { key: v.Str({ format: "uuid" }) },
  { names: { key: "idempotency-key" }, unknown: "strip" },
);

/** The form on the page "Contact". Browsers send a field that was left blank as "". */
export const contact = v.Dict(
  { email, message: v.Str({ strip: true, minlen: 10, maxlen: 5000 }), name: v.Optional(v.Str({ maxlen: 100 })) },
  { skip_blank: true, dispose: ["csrf"] },
);
