/** What tests of Datetime share. */

export const ISO = "%Y-%m-%dT%H:%M:%S%z";
export const UTC = { tz: "UTC" };
export const BERLIN = { tz: "Europe/Berlin" };
