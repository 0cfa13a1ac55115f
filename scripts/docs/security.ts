import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the product promises, by the numbers that tests carry in front of their names. */
const PROMISES: Readonly<Record<string, string>> = {
  P1: 'No call exists that is not declared with its access, scope and audit; an undeclared one does not start.',
  P2: 'Nobody reads or changes anything outside the own subtree or record, by no call.',
  P3: 'What is denied, deleted or never existed reads the same, in answer and in time.',
  P4: 'Ids inside bodies and lists are checked as well; one foreign id refuses the whole call.',
  P5: 'A move is checked at both ends.',
  P6: 'A field that a role may not read cannot be searched, sorted, exported or guessed by it.',
  P7: 'A right, role or account that is taken away counts at the next request.',
  P8: 'A compulsory password change is kept by the server: until then only change, sign-out and info answer.',
  P9: 'Five tries at a password, exactly, also under parallel guesses.',
  P10: 'A lock cannot be used as a weapon: the owner signs in from a known device.',
  P11: 'A known and an unknown account cannot be told apart, neither by answer nor by time.',
  P12: 'A flood of sign-ins does not take the server from the others.',
  P13: 'Who photographs a QR code gets nothing.',
  P14: 'A ticket or code is good once, for sixty seconds, for one audience.',
  P15: 'Tokens are opaque, rest as hashes, end when idle and after twelve hours, and are new after each change of standing.',
  P16: 'Where the site says so, a second logon ends the first, which is told why.',
  P17: 'A changed password ends all other sessions within a second.',
  P18: 'SMS codes are limited by number and address, short-lived, and bound to their purpose.',
  P19: 'Passwords travel encrypted: once, for five minutes, and every fault reads as a wrong password.',
  P20: 'A second factor is good once; sensitive acts ask for the password again.',
  P21: 'A month is paid once, whoever takes it how often.',
  P22: 'A repeated submission has one effect and one answer.',
  P23: 'The books balance at every moment; the database itself refuses what does not.',
  P24: 'Of concurrent decisions one wins; the others read that it has been dealt with.',
  P25: 'No step of a procedure is skipped, whatever is called in whatever order.',
  P26: 'Nobody decides on the own request.',
  P27: 'No change is lost: a stale version is refused with what stands there.',
  P28: 'Whoever moves is in exactly one organisation at every instant.',
  P29: 'kill -9 of the server loses no acknowledged write.',
  P30: 'kill -9 of the database loses no acknowledged write.',
  P31: 'A job and a notice happen once, whoever dies meanwhile.',
  P32: 'A database that is away is said to be away: nothing opens because of it.',
  P33: 'Slow work holds no connection longer than it may, and opens no more of them.',
  P34: 'A full disk is said in words, and nothing is left by halves.',
  P35: 'Large exports and imports pass line by line, within the memory that is set for them.',
  P36: 'The database’s clock decides, not the server’s.',
  P37: 'A server that is told to stop finishes what it has begun.',
  P38: 'Processes are replaced one after another while people work: old and new stand on one schema, and nobody notices.',
  P39: 'An outside service that hangs, lies or redirects takes nothing with it.',
  P40: 'A backup taken while people work is restored whole; a wrong key or a damaged page is told, not served.',
  P41: 'Hostile input never ends in an HTTP 5xx.',
  P42: 'A file sent in pieces arrives byte for byte or not at all, and is nobody else’s.',
  P43: 'A file is what its name says, within its limits, or it is refused or kept inert.',
  P44: 'Archives and workbooks cannot take the server with them.',
  P45: 'Uploads can be scanned; where the scanner is away, the site decides.',
  P46: 'No stored text runs as script.',
  P47: 'No formula leaves in a workbook.',
  P48: 'Another site cannot act in a signed-in browser.',
  P49: 'A redirect stays on the own origin or the configured list.',
  P50: 'A message is believed from the configured window and origin alone.',
  P51: 'No token stands in a log, an address, a Referer or the local storage.',
  P52: 'Every answer carries the same strict headers.',
  P53: 'Logins, exports, searches and reveals have their limits, and no header talks them away.',
  P54: 'Id cards, phones and their like are encrypted per field and bound to their row.',
  P55: 'Personal numbers are masked; showing one is a call of its own, with a reason, recorded.',
  P56: 'An exported file leads back to who exported it.',
  P57: 'Signing out and erasing leave nothing behind.',
  P58: 'Every write, denial and failure leaves exactly one row of who did what where, and what changed; denials beyond ten a minute of one account and call are one row with their number.',
  P59: 'A row of the log that is changed, removed, added or moved is found.',
  P60: 'One event is one line, whatever was typed.',
  P61: 'System, security and audit administrators can be kept apart.',
  'PEER-01': 'The scope never comes from a request.',
  'PEER-02': 'Sort keys are a list of names, never SQL.',
  'PEER-03': 'No SQL is built from text.',
  'PEER-04': 'A file is fetched by an opaque id, never by a path.',
  'PEER-05': 'Background jobs are a fixed list; nothing names code to run.',
  'PEER-06': 'There is no SQL console and no code generator.',
  'PEER-07': 'A look-up that finds nothing or fails means no.',
  'PEER-08': 'No secret is built in; a weak or missing key does not start.',
  'PEER-09': 'One foreign id in a batch refuses the batch.',
  'PEER-10': 'Every call has its owner check, by declaration.',
  'PEER-11': 'Calls without a session are a short, held list.',
  'PEER-12': 'Bytes are guarded as their row is.',
  'PEER-13': 'The server fetches no address that a caller names, nor does a program that it runs on what was uploaded.',
  'PEER-14': 'Nothing that is parsed can reach the prototype of objects.',
  'PEER-15': 'A group, request or grant of another organisation cannot be bound, edited or used.',
  'PEER-16': 'What a field hides, search, history and errors hide too.',
  'PEER-17': 'Rights are those of the active role alone, never a union.',
  'PEER-18': 'An encrypted value without, with an old, or with a used nonce is refused.',
  'PEER-19': 'A QR code is bound to the browser that asked for it and to the number on the phone.',
  'PEER-20': 'A database older than the oldest safe version does not start.',
};

