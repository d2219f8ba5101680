/** `Transform` with `reports`: the second parameter of its function. */
import { AllOf, Dict, type Infer, type InferInput, Int, Str, Transform, type TransformFail } from "../../src/index.ts";
import { exact } from "./exact.ts";

const amount = AllOf(
  Str(),
  Transform(
    (text, fail) => {
      exact<typeof text, string>();
      exact<typeof fail, TransformFail>();
      const value = Number(text);
      if (Number.isNaN(value)) return fail({ path: [], message: "No number.", code: "nan", params: { text } });
      return value;
    },
    { reports: true },
  ),
);
exact<Infer<typeof amount>, number>();
exact<InferInput<typeof amount>, string>();

const worded = AllOf(
  Dict({ a: Int() }),
  Transform((value, fail) => (value.a > 0 ? value.a : fail()), {
    reports: true,
    message: (error) => error.code,
    encode: (a) => ({ a }),
  }),
);
exact<Infer<typeof worded>, number>();

const whole = Transform({ make: (text: string, fail) => text.length || fail({ message: "Empty." }), reports: true });
exact<Infer<typeof whole>, number>();
const later = Transform(async (text: string, fail) => text.length || fail(), { reports: true, async: true });
exact<Infer<typeof later>, number>();
const wholeLater = Transform({
  make: async (text: string, fail) => text.length || fail(),
  reports: true,
  async: true,
});
exact<Infer<typeof wholeLater>, number>();
const made = new Transform((text: string, fail) => text.length || fail(), { reports: true });
exact<Infer<typeof made>, number>();
// A function need not have the parameter.
Transform((text: string) => text.length, { reports: true });
AllOf(
  Str(),
  Transform((text) => text.length, { reports: true }),
);
// One of one's own.
const upper = (text: string, fail: TransformFail): string => (text === "" ? fail() : text.toUpperCase());
exact<Infer<ReturnType<typeof f>>, string>();
const f = () => AllOf(Str(), Transform(upper, { reports: true }));

// Functions that have other parameters.
Transform(JSON.parse);
Transform(Number);
Transform(Number.parseInt);
Transform(Number.parseInt, { throws: true });
AllOf(Str(), Transform(Number));
exact<Infer<typeof parsed>, number>();
const parsed = AllOf(Str(), Transform(Number.parseFloat, { throws: true }));

// @ts-expect-error without the option there is no second parameter
Transform((text: string, fail: TransformFail) => text.length || fail());
// @ts-expect-error
Transform((text: string, fail: TransformFail) => text.length || fail(), { throws: true });
// @ts-expect-error
Transform((text: string, fail: TransformFail) => text.length || fail(), { reports: false });
// @ts-expect-error
Transform({ make: (text: string, fail: TransformFail) => text.length || fail() });
// @ts-expect-error
Transform((_text: string, fail) => fail({ paths: [] }), { reports: true });
