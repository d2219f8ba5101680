/** The bound of the memory of columns. */
import { expect, test } from "vitest";
import { Room } from "../../src/core/json/columns.ts";

test("columns take as much memory as there is room for, and no more", () => {
  const room = new Room(10);
  room.take(4);
  room.take(6);
  expect(room.used).toBe(10);
  const message = "The columns of about 64 kB of lines, or of one record, take more than 10 bytes";
  expect(() => room.take(1)).toThrow(new RangeError(message));
});

test("that is 1 GiB, unless another is given", () => {
  const room = new Room();
  room.take(2 ** 30);
  expect(() => room.take(1)).toThrow(Room.exceeded(2 ** 30));
});