const PLACES = ['test', 'e2e', 'src'];

const testFiles = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return testFiles(path);
    return /\.(test|spec)\.tsx?$/.test(name) ? [path] : [];
  });

interface NamedTest {
  ids: string[];
  title: string;
  file: string;
}

const NUMBER = /^(?:(?:P\d+|PEER-\d+)[ ,]+)+/;

/** Tests whose names begin with the numbers of promises. */
function namedTests(): NamedTest[] {
  return PLACES.flatMap(testFiles).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])(.+?)\1/g)]
      .map((match) => match[2] ?? '')
      .filter((title) => NUMBER.test(title))
      .map((title) => {
        const head = NUMBER.exec(title)?.[0] ?? '';
        return {
          ids: head.split(/[ ,]+/).filter(Boolean),
          title: title.slice(head.length).replace(/\$\{[^}]*\}|%[sidfjo]/g, '…'),
          file,
        };
      }),
  );
}

/**
 * The page docs/security.md: each promise with the tests that carry its number.
 * Throws where a test carries a number that promises nothing.
 */
export function securityPage(): string {
  const tests = namedTests();
  const unknown = tests.find(({ ids }) => ids.some((id) => !(id in PROMISES)));
  if (unknown)
    throw new Error(`${unknown.file}: ${unknown.ids.join(' ')} promises nothing that scripts/docs/security.ts knows`);
  const lines = Object.entries(PROMISES).map(([id, promise]) => {
    const proofs = tests.filter(({ ids }) => ids.includes(id));
    if (proofs.length === 0) return `| ${id} | ${promise} | none yet |`;
    const cells = proofs.map((proof) => `${proof.title} (\`${proof.file}\`)`).join('<br>');
    return `| ${id} | ${promise} | ${cells.replaceAll('|', '\\|')} |`;
  });
  return `${[
    '# Security: promises and their tests',
    '',
    'Generated by `npm run docs` from the names of the tests; `npm test` says what holds. What lies behind the promises',
    'stands in [security-model.md](security-model.md).',
    '',
    '| | promise | test |',
    '|---|---|---|',
    ...lines,
  ].join('\n')}\n`;
}
