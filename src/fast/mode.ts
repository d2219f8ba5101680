/** How values are judged, and by what. */
export const values: { mode: "check" | "compiled" | "auto"; answered: number; calledOut: number } = {
  mode: "auto",
  answered: 0,
  calledOut: 0,
};
