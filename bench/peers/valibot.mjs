import { version } from "../versions.mjs";

export async function load() {
  const v = await import("valibot");
  const of = (shape) => schemas[shape.kind](shape);
  const piped = (schema, ...actions) => (actions.length === 0 ? schema : v.pipe(schema, ...actions));
  const limits = ({ min, max }) => [
    ...(min === undefined ? [] : [v.minValue(min)]),
    ...(max === undefined ? [] : [v.maxValue(max)]),
  ];
  const schemas = {
    int: (shape) => v.pipe(v.number(), v.integer(), ...limits(shape)),
    float: (shape) => piped(v.number(), ...limits(shape)),
    str: ({ minlen, maxlen, pattern, options }) => {
      if (options) return v.picklist(options);
      const actions = [];
      if (minlen !== undefined) actions.push(v.minLength(minlen));
      if (maxlen !== undefined) actions.push(v.maxLength(maxlen));
      if (pattern !== undefined) actions.push(v.regex(new RegExp(pattern, "u")));
      return piped(v.string(), ...actions);
    },
    bool: () => v.boolean(),
    constant: ({ value }) => v.literal(value),
    list: ({ item }) => v.array(of(item)),
    record: ({ keys, optional, extra, unknown }) => {
      const members = Object.entries(keys).map(([key, shape]) => [
        key,
        optional.includes(key) ? v.optional(of(shape)) : of(shape),
      ]);
      const known = Object.fromEntries(members);
      if (extra) return v.objectWithRest(known, of(extra));
      return { refuse: v.strictObject, drop: v.object, pass: v.looseObject }[unknown](known);
    },
    union: ({ tag, steps }) => v.variant(tag, steps.map(of)),
    recursive: ({ name, body }) => {
      refs[name] = of(body);
      return refs[name];
    },
    ref: ({ name }) => v.lazy(() => refs[name]),
  };
  const refs = {};
  const make = (call) => (shape) => call(of(shape));
  return {
    version: version("valibot"),
    copies: true,
    is: make((schema) => (value) => v.is(schema, value)),
    value: make((schema) => (value) => v.parse(schema, value)),
    ok: make((schema) => (value) => v.safeParse(schema, value).success),
    read: make((schema) => (value) => {
      const { success, issues } = v.safeParse(schema, value);
      if (success) return 0;
      let length = 0;
      for (const issue of issues) length += (v.getDotPath(issue)?.length ?? 0) + issue.message.length;
      return length;
    }),
  };
}
