import { REGIONS } from '#platform/places/regions.ts';
import { REASONS, TRADES } from './rules.ts';

/** How many people of one province, reason and trade. */
export interface ReportCell {
  /** Two digits of GB/T 2260; `abroad`; empty: no region of the table. */
  region: string;
  reason: number;
  trade: number;
  n: number;
}

/** A line of the report: a trade within a province, by reason. */
export interface ReportLine {
  region: string;
  regionName: string;
  trade: number;
  tradeName: string;
  reasons: Readonly<Record<number, number>>;
  n: number;
}

export const REASON_CODES = Object.keys(REASONS).map(Number);
export const PROVINCES = REGIONS.filter(({ level }) => level === 'province');

/** What a region of the report is called. */
export const regionName = (region: string): string =>
  region === 'abroad'
    ? '境外'
    : (PROVINCES.find(({ code }) => code.startsWith(region) && region !== '')?.name ?? '未注明地区');

/** The lines of a report: the provinces with the most people first, within each the trades with the most. */
export function reportLines(cells: readonly ReportCell[]): ReportLine[] {
  const regions = new Map<string, number>();
  const lines = new Map<string, ReportLine & { reasons: Record<number, number> }>();
  for (const { region, reason, trade, n } of cells) {
    regions.set(region, (regions.get(region) ?? 0) + n);
    const key = `${region} ${trade}`;
    const line = lines.get(key) ?? {
      region,
      regionName: regionName(region),
      trade,
      tradeName: (TRADES as Readonly<Record<number, string>>)[trade] ?? '其他',
      reasons: {},
      n: 0,
    };
    line.reasons[reason] = (line.reasons[reason] ?? 0) + n;
    line.n += n;
    lines.set(key, line);
  }
  const of = (region: string) => regions.get(region) ?? 0;
  return [...lines.values()].sort(
    (a, b) => of(b.region) - of(a.region) || a.region.localeCompare(b.region) || b.n - a.n || a.trade - b.trade,
  );
}
