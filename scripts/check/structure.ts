import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/**
 * The rings from the innermost outwards, between the platform and the house below them and `rooms` above. A room may import those of
 * rings before its own, and in its own ring those before it; upward it may know contracts, rules and nouns alone.
 */
export const RINGS = [
  'kernel',
  'people',
  'publishing',
  'procedures',
  'service',
  'life',
  'learning',
  'assessment',
  'overview',
] as const;

/** The rooms of a ring in their order, as its own list (`src/<ring>/server.ts`) has them. */
function roomsOf(ring: string): string[] {
  const [, list = ''] = /= \[([^\]]*)\]/.exec(readFileSync(join(root, `src/${ring}/server.ts`), 'utf8')) ?? [];
  return [...list.matchAll(/(\w+)Module\b/g)].map(([, name = '']) => name);
}

/** All rooms with their ring, `people/org`, lowest first. */
export const ROOM_ORDER: readonly string[] = RINGS.flatMap((ring) => roomsOf(ring).map((room) => `${ring}/${room}`));

/** What lies below the rooms, lowest first. */
const BELOW = ['platform', 'house'];

/** A statement of a module's file that calls something; what a library is set to stands beside its use. */
const WHEN_IMPORTED = /^(?:for \(.*\) )?[a-z]\w*(?:\.\w+)?\(/gm;

const MAX_LINES = 400;
const EXEMPTION = /over 400 lines because/i;

const files = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return files(path);
    return /\.(ts|tsx|mjs|css|sql|typ)$/.test(name) ? [path] : [];
  });

const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');

/** Where an import points, as a path below the root; null for packages. */
function target(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  return null;
}

