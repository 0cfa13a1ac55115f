import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync } from 'vite';

const root = join(import.meta.dirname, '../../..');

/** A piece of SQL as it stands in a source file: a template of the tag `sql`, or the table that a builder's call names. */
export interface Piece {
  file: string;
  line: number;
  /** What the template says, each value in it as `$`. A builder's call reads as the words that it stands for. */
  text: string;
}

/** Calls of Kysely's builder with the words before their table. */
const BUILDER: Readonly<Record<string, string>> = {
  selectFrom: 'from',
  innerJoin: 'join',
  leftJoin: 'join',
  rightJoin: 'join',
  fullJoin: 'join',
  crossJoin: 'join',
  innerJoinLateral: 'join',
  leftJoinLateral: 'join',
  using: 'using',
  insertInto: 'insert into',
  updateTable: 'update',
  deleteFrom: 'delete from',
  mergeInto: 'merge into',
};

/** What a file with SQL in it has somewhere. */
const MENTION =
  /\bsql(?:<[^`]*?>)?`|\b(?:insert into|delete from|select)\s|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;

/** A text that goes to the database as it is. */
const STATEMENT = /\b(?:select\s[\s\S]*\sfrom|insert into|update\s+\w+\s+set|delete from)\s+[a-z_]/;

type Node = { type: string; start: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every node of a syntax tree, outer ones first. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item);
  } else if (isNode(value)) {
    yield value;
    for (const [key, part] of Object.entries(value)) {
      if (key !== 'type' && typeof part === 'object' && part !== null) yield* nodesOf(part);
    }
  }
}

const isNamed = (value: unknown, name: string) =>
  isNode(value) && value.type === 'Identifier' && (value as { name?: string }).name === name;

/** What a node says in SQL; null: nothing. */
function sqlOf(node: Node): string | null {
  if (node.type === 'TaggedTemplateExpression' && isNamed(node.tag, 'sql')) {
    const { quasis } = node.quasi as ESTree.TemplateLiteral;
    return quasis.map(({ value }) => value.cooked ?? value.raw).join('$');
  }
  if (node.type === 'TemplateLiteral' || node.type === 'Literal') {
    const text =
      node.type === 'Literal'
        ? String(node.value)
        : (node as unknown as ESTree.TemplateLiteral).quasis.map(({ value }) => value.cooked ?? value.raw).join('$');
    return STATEMENT.test(text) ? text : null;
  }
  if (node.type !== 'CallExpression') return null;
  const { callee, arguments: args } = node as unknown as ESTree.CallExpression;
  const [first] = args;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !first) return null;
  const { name } = callee.property;
  if (name === 'raw' && isNamed(callee.object, 'sql')) {
    if (first.type === 'TemplateLiteral') return first.quasis.map(({ value }) => value.cooked ?? value.raw).join('$');
    return first.type === 'Literal' && typeof first.value === 'string' ? first.value : null;
  }
  const word = Object.hasOwn(BUILDER, name) ? BUILDER[name] : undefined;
  const names = first.type === 'ArrayExpression' ? first.elements : [first];
  const tables = names.flatMap((item) =>
    item?.type === 'Literal' && typeof item.value === 'string' ? [item.value.split(' ')[0]] : [],
  );
  return word && tables.length > 0 ? tables.map((table) => `${word} ${table}`).join(' ') : null;
}

/** The pieces of SQL of a source file. */
export function piecesOf(file: string, source: string): Piece[] {
  if (!MENTION.test(source)) return [];
  const pieces: Piece[] = [];
  const taken = new Set<unknown>();
  for (const node of nodesOf(parseSync(file, source).program.body)) {
    const text = taken.has(node) ? null : sqlOf(node);
    // Their own texts come after them.
    if (node.type === 'TaggedTemplateExpression') taken.add(node.quasi);
    if (node.type === 'CallExpression')
      for (const given of node.arguments as unknown[]) if (text !== null) taken.add(given);
    if (text !== null) pieces.push({ file, line: source.slice(0, node.start).split('\n').length, text });
  }
  return pieces;
}

/** The pieces of SQL of the product, tests left out. */
export const allPieces = (): Piece[] =>
  globSync('src/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('/test/') && !file.includes('/web/'))
    .sort()
    .flatMap((file) => piecesOf(file, readFileSync(join(root, file), 'utf8')));
