import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { TableMemory } from '#platform/lists/listCalls.ts';
import { encodeQuery, pathWithQuery, readQuery } from '../route/navigation.ts';
import { getListMemory, setListMemory } from './listMemory.ts';
import type { Table } from './tableMemory.ts';

const PLAIN = ['pageNum', 'pageSize', 'sort', 'order', 'view', 'orgId', 'searchRange'] as const;
/** Of these, what leaves out rows as the list's own filters do. */
const NARROWING = ['view', 'orgId', 'searchRange'] as const;
const USUAL_SIZE = 20;

export type Values = Readonly<Record<string, string>>;
type Patch = Readonly<Record<string, string | undefined>>;

const NOTHING: Values = {};

interface ListOf {
  /** The filters that may stand in the address. */
  open: readonly string[];
  /** Those that must not: names, id cards, phone numbers. */
  personal: readonly string[];
  /** Further names of the address, which are no filters: they stay when the list is reset. */
  keep?: readonly string[];
  table: Pick<Table, 'memory' | 'keep'>;
  /** The list opens at its newest rows, whatever was left: of the memory, the rows a page alone count. */
  atTop?: boolean;
}

/**
 * A list's state: filters, view, order and page, as texts by the endpoint's input names. The address holds all except the personal
 * ones, so that a link opens the same list; personal ones are kept in the list's memory. An address without order and page gets
 * those with which the account left the list.
 */
export function useListState({ open, personal, keep, table, atTop = false }: ListOf) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { memory, keep: remember } = table;
  const known = useMemo(() => [...PLAIN, ...open, ...(keep ?? [])], [open, keep]);
  const [secret, setSecret] = useState<Values>(() => pick(getListMemory(pathname), personal));
  // The router takes its time to change the address; until then the change itself is what counts, or a second one would lose it.
  const [ahead, setAhead] = useState<Values | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has arrived
  useEffect(() => setAhead(null), [search]);
  const left = useMemo(() => (search === '' && !atTop ? placeLeft(memory) : NOTHING), [search, atTop, memory]);
  const values: Values = useMemo(
    () => ({ ...(ahead ?? { ...left, ...(readQuery(search, known) as Record<string, string>) }), ...secret }),
    [search, known, secret, ahead, left],
  );
  useEffect(() => {
    if (left !== NOTHING && ahead === null) navigate(pathWithQuery(pathname, left), { replace: true });
  }, [left, ahead, pathname, navigate]);

  const show = useCallback(
    (patch: Patch) => {
      const next: Record<string, string> = {};
      // Any change but one of the page itself starts at the first page.
      for (const [name, value] of Object.entries({ ...values, pageNum: undefined, ...patch })) {
        if (value) next[name] = value;
      }
      const kept = pick(next, personal);
      setListMemory(pathname, kept);
      setSecret(kept);
      const shown = pick(next, known);
      setAhead(shown);
      // A page, a view and an organisation are places to come back to; a filter is set step by step.
      const step = 'pageNum' in patch || 'view' in patch || 'orgId' in patch;
      navigate(pathWithQuery(pathname, shown), { replace: !step });
      return next;
    },
    [values, personal, known, pathname, navigate],
  );

  const change = useCallback(
    (patch: Patch) => {
      const next = show(patch);
      const narrowed = [...NARROWING, ...open, ...personal].some((name) => next[name]);
      const page = narrowed ? undefined : Number(next.pageNum) || undefined;
      remember({
        ...(atTop ? {} : { pageNum: page && page > 1 ? page : undefined }),
        ...(!atTop && 'sort' in patch ? { sort: patch.sort, order: patch.order === 'desc' ? 'desc' : undefined } : {}),
        ...('pageSize' in patch ? { pageSize: Number(patch.pageSize) || undefined } : {}),
      });
    },
    [show, open, personal, atTop, remember],
  );

  return {
    values,
    change,
    page: Number(values.pageNum) || 1,
    size: Number(values.pageSize) || memory.pageSize || USUAL_SIZE,
    /** View, filters and order without page, organisation and personal filters, as a saved view keeps them. */
    query: encodeQuery({
      ...pick(values, known),
      pageNum: undefined,
      pageSize: undefined,
      orgId: undefined,
      searchRange: undefined,
    }),
    /** Shows what a saved view kept, at the organisation where the list stands; its order is the view's, not the list's. */
    open: (query: string) => {
      const { orgId, searchRange, pageSize } = values;
      const kept = readQuery(`?q=${query}`, known) as Record<string, string>;
      show({
        ...Object.fromEntries([...known, ...personal].map((name) => [name, undefined])),
        orgId,
        searchRange,
        pageSize,
        ...kept,
      });
    },
    /** How many filters are set, the personal ones too. */
    filtered: [...open, ...personal].filter((name) => values[name]).length,
    reset: () =>
      change({ ...Object.fromEntries([...open, ...personal].map((name) => [name, undefined])), view: undefined }),
  };
}

export type ListState = ReturnType<typeof useListState>;

/** Order and page as they were left, or `NOTHING`. */
function placeLeft({ sort, order, pageNum }: TableMemory): Values {
  if (!sort && !pageNum) return NOTHING;
  return {
    ...(sort ? { sort, ...(order ? { order } : {}) } : {}),
    ...(pageNum ? { pageNum: String(pageNum) } : {}),
  };
}

function pick(from: Values, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = from[name];
    if (value) picked[name] = value;
  }
  return picked;
}
