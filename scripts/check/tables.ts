import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allPieces } from './sql/statements.ts';
import { usesOf } from './sql/uses.ts';
import { ROOM_ORDER } from './structure.ts';

const root = join(import.meta.dirname, '../..');

/** Everything that owns tables, lowest first. */
const OWNERS = ['platform', 'house', ...ROOM_ORDER];

/**
 * What everybody may read, for the scope and the rights of every call are made of it; written by its owner alone, as any other table.
 * Nothing stands here that nobody reads from below its owner.
 */
export const GROUND: Readonly<Record<string, string>> = {
  organisation: 'the scope of every call is a range of its codes',
  member: 'who an account is: people without office see their own record',
  session: 'every request is asked for it',
  account: 'who acts, as logs and papers name them',
  account_role: 'where somebody acts, and as what',
  role: 'what a place gives',
  permission: 'the names of rights',
  usable_grant: 'the roles that hold now',
  grant_right: 'the rights of a role that holds',
  grant_given: 'the rights that it is given',
  grant_taken: 'the rights that are taken from it',
  site_config: 'what administrators set for all, such as the term to answer',
  rights_version: 'whether rights that were read still hold',
};

/** `people/org` of a file of that room; `platform`, `house`; null: it belongs to none. */
function placeOf(file: string): string | null {
  const [, ring = '', room = ''] = /^src\/([^/]+)\/([^/]+)\//.exec(file) ?? [];
  if (ring === 'platform' || ring === 'house') return ring;
  return ROOM_ORDER.includes(`${ring}/${room}`) ? `${ring}/${room}` : null;
}

/** The owner of each table, as the manifests tell it. */
export async function ownersOfTables(): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (const path of globSync(['src/**/server/tables.ts', 'src/platform/server/database/platformTables.ts'], {
    cwd: root,
  })) {
    const place = placeOf(path.replaceAll('\\', '/'));
    if (!place) continue;
    const lists = Object.values(await import(pathToFileURL(join(root, path)).href)) as object[];
    for (const list of lists) for (const table of Object.keys(list)) owners.set(table, place);
  }
  return owners;
}

/** What the database's own functions read and write, by the last migration that makes each. */
function functionsOf(isTable: (name: string) => boolean): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of globSync('db/migrations/*.sql', { cwd: root }).sort()) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, name = '', , body = ''] of text.matchAll(
      /create (?:or replace )?function (\w+)\s*\([\s\S]*?(\$\w*\$)([\s\S]*?)\2/gi,
    ))
      found.set(name.toLowerCase(), [...new Set(usesOf(body, isTable, () => false).map(({ table }) => table))]);
  }
  return found;
}

/** A place that reads or writes a table. */
export interface TableUse {
  table: string;
  owner: string;
  by: string;
  writes: boolean;
  at: string;
}

/** Every use of a table by a statement of the product, in the order of the files. */
export async function tableUses(): Promise<TableUse[]> {
  const owners = await ownersOfTables();
  const isTable = (name: string) => owners.has(name);
  const functions = functionsOf(isTable);
  const uses: TableUse[] = [];
  for (const { file, line, text } of allPieces()) {
    const by = placeOf(file);
    if (!by) continue;
    for (const { table, writes } of usesOf(text, isTable, (name) => functions.has(name)))
      for (const used of functions.get(table) ?? [table])
        uses.push({ table: used, owner: owners.get(used) ?? '', by, writes, at: `${file}:${line}` });
  }
  return uses;
}

/** Statements that write a table of another room, or read one whose owner stands above them. */
export async function tableFaults(): Promise<string[]> {
  const uses = await tableUses();
  const rank = (place: string) => OWNERS.indexOf(place);
  const isUpward = ({ by, owner }: TableUse) => rank(by) < rank(owner);
  const faults = uses.flatMap((use) => {
    const { table, owner, by, writes, at } = use;
    if (writes && by !== owner)
      return [`${at}: writes ${table}, which ${owner} owns: by a statement of its server/index.ts`];
    if (!writes && isUpward(use) && !(table in GROUND))
      return [`${at}: reads ${table} of ${owner}, which stands above ${by}: ${owner} announces what is asked`];
    return [];
  });
  for (const table of Object.keys(GROUND))
    if (!uses.some((use) => use.table === table && isUpward(use)))
      faults.push(`scripts/check/tables.ts: nobody below its owner reads ${table}: it is no common ground any more`);
  return [...new Set(faults)];
}

/** docs/tables.md: each table with its owner and who else reads it. */
export async function tablesPage(): Promise<string> {
  const [owners, uses] = [await ownersOfTables(), await tableUses()];
  const readers = Map.groupBy(
    uses.filter(({ by, owner }) => by !== owner),
    ({ table }) => table,
  );
  const short = (place: string) => place.split('/')[1] ?? place;
  const head = [
    '# Tables',
    '',
    'Generated from the manifests and from the statements in the source (`npm run docs`). A table is written by its owner alone;',
    'it is read by its owner and by what stands above it. `npm run check tables` refuses anything else.',
    '',
    'Common ground is read from below as well:',
    '',
    ...Object.entries(GROUND).map(([table, reason]) => `- \`${table}\`: ${reason}`),
    '',
  ];
  const parts = OWNERS.flatMap((place) => {
    const tables = [...owners]
      .filter(([, owner]) => owner === place)
      .map(([table]) => table)
      .sort();
    if (tables.length === 0) return [];
    const rows = tables.map((table) => {
      const by = new Set((readers.get(table) ?? []).map((use) => use.by));
      return `| ${table} | ${OWNERS.filter((place) => by.has(place))
        .map(short)
        .join(', ')} |`;
    });
    return [`## ${place}`, '', '| table | read by |', '|---|---|', ...rows, ''];
  });
  return `${[...head, ...parts].join('\n').trimEnd()}\n`;
}
