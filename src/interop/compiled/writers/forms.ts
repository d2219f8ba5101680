/** What `nested` of Dict asks of validators: which of them take objects and arrays, as data. */
import { takersOf } from "../../../core/models/form.ts";
import type { Checker } from "../../../core/schemas/checker.ts";
import type { Validator } from "../../../core/validator.ts";
import { array, type Doc, layout, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { NodeWriter } from "../nodes.ts";
import { patternCode } from "./text.ts";

/** The constant of a validator. */
export function formPart(writer: NodeWriter, validator: Checker): string {
  const known = writer.forms.get(validator);
  if (known !== undefined) return known;
  const name = writer.names.take("form");
  writer.forms.set(validator, name);
  const lazily = (one: Checker): Doc => `() => ${formPart(writer, one)}`;
  const { objects, arrays, hasOthers } = takersOf([validator]);
  const parts = [
    objects.length > 0 && member("objects", array(objects.map(({ model }) => objectPart(writer, model, lazily)))),
    arrays.length > 0 &&
      member(
        "arrays",
        array(
          arrays.map(({ first, rest, isPlaced }) =>
            object(
              [
                first.length > 0 && member("first", array(first.map(lazily))),
                rest !== undefined && member("rest", lazily(rest)),
                isPlaced && member("isPlaced", "true"),
              ].filter((one) => one !== false),
            ),
          ),
        ),
      ),
    hasOthers && member("others", "true"),
  ].filter((one) => one !== false);
  writer.declare(layout([`const ${name} = `, object(parts), ";"]));
  return name;
}

type Model = ReturnType<typeof takersOf>["objects"][number]["model"];

function objectPart(writer: NodeWriter, model: Model, lazily: (one: Checker) => Doc): Doc {
  const { names, list, aliases, patterns, extra, multikeys, backtrack } = model;
  const parts = [
    member("members", object(names.map((name, index) => member(name, lazily(list[index] as Validator))))),
    aliases.size > 0 &&
      member("aliases", object([...aliases].map(([alias, name]) => member(String(alias), quoted(name))))),
    patterns.length > 0 &&
      member(
        "patterns",
        array(
          patterns.map(({ source, validator }) => array([patternCode(writer, source, backtrack), lazily(validator)])),
        ),
      ),
    extra !== undefined && member("extra", lazily(extra[1])),
    multikeys !== undefined && member("multikeys", array(multikeys.map(quoted))),
  ];
  return object(parts.filter((one) => one !== false));
}
