/** Formats numbers for people, in English whatever the locale. */

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** `17.1 MB`, in units of 1,000 like disks and file managers. */
export function amount(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return `${format(value, options)} ${UNITS[power]}`;
}

/** `1,234`. */
export function count(value: number): string {
  return format(value);
}

/** `1,234 lines`, `1 line`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** Created lazily and rarely: the first formatter of a process costs milliseconds and megabytes. */
function format(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat("en", options).format(value);
}
