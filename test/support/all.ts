/** What an iterable gives, as an array. */
export async function all<T>(given: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of given) found.push(one);
  return found;
}
