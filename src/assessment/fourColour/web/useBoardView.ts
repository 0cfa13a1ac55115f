import { useLocation, useNavigate } from 'react-router';
import type { Viewed } from '#platform/web/list/ViewTabs.tsx';
import { encodeQuery, pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import type { Cockpit } from '../contract.ts';

export const COCKPIT = '/affairs/cockpit';
const NAMES = ['org', 'checks', 'only'] as const;
type Patch = Readonly<Record<string, string | undefined>>;

/** How the cockpit is looked at, as its address holds it: where, which checks, and only what is not fulfilled. */
export function useBoardView() {
  const navigate = useNavigate();
  const values = readQuery(useLocation().search, NAMES);
  const show = (next: Patch) => navigate(pathWithQuery(COCKPIT, next));
  const state: Viewed = {
    values: values as Readonly<Record<string, string>>,
    query: encodeQuery({ org: values.org, checks: values.checks, only: values.only }),
    change: (patch: Patch) => show({ ...values, ...patch, view: undefined }),
    open: (query: string) => show(readQuery(`?q=${query}`, NAMES)),
    reset: () => show({}),
  } as Viewed;
  return { org: values.org, chosen: values.checks?.split(',').filter(Boolean) ?? [], only: values.only === '1', state };
}

/** A board with the checks that are looked at alone, and, where asked, only the organisations that break one of them. */
export function filterBoard(board: Cockpit, chosen: readonly string[], only: boolean): Cockpit {
  const at = board.checks.flatMap(({ code }, place) => (chosen.length === 0 || chosen.includes(code) ? [place] : []));
  const rows = board.rows.map((row) => {
    const counts = at.map((place) => row.counts[place] ?? 0);
    return { ...row, counts, open: counts.filter((n) => n > 0).length };
  });
  const sum = (counts: readonly number[]) => counts.reduce((all, n) => all + n, 0);
  return {
    ...board,
    checks: at.flatMap((place) => board.checks[place] ?? []),
    rows: rows.filter(({ open }) => !only || open > 0).sort((a, b) => b.open - a.open || sum(b.counts) - sum(a.counts)),
  };
}
