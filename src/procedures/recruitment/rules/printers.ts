/**
 * The two crosses of the calibration sheet, in mm from the left and upper edge of an A4 paper: what a printer makes of their
 * places tells by how much it shifts and stretches.
 */
export const CROSSES = { first: { x: 20, y: 20 }, last: { x: 190, y: 277 } } as const;

/** Where the crosses came out, from the left and upper edge of the paper, in tenths of a millimetre. */
export interface Measured {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A printer that puts everything where it belongs. */
export const EXACT: Measured = {
  left: CROSSES.first.x * 10,
  top: CROSSES.first.y * 10,
  right: CROSSES.last.x * 10,
  bottom: CROSSES.last.y * 10,
};

/** Further off than this, in tenths of a millimetre, a sheet was measured wrongly or printed as 适应页面. */
export const MOST_OFF = 120;

/** What is amiss with what was measured, by field. */
export function measuredFaults(measured: Measured): Partial<Record<keyof Measured, string>> {
  return Object.fromEntries(
    (Object.keys(EXACT) as (keyof Measured)[])
      .filter((key) => Math.abs(measured[key] - EXACT[key]) > MOST_OFF)
      .map((key) => [
        key,
        `应在${(EXACT[key] - MOST_OFF) / 10}至${(EXACT[key] + MOST_OFF) / 10}毫米之间，请核对是否按实际大小（100%）打印`,
      ]),
  );
}

/** Where something is to be sent in one direction, so that it comes out at a place, both in mm. */
const along = (place: number, from: number, to: number, first: number, last: number) =>
  first + ((place - from / 10) * (last - first)) / ((to - from) / 10);

/** Where a printer is to be sent so that it prints at a place of the paper: its shift and stretch are undone. All in mm. */
export function printerCorrection({ x, y }: { x: number; y: number }, { left, top, right, bottom }: Measured) {
  return {
    x: along(x, left, right, CROSSES.first.x, CROSSES.last.x),
    y: along(y, top, bottom, CROSSES.first.y, CROSSES.last.y),
  };
}
