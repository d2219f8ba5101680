/** Numbers as people read them. */

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** `17.1 MB`; units of 1,000, as disks and file managers count. */
export function amount(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}

/** `1,234 lines`, `1 line`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