/** `people/org` of a file in that room. */
const moduleOf = (path: string) => {
  const [, ring, room] = /^src\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
  return ring && room && (RINGS as readonly string[]).includes(ring) ? `${ring}/${room}` : null;
};
const below = (path: string) => BELOW.indexOf(/^src\/([^/]+)\//.exec(path)?.[1] ?? '');
const ringList = (path: string) => /^src\/([^/]+)\/(server|web)\.ts$/.test(path);
const isTest = (path: string) => /(^|\/)test\/|^e2e\/|^bench\//.test(path);
const side = (path: string) => /\/(server|web)\//.exec(path)?.[1] ?? null;

/** What opens documents that people upload, and the process of its own that alone imports it (`platform/server/outside/reader.ts`). */
const OPENED_APART: Readonly<Record<string, string>> = {
  'src/platform/server/word/fill.ts': 'src/platform/server/word/child.ts',
  'src/platform/server/text/pdf.ts': 'src/platform/server/text/child.ts',
  'src/platform/server/text/pdfPages.ts': 'src/platform/server/text/child.ts',
  docxtemplater: 'src/platform/server/word/fill.ts',
  pizzip: 'src/platform/server/word/fill.ts',
};

/** Faults of one import, as sentences. */
function importFaults(file: string, specifier: string): string[] {
  const to = target(file, specifier);
  const faults: string[] = [];
  const here = side(file);
  if (here === 'web' && specifier.startsWith('node:')) faults.push('a page must not import node:');
  const apart = OPENED_APART[to ?? specifier];
  if (apart && file !== apart)
    faults.push(`${to ?? specifier} opens what people upload: ${apart} alone imports it, in a process of its own`);
  if (to === null) return faults;
  const there = side(to);
  if (here === 'web' && there === 'server') faults.push(`a page must not import ${to}`);
  if (here === 'server' && there === 'web') faults.push(`the server must not import ${to}`);
  if (here === null && there !== null && /\/(contract|rules|nouns|noun)\b/.test(file)) {
    faults.push(`contracts and rules must not import ${to}`);
  }
  const from = moduleOf(file);
  const into = moduleOf(to);
  if (below(file) >= 0 && (into || ringList(to) || to.startsWith('src/rooms/') || below(to) > below(file)))
    faults.push(`${BELOW[below(file)]} lies below ${to} and must not know it`);
  if (from && !into && (ringList(to) || to.startsWith('src/rooms/')))
    faults.push(`a room knows other rooms one by one, not by ${to}`);
  if (from && into && from !== into) {
    const a = ROOM_ORDER.indexOf(from);
    const b = ROOM_ORDER.indexOf(into);
    const isContract = /\/(contract|rules|nouns)(\/[^/]+|[^/]*)\.ts$/.test(to);
    if (b > a && !isContract) faults.push(`${from} lies below ${into} and must not import ${to}`);
    if (/\/server\/queries(\/|\.ts$)/.test(to)) {
      faults.push(`of another module's tables only what its server/index.ts offers may be asked, not ${to}`);
    }
    if (there === 'web' && !/\/web\/pickers(\.\w+)?\.tsx?$/.test(to) && b !== a) {
      faults.push(`of another module's pages only web/pickers.tsx may be imported, not ${to}`);
    }
  }
  return faults;
}

const STATEMENT = /\bsql(?:<[^`]*?>)?`|\.(?:insertInto|updateTable|deleteFrom|selectFrom)\(/g;

/** How many statements and parts of statements a file of a module holds outside of `queries`, where alone they stand. */
function statementFaults(file: string, source: string): string[] {
  if (!moduleOf(file) || !file.endsWith('.ts') || /\/queries(\/|\.ts$)/.test(file)) return [];
  const n = [...source.matchAll(STATEMENT)].length;
  return n > 0 ? [`${n} pieces of SQL outside of queries`] : [];
}

/** What keeps itself by its own way, with the reason; nothing else does. */
const OWN_KEEPING: Readonly<Record<string, string>> = {
  'src/learning/exam/web/take/useSitting.ts':
    'answers of a sitting go to the server as they are given, offline ones wait',
  'src/procedures/ballot/web/useSlip.ts': 'the slip of a secret vote',
  'src/kernel/shell/web/search/recent.ts': 'what was looked for, not typed work',
  'src/overview/home/web/Greeting.tsx': 'the greeting of the day',
  'src/overview/terminal/web/terminal/useTerminal.ts': 'the token of a terminal',
};
/** Texts that are no work: an order of the page, or with a password that nothing keeps. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  'src/learning/exam/web/take/Sheet.tsx': 'answers go by useSitting',
  'src/kernel/workflow/web/designer/NodePanel.tsx': 'part of the process that Designer keeps',
  'src/life/tasks/web/form/FormGrid.tsx': 'draws what its pages keep',
  'src/kernel/workflow/web/matter/DecisionCard.tsx': 'kept by useKeptDecision',
  'src/kernel/system/web/logs/TraceDialog.tsx': 'a number to look for',
  'src/kernel/system/web/site/SmsTest.tsx': 'a phone to try the settings with',
};

const PASSWORD = /<(?:input|DialogField)\b(?:=>|[^>])*?type=(?:"password"|\{[^}]*'password'[^}]*\})/;

/**
 * Texts, choices and numbers of a page's own (`useState`) that its call sends and somebody types into a field: what a form would have
 * kept. A field to search by sends nothing.
 */
function typedAndSent(source: string): string[] {
  const sent = [...source.matchAll(/\bmutate(?:Async)?\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g)]
    .map(([, given]) => given)
    .join();
  const kept = [...source.matchAll(/\buseKept\(\{[^;]*?\bvalue(?::\s*([^;]*?),\n|,)/g)]
    .map(([, value = 'value']) => value)
    .join();
  return [...source.matchAll(/const \[(\w+), (set\w+)\] = useState\b/g)].flatMap(([, name = '', set = '']) => {
    // By itself, or by a function of the page that changes a part of it.
    const sets = [
      set,
      ...[...source.matchAll(new RegExp(`const (\\w+) = \\([^\\n]*=>\\s*${set}\\(`, 'g'))].map(
        ([, way = '']) => `${way}(`,
      ),
    ];
    const isTyped = [...source.matchAll(/<(?:input|DialogField)\b(?:=>|[^>])*>/g)].some(
      ([field]) =>
        sets.some((way) => field.includes(way)) && !/type="(?:password|search|checkbox|radio|file)"/.test(field),
    );
    const isNamed = (where: string) => new RegExp(`\\b${name}\\b`).test(where);
    return isTyped && isNamed(sent) && !isNamed(kept) ? [name] : [];
  });
}

/** What a page types beside the kit, which keeps it, is lost without a word. */
export function keptFaults(file: string, source: string): string[] {
  if (isTest(file) || !file.startsWith('src/') || file.startsWith('src/login/')) return [];
  if (PASSWORD.test(source) && !/\buse(Unsaved|UnloadQuestion)\(|<DialogField\b|\bform\.set\(/.test(source))
    return [
      'a password is kept by nothing and asks before the window closes: PasswordField, DialogField or useUnloadQuestion',
    ];
  if (!moduleOf(file) || side(file) !== 'web') return [];
  const faults: string[] = [];
  if (/\buseBlocker\(|'beforeunload'/.test(source)) faults.push('leaving is asked by LeaveGuard alone (useUnsaved)');
  if (/\bwriteEncrypted\(|localStorage\.setItem/.test(source) && !(file in OWN_KEEPING))
    faults.push('what is typed is kept by useForm or useKept, not by a way of its own');
  const isTyped = /<textarea\b|<OpinionField\b|sheet\/Grid\.tsx'/.test(source);
  const alone = file in NOT_KEPT ? [] : typedAndSent(source);
  if (alone.length > 0)
    faults.push(`${alone.join(', ')}: typed, sent and kept by nothing (useForm, useKeptText, useKeptState)`);
  if (isTyped && !/\buse(Form|Kept|KeptText|KeptState)\b/.test(source) && !(file in NOT_KEPT))
    faults.push('what is typed here is lost when the page is left: useForm, useKept or useKeptText');
  if (/<(FormDialog|OwnPassword)\b/.test(source)) {
    const forms = source.split('= useForm({').slice(1);
    if (forms.some((form) => !/\bof: /.test(form.slice(0, 1500).split(/\n {2}\}\);|isNew: [^\n]*\}\);/)[0] ?? '')))
      faults.push('a form in a dialog names what it is about (of): two rows must not share what is typed');
  }
  return faults;
}

/** What is pressed comes from the kit: its type, its looks and its name for screen readers are said there once. */
export function pressedFaults(file: string, source: string): string[] {
  if (!file.endsWith('.tsx') || isTest(file) || file.startsWith('src/platform/web/ui/')) return [];
  const faults: string[] = [];
  if (/<button\b/.test(source))
    faults.push('<button is written in src/platform/web/ui alone: Button, IconButton or Pressable');
  if (/<Link\b(?:=>|[^>])*?className="(?:button|row-act|word)[ "]/.test(source))
    faults.push('a link that looks like a button is a ButtonLink (src/platform/web/ui)');
  return faults;
}

/**
 * Pages whose form holds another shape than their call takes (lists as one text, fields left out) and is not typed by its schema yet.
 * None is added; a page goes when what it sends comes from `form.input()`, `form.changes()` or a `sent` typed by the schema.
 */
const CASTS_INPUT: ReadonlySet<string> = new Set([
  'src/assessment/trinity/web/ItemDialog.tsx',
  'src/kernel/help/web/HelpForm.tsx',
  'src/kernel/permission/web/account/AccountForm.tsx',
  'src/kernel/permission/web/account/GrantDialog.tsx',
  'src/kernel/permission/web/group/TypeDialog.tsx',
  'src/learning/college/web/TestForm.tsx',
  'src/life/tasks/web/TaskForm.tsx',
  'src/life/tasks/web/form/FillForm.tsx',
  'src/overview/dataCheck/web/CheckRows.tsx',
  'src/overview/screen/web/ScreenForm.tsx',
  'src/people/member/web/MemberForm.tsx',
  'src/people/org/web/OrgForm.tsx',
  'src/people/org/web/floating/FloatingForm.tsx',
  'src/people/org/web/office/TermForm.tsx',
  'src/people/org/web/records/OrgRecordPage.tsx',
  'src/procedures/departure/web/VariationAdd.tsx',
  'src/procedures/dues/web/StandardForm.tsx',
  'src/procedures/recruitment/web/Printers.tsx',
  'src/procedures/recruitment/web/Words.tsx',
  'src/procedures/transfer/web/TransferIn.tsx',
  'src/publishing/news/web/ArticleForm.tsx',
  'src/publishing/news/web/ColumnPage.tsx',
  'src/publishing/news/web/NoticeForm.tsx',
  'src/publishing/news/web/NoticeReach.tsx',
  'src/publishing/openAffairs/web/AffairForm.tsx',
  'src/service/dualReport/web/AddMember.tsx',
  'src/service/dualReport/web/AddOrg.tsx',
  'src/service/dualReport/web/Reports.tsx',
]);

/** A form knows its names and what its call takes; a cast would hide a misspelt name. The kits pass on the input of any call. */
export function castFaults(file: string, source: string): string[] {
  if (isTest(file) || !/\.tsx?$/.test(file) || file.startsWith('src/platform/web/')) return [];
  const isCast = /\bas (?:unknown as )?InputOf</.test(source) || /\bform\.values as\b/.test(source);
  if (isCast && !CASTS_INPUT.has(file))
    return ['what a form sends is form.input() or form.changes(), typed by its schema, without a cast'];
  if (!isCast && CASTS_INPUT.has(file)) return ['casts no more: take it off CASTS_INPUT in scripts/check/structure.ts'];
  return [];
}

/** Every fault of structure in the tree: direction of imports, length of files, shape of modules. */
export function structureFaults(): string[] {
  const faults: string[] = [];
  for (const file of ['src', 'scripts', 'bench', 'e2e', 'test'].flatMap(files)) {
    const source = readFileSync(join(root, file), 'utf8');
    const lines = source.split('\n').length - 1;
    if (lines > MAX_LINES && !EXEMPTION.test(source)) {
      faults.push(
        `${file}: ${lines} lines, at most ${MAX_LINES}; ${isTest(file) ? 'a further matter is a file of its own (test/<matter>.http.test.ts)' : 'split it by noun'}`,
      );
    }
    faults.push(
      ...[...keptFaults(file, source), ...pressedFaults(file, source), ...castFaults(file, source)].map(
        (fault) => `${file}: ${fault}`,
      ),
    );
    if (isTest(file) || !/^src\//.test(file)) continue;
    faults.push(...statementFaults(file, source).map((fault) => `${file}: ${fault}`));
    for (const specifier of importsOf(source)) {
      for (const fault of importFaults(file, specifier)) faults.push(`${file}: ${fault}`);
    }
    for (const [call] of moduleOf(file) && side(file) === 'server' ? source.matchAll(WHEN_IMPORTED) : []) {
      if (!call.startsWith('sharp.'))
        faults.push(`${file}: ${call}…) runs by being imported; it belongs into announce()`);
    }
  }
  for (const ring of RINGS) faults.push(...ringFaults(ring));
  return faults;
}

/** What is wrong with a ring: a room without a place in its list, or one whose folder has another shape than all rooms. */
function ringFaults(ring: string): string[] {
  const faults: string[] = [];
  const listed = roomsOf(ring);
  const entries = readdirSync(join(root, 'src', ring));
  const rooms = entries.filter((name) => statSync(join(root, 'src', ring, name)).isDirectory());
  for (const name of entries)
    if (!rooms.includes(name) && !/^(README\.md|server\.ts|web\.ts)$/.test(name))
      faults.push(`src/${ring}/${name}: rooms alone lie in a ring`);
  if (!entries.includes('README.md')) faults.push(`src/${ring}: no README.md`);
  for (const name of listed.filter((room) => !rooms.includes(room)))
    faults.push(`src/${ring}/server.ts: no room ${name}`);
  for (const name of rooms) {
    const folder = join('src', ring, name);
    if (!listed.includes(name)) faults.push(`${folder} has no place in src/${ring}/server.ts`);
    const entries = readdirSync(join(root, folder));
    if (!entries.includes('README.md')) faults.push(`${folder}: no README.md`);
    const strangers = entries.filter(
      (entry) =>
        !/^(README\.md|contract(\.\w+)?\.ts|rules(\.\w+)?\.ts|server|papers|web|test|contract|rules|nouns)$/.test(
          entry,
        ),
    );
    if (entries.includes('papers')) {
      const others = readdirSync(join(root, folder, 'papers')).filter((entry) => !/^\w+\.typ$/.test(entry));
      if (others.length > 0) faults.push(`${folder}/papers: templates alone, not ${others.join(', ')}`);
    }
    if (strangers.length > 0) faults.push(`${folder}: not in the shape of a module: ${strangers.join(', ')}`);
  }
  return faults;
}
