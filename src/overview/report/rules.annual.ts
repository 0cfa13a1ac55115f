/** The tables of a year that are frozen: the key of the report that counts the same at any day, and what the annual statistics call it. */
export const ANNUAL_TABLES = { countChangeReport: '党员增减情况', statisic: '党员基本情况' } as const;
export type AnnualTable = keyof typeof ANNUAL_TABLES;
export const ANNUAL_KEYS = Object.keys(ANNUAL_TABLES) as [AnnualTable, ...AnnualTable[]];

/** Levels below whoever gathers a year that confirm it. */
export const CONFIRM_LEVELS = 2;
/** Ended years that may still be gathered. */
export const YEARS_BACK = 3;

/** How far an organisation is with a year. */
export const CONFIRM_STATES = { waiting: '待确认', confirmed: '已确认', returned: '已退回' } as const;
export type ConfirmState = keyof typeof CONFIRM_STATES;

/** The first and the last day of a year. */
export const spanOfYear = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/**
 * Which level below whoever gathers a year an organisation stands at, from 0, by their codes; null: beside or above.
 * @param top code of whoever gathers it
 */
export const levelBelow = (top: string, code: string): number | null =>
  code.startsWith(top) ? (code.length - top.length) / 4 : null;

const FROZEN = /^frozen-([1-9]\d{0,17})-(\w+)$/;
/** The key of a frozen table among those of reports. */
export const frozenKey = (freezeId: string, table: AnnualTable): string => `frozen-${freezeId}-${table}`;
/** What a key of a frozen table names; undefined: it names another report. */
export function frozenOf(key: string): { freezeId: string; table: AnnualTable } | undefined {
  const [, freezeId, name] = FROZEN.exec(key) ?? [];
  const table = ANNUAL_KEYS.find((one) => one === name);
  return freezeId && table ? { freezeId, table } : undefined;
}

/** Where the years stand, and one of them. */
export const ANNUAL = '/decisionSupport/annual';
export const annualPath = (id: string): string => `${ANNUAL}/${id}`;
export const comparePath = (freezeId: string): string => `${ANNUAL}/compare/${freezeId}`;
