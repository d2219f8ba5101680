/** Where in an item of a JSON array a chunk ended. */
export class ItemState {
  /** Open brackets of the item. They need not match: the item is validated later. */
  depth = 0;
  isInString = false;
  /** True after a backslash in a string. */
  isEscaped = false;
  /** True if the item has more than white space so far. */
  hasContent = false;
}

/** How long a text is, as people count. */
export interface Extent {
  readonly lineFeeds: number;
  /** Characters behind the last line feed. */
  readonly characters: number;
}
