/** Emoji and where to find their images: `emoji.json` of the `emoji-datasource` package. */
import { Bool, Dict, Int, List, Str } from "validlib";

const categories = [
  "Activities",
  "Animals & Nature",
  "Component",
  "Flags",
  "Food & Drink",
  "Objects",
  "People & Body",
  "Smileys & Emotion",
  "Symbols",
  "Travel & Places",
];

/** Versions of Unicode Emoji. */
const versions = "0.6 0.7 1.0 2.0 3.0 4.0 5.0 11.0 12.0 12.1 13.0 13.1 14.0 15.0 15.1 16.0".split(" ");

/** Code points in hexadecimal, joined by dashes: "1F468-200D-1F4BB". */
const codes = "^[0-9A-F]{4,5}(?:-[0-9A-F]{4,5}){0,9}$";
/** Codes of Japanese phone companies, and of Google's early ones: null where they had no such emoji. */
const legacy = Str({ nullable: true, pattern: "^[0-9A-F]{4,5}(?:-[0-9A-F]{4})?$" });
/** One skin tone, or one for each of two people. */
const tones = "^1F3F[B-F](?:-1F3F[B-F])?$";

/** What an emoji and its variations in other skin tones have in common. */
const image = {
  unified: Str({ pattern: codes }),
  non_qualified: Str({ nullable: true, pattern: codes }),
  image: Str({ pattern: "^[0-9a-f]{4,5}(?:-[0-9a-f]{4,5}){0,9}\\.png$" }),
  sheet_x: Int({ min: 0, max: 61 }),
  sheet_y: Int({ min: 0, max: 61 }),
  added_in: Str({ options: versions }),
  has_img_apple: Bool(),
  has_img_google: Bool(),
  has_img_twitter: Bool(),
  has_img_facebook: Bool(),
  obsoletes: Str({ pattern: codes }),
  obsoleted_by: Str({ pattern: codes }),
};
const variation = Dict(image, { optional: ["obsoletes", "obsoleted_by"] });

const shortName = Str({ maxlen: 60, pattern: "^[a-z0-9_+-]+$" });

const emoji = Dict(
  {
    name: Str({ minlen: 2, maxlen: 80, pattern: "^[\\p{Lu}\\p{N}][\\p{L}\\p{M}\\p{N} \\-&:*.,()#\u2019]+$" }),
    ...image,
    docomo: legacy,
    au: legacy,
    softbank: legacy,
    google: legacy,
    short_name: shortName,
    short_names: List(shortName, { minlen: 1, unique: true }),
    text: Str({ nullable: true, minlen: 2, maxlen: 3 }),
    texts: List(Str({ minlen: 2, maxlen: 4 }), { nullable: true, minlen: 1, unique: true }),
    category: Str({ options: categories }),
    subcategory: Str({ pattern: "^[a-z]+(?:(?:-| & )[a-z]+)*$" }),
    sort_order: Int({ min: 1, max: 9999 }),
    skin_variations: Dict({ extra: [Str({ pattern: tones }), variation], minlen: 5, maxlen: 25 }),
  },
  { optional: ["skin_variations", "obsoletes", "obsoleted_by"] },
);

export default List(emoji, { minlen: 1 });
