import type { ComponentType, ReactNode } from 'react';
import type { Endpoint, InputOf, ReplyOf, RowOf } from '#platform/contract.ts';
import type { UploadedFile } from '#platform/files/fileCalls.ts';
import type { NounCalls } from '#platform/noun/calls.ts';
import type { Field } from '#platform/noun/fields.ts';
import type { AnyNoun } from '#platform/noun/noun.ts';
import type { Form, FormValues } from '../form/useForm.ts';
import type { Column, Option } from '../list/columns.ts';
import type { ListPageProps } from '../list/ListPage.tsx';
import type { ListState } from '../list/useListState.ts';
import { pathWithQuery } from '../route/navigation.ts';

/** What the pages of a noun need of modules above the platform. */
export interface NounWebHouse {
  useDict: (...codes: string[]) => Readonly<Record<string, readonly Option[]>>;
  OrgField: ComponentType<{ form: Form; name: string; label: string; required?: boolean; hint?: string }>;
  /** The tree beside the list; null where the session's scope is one organisation. */
  useSide: () => ListPageProps<never>['side'] | null;
  /** An organisation by its id; `failed`: it cannot be read. */
  useOrg: (id: string) => { name: string; failed: { error: Error; refetch: () => Promise<unknown> } | null };
  orgHref: (id: string) => string;
  /** The recycle bin's call. */
  restore: Endpoint;
}

/** Where a noun's pages are. */
export interface NounPlace {
  list: string;
  browse: (id: string) => string;
  edit: (id: string) => string;
  add: (orgId: string) => string;
}

/** The addresses below a list; the specification's own words where it has some. */
export function nounPlace(
  list: string,
  { browse = 'browse', edit = 'edit', add = 'add' }: { browse?: string; edit?: string; add?: string } = {},
): NounPlace {
  const below = (word: string) => (id: string) => `${list}/${word}/${id}`;
  return { list, browse: below(browse), edit: below(edit), add: below(add) };
}

/** A list's row of any noun. */
export type NounRow = Readonly<Record<string, unknown>> & {
  id: string;
  orgId: string;
  can: { edit: boolean; remove: boolean };
};
/** A record of any noun. */
export type NounRecord = NounRow & {
  version: number;
  orgName: string;
  path: readonly { id: string; name: string }[];
  createName: string;
  createDate: string;
  updateName: string;
  updateDate: string;
  /** Its files by field. */
  uploads?: Readonly<Record<string, readonly UploadedFile[]>>;
};

/** The properties of a noun's own control; `record` is null while adding. */
export interface OwnControl {
  form: Form;
  name: string;
  field: Field;
  record: NounRecord | null;
}

interface Looks<Row, Record_> {
  /** The list's title; by default the noun's label. */
  title?: string;
  /** What happens to other things when one is deleted, in one sentence without its end. */
  consequence?: string;
  empty?: { title: string; text: string };
  /** What a column has otherwise than the kit gives it: width, title, cell. */
  columns?: { readonly [K in keyof Row]?: Partial<Column<Row>> };
  /** Columns beside those of the declaration, last. */
  further?: readonly Column<Row>[];
  /** Tags beside the name of a record. */
  tags?: (record: Record_) => ReactNode;
  /** What stands in the record's head below its place, as label and value. */
  facts?: (record: Record_) => readonly (readonly [label: string, value: ReactNode])[];
  /** The record shows the fields of all its sections below this one title. */
  together?: string;
  /** How a value reads in the record; null: it lacks, undefined: its line is left out. */
  values?: { readonly [K in keyof Record_]?: (record: Record_) => ReactNode };
  /** Further acts in the record's head. */
  acts?: (record: Record_) => ReactNode;
  /** What stands below the record's fields. */
  below?: (record: Record_) => ReactNode;
  /** Controls of its own, by field. */
  controls?: { readonly [K in keyof Record_]?: ComponentType<OwnControl> };
  /** Further acts of the list's page, before the primary one. */
  listActs?: (state: ListState) => ReactNode;
}

/** The same where record and form have addresses of their own, with the id in the query. */
export const nounPages = (
  list: string,
  { browse, form, edit = form }: { browse: string; form: string; edit?: string },
): NounPlace => ({
  list,
  browse: (id) => pathWithQuery(browse, { id }),
  edit: (id) => pathWithQuery(edit, { id }),
  add: (orgId) => pathWithQuery(form, { orgId }),
});

/** The pages of a noun without its types: what the kit draws from. */
export interface NounWeb extends Looks<NounRow, NounRecord> {
  noun: AnyNoun;
  calls: NounCalls;
  house: NounWebHouse;
  place: NounPlace;
}

/** The pages of a noun: list, form and record follow from the declaration. Whatever looks different is given in the last argument. */
export function nounWeb<C extends NounCalls>(
  noun: AnyNoun,
  calls: C,
  house: NounWebHouse,
  place: NounPlace,
  looks: Looks<RowOf<C['list']> & NounRow, ReplyOf<C['get']> & NounRecord> = {},
): NounWeb {
  // Each look is called with rows of this noun's own calls alone.
  return { noun, calls, house, place, ...(looks as unknown as Looks<NounRow, NounRecord>) };
}

/** The codes of the dictionaries that a noun's fields name. */
export const dictionariesOf = ({ is }: AnyNoun): string[] => [
  ...new Set(Object.values(is.fields).flatMap(({ options }) => options.dictionary ?? [])),
];

/** What may be chosen for a field. */
export function optionsOf({ options }: Field, dict: Readonly<Record<string, readonly Option[]>>): readonly Option[] {
  if (options.dictionary) return dict[options.dictionary] ?? [];
  return Object.entries(options.labels ?? {}).map(([value, label]) => ({ value, label }));
}

/** A record as its form holds it. */
export const typedOf = ({ is }: AnyNoun, record: Readonly<Record<string, unknown>>): FormValues =>
  Object.fromEntries(
    Object.entries(is.fields).map(([name, { kind }]) => {
      const value = record[name];
      return [name, kind === 'flag' ? value === true : value === null || value === undefined ? '' : String(value)];
    }),
  );

/** The values of a form as they would be stored; a value that is not valid yet counts as empty. */
export const storedOf = ({ is }: AnyNoun, values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(is.fields).map(([name, { schema, kind }]) => {
      const read = schema.safeParse(values[name]);
      return [name, read.success ? read.data : kind === 'line' || kind === 'text' ? '' : null];
    }),
  );

/** An input that the kit made of the declaration, by which the call reads it. */
export const asInput = (_call: Endpoint, input: Readonly<Record<string, unknown>>) => input as InputOf<Endpoint>;
