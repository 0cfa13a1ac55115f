import type { ReactNode } from 'react';

export interface Option {
  value: string;
  label: string;
  /** How each sign is read, with a gap between (`han zu`): typed letters find it. */
  readings?: string;
}

/** How a column is filtered. The names are the endpoint's own input names. */
export type Filter =
  | {
      kind: 'choice';
      name: string;
      options: readonly Option[];
      multiple?: boolean;
      /** What is shown while none is chosen, where that is not 全部. */
      none?: string;
    }
  /** A part of a text; it may be a name or an address, so it stays out of the page's address. */
  | { kind: 'text'; name: string; placeholder: string }
  | { kind: 'days'; from: string; to: string }
  | { kind: 'numbers'; from: string; to: string; unit: string };

/** One column. The table, the filter bar, the column settings and the export follow from it. */
export interface Column<Row> {
  /** Also the name that the export knows it by. */
  key: string;
  title: string;
  /** CSS pixels at the start; the user may drag it. */
  width: number;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** Cannot be hidden: the name that opens the record. */
  always?: boolean;
  /** Not shown until the user asks for it in the column settings. */
  startsHidden?: boolean;
  /** The endpoint's name of the order by this column; offered when the reply offers it. */
  sort?: string;
  filter?: Filter;
  /** The filter's name where it is not the column's. */
  filterTitle?: string;
  /** Left out of 大字, where fewer columns fit, unless the user arranged the columns; its filter stands under 更多条件. */
  notLarge?: boolean;
  /** No column at all, only its filter. */
  filterOnly?: boolean;
  /** The filter stands under 更多条件. */
  moreFilter?: boolean;
  /** Where the value stands on a phone's card; left out, it is not on the card. */
  card?: 'title' | 'tag' | 'line' | 'side';
  /** The export does not hold it. */
  notExported?: boolean;
}

/** The names that a filter writes. */
export function filterNames(filter: Filter): string[] {
  return filter.kind === 'choice' || filter.kind === 'text' ? [filter.name] : [filter.from, filter.to];
}

/** The input names that the columns' filters write: those that may be in the address, and those that may not. */
export function openAndPersonal(columns: readonly { filter?: Filter }[]): { open: string[]; personal: string[] } {
  const filters = columns.flatMap(({ filter }) => filter ?? []);
  return {
    open: filters.filter(({ kind }) => kind !== 'text').flatMap(filterNames),
    personal: filters.filter(({ kind }) => kind === 'text').flatMap(filterNames),
  };
}

/** A filter's value in words for its button, or the empty text where nothing is filtered. */
export function filterText(filter: Filter, values: Readonly<Record<string, string>>): string {
  if (filter.kind === 'choice') {
    const chosen = (values[filter.name] ?? '').split(',').filter(Boolean);
    const labels = chosen.map((value) => filter.options.find((option) => option.value === value)?.label ?? value);
    return labels.length > 1 ? `${labels[0]}等${labels.length}项` : labels.join('、');
  }
  if (filter.kind === 'text') return values[filter.name] ?? '';
  const from = values[filter.from] ?? '';
  const to = values[filter.to] ?? '';
  const unit = filter.kind === 'numbers' ? filter.unit : '';
  if (from && to) return `${from} 至 ${to}${unit}`;
  if (from) return filter.kind === 'days' ? `${from} 起` : `${from}${unit}以上`;
  if (to) return filter.kind === 'days' ? `${to} 止` : `${to}${unit}以下`;
  return '';
}
