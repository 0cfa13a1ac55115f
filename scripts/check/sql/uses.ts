/** What a piece of SQL does with a table. */
export interface Use {
  table: string;
  writes: boolean;
}

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|[a-z_][a-z0-9_]*|[0-9.]+|\S/gi;
/** Functions whose arguments hold the word `from` without a table. */
const FROM_WITHIN = new Set(['extract', 'substring', 'trim', 'overlay', 'position']);
const ENDS = new Set(
  'where group order limit offset having union except intersect on using returning set window for fetch values select when then do'.split(
    ' ',
  ),
);

const isWord = (token: string | undefined) => token !== undefined && /^[a-z_]/i.test(token);

/** The words and signs of a piece, without comments and texts. */
const tokensOf = (text: string): string[] =>
  [...text.matchAll(TOKEN)]
    .map(([token]) => token)
    .filter((token) => !/^(--|\/\*|')/.test(token))
    .map((token) => (token.startsWith('"') ? token : token.toLowerCase()));

/** The names that a piece itself gives to parts of its statement: `with name as (…)`. */
function partsOf(tokens: readonly string[]): Set<string> {
  const parts = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    if (token !== 'as') continue;
    let open = at + 1;
    while (tokens[open] === 'not' || tokens[open] === 'materialized') open++;
    if (tokens[open] !== '(' && tokens[open] !== '$') continue;
    let name = at - 1;
    if (tokens[name] === ')') while (name > 0 && tokens[name] !== '(') name--;
    if (tokens[name] === '(') name--;
    const before = tokens[name - 1];
    const made = tokens[name];
    if (made && isWord(made) && (before === 'with' || before === 'recursive' || before === ',' || before === undefined))
      parts.add(made);
  }
  return parts;
}

/** Where the list of sources that begins at `from` names its tables: positions of the first word of each. */
function sourcesFrom(tokens: readonly string[], from: number): number[] {
  const found = [from];
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    if (token === '(') depth++;
    else if (token === ')') {
      depth--;
      if (depth < 0) break;
    } else if (depth === 0 && ENDS.has(token) && at > from) break;
    else if (depth === 0 && token === ',') found.push(at + 1);
  }
  return found;
}

/** Whether the word `from` or `for` at a position stands in brackets of a function such as `extract`. */
function isWithinFunction(tokens: readonly string[], at: number): boolean {
  let depth = 0;
  for (let back = at - 1; back >= 0; back--) {
    if (tokens[back] === ')') depth++;
    else if (tokens[back] === '(') {
      if (depth === 0) return FROM_WITHIN.has(tokens[back - 1] ?? '');
      depth--;
    }
  }
  return false;
}

/**
 * The tables that a piece of SQL writes and reads, each with whether it writes it; what it calls (views and functions of the
 * migrations) as reads.
 * @param isTable whether a name is a table or view of the schema
 */
export function usesOf(text: string, isTable: (name: string) => boolean, isFunction: (name: string) => boolean): Use[] {
  const tokens = tokensOf(text);
  const parts = partsOf(tokens);
  const uses: Use[] = [];
  const take = (at: number, writes: boolean) => {
    let place = at;
    while (tokens[place] === 'only' || tokens[place] === 'lateral' || tokens[place] === '(') place++;
    if (tokens[place] === 'public' && tokens[place + 1] === '.') place += 2;
    const name = (tokens[place] ?? '').replaceAll('"', '');
    if (tokens[place + 1] === '.' || tokens[place + 1] === '(' ? !writes : false) return;
    if (isTable(name) && !parts.has(name)) uses.push({ table: name, writes });
  };
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (token === 'from') {
      if (before === 'distinct' && tokens[at - 2] !== 'select' && tokens[at - 2] !== '(') continue;
      if (isWithinFunction(tokens, at)) continue;
      if (before === 'delete') take(at + 1, true);
      else for (const source of sourcesFrom(tokens, at + 1)) take(source, false);
    } else if (token === 'join') take(at + 1, false);
    else if (token === 'using' && before !== 'collate')
      for (const source of sourcesFrom(tokens, at + 1)) take(source, false);
    else if (token === 'into' || token === 'truncate') take(tokens[at + 1] === 'table' ? at + 2 : at + 1, true);
    else if (token === 'update' && before !== 'for' && before !== 'do' && before !== 'key' && before !== 'then')
      take(at + 1, true);
    else if (tokens[at + 1] === '(' && isFunction(token)) uses.push({ table: token, writes: false });
  }
  return uses;
}
