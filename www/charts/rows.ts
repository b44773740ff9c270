// Charts with one row for each statement: how high they are.

const ROW_HEIGHT = 44;
export const MARGIN = { top: 6, bottom: 40, left: 6, right: 14 };
export const LARGEST_WIDTH = 720;

export function heightOfRows(rows: number): number {
  return rows * ROW_HEIGHT + MARGIN.top + MARGIN.bottom;
}
