/** Standard Schema: the specification's own helpers find the types of validators. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { AllOf, Dict, type Infer, type InferInput, Int, Str, Transform, type Validator } from "../../src/index.ts";
import { exact } from "./exact.ts";

const order = Dict({ id: Int({ coerce: true }), note: Str({ nullable: true }) }, { optional: ["note"] });
exact<StandardSchemaV1.InferOutput<typeof order>, Infer<typeof order>>();
exact<StandardSchemaV1.InferOutput<typeof order>, { id: number; note?: string | null }>();
exact<StandardSchemaV1.InferInput<typeof order>, InferInput<typeof order>>();
exact<StandardSchemaV1.InferInput<typeof order>, { id: number | string | boolean; note?: string | null | undefined }>();

const size = AllOf(
  Str(),
  Transform((text: string) => text.length),
);
exact<StandardSchemaV1.InferInput<typeof size>, string>();
exact<StandardSchemaV1.InferOutput<typeof size>, number>();

declare const any: Validator<number, string>;
any satisfies StandardSchemaV1<string, number>;
// @ts-expect-error: it takes text
any satisfies StandardSchemaV1<Date, number>;
