// Sheets for import from many accounts at once: `npm run bench:sheets` (DATA_DIR: a folder that `npm run seed` has filled;
// Linux). 24 files of 19 MB, then 24 archives whose texts unpack to 190 MB, each from an account of its own: how much memory the
// server and its reading processes hold at their peak.
import { readFileSync } from 'node:fs';
import { uploadImport } from '#people/member/contract.import.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { bytesOf } from '#platform/server/spreadsheet/template.ts';
import { xlsx } from '#platform/server/spreadsheet/write.ts';
import { zip } from '#platform/server/spreadsheet/zip.ts';
import { serve } from './serve.ts';

const AT_ONCE = 24;
const SERVER_BELOW = 512;
const READER_BELOW = 256;
const MB = 1024 ** 2;

const { client, peakMemory, address, pid, end } = await serve();

/** Sessions of as many administrators, each at an organisation of its own. */
async function signIns(): Promise<string[]> {
  const { rows: orgs } = await client.query<{ id: string }>(
    'select id from organisation where deleted_at is null and type < 60 order by code limit $1',
    [AT_ONCE],
  );
  const tokens: string[] = [];
  for (const [at, org] of orgs.entries()) {
    const token = makeToken();
    tokens.push(token);
    await client.query(
      `with a as (insert into account (login_index, login_mask, name) values ($1, 'bench', 'bench')
                  on conflict (login_index) do update set name = excluded.name returning id),
            g as (insert into account_role (account_id, role_id, org_id) select id, 1, $2 from a returning id, account_id)
       insert into session (token_hash, sign_in, account_id, grant_id, expires_at)
       select $3, $3, account_id, id, now() + interval '1 hour' from g`,
      [Buffer.from(`bench-sheets-${at}-${Date.now()}`), org.id, hashToken(token)],
    );
  }
  return tokens;
}

const memoryOf = (process: string) => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

/** The most that any reading process holds while `work` is done. */
async function highestReader(work: () => Promise<void>): Promise<number> {
  let highest = 0;
  const timer = setInterval(() => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    for (const child of children) {
      const reading = readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('readChild');
      if (reading) highest = Math.max(highest, memoryOf(child));
    }
  }, 10);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return highest;
}

async function send(token: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), '名册.xlsx');
  const answer = await fetch(`${address}${uploadImport.path}`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  });
  const { code, msg } = (await answer.json()) as { code: number; msg: string };
  return `${answer.status} ${code} ${msg}`;
}

const HEAD = ['姓名', '身份证号', ...Array.from({ length: 12 }, (_, at) => `其他${at}`)];
function* lines(count: number) {
  for (let n = 0; n < count; n++) {
    yield ['覃思', String(n).padStart(18, '4'), ...HEAD.slice(2).map(() => Math.random().toString(36))];
  }
}
const large = await bytesOf(
  xlsx(
    '名册',
    HEAD.map((head) => ({ head, width: 12 })),
    lines(165_000),
  ),
);
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const bomb = await bytesOf(
  zip([
    { name: 'xl/workbook.xml', content: [`<workbook xmlns:r="${OFFICE}"><sheet name="表" r:id="a"/></workbook>`] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [`<Relationship Id="a" Type="${OFFICE}/worksheet" Target="sheet.xml"/>`],
    },
    {
      name: 'xl/sheet.xml',
      content: ['<row><c t="inlineStr"><is><t>', ...Array<string>(190).fill('A'.repeat(MB)), '</t></is></c></row>'],
    },
  ]),
);

const tokens = await signIns();
let good = true;
for (const [name, bytes] of [
  ['sheets', large],
  ['archives with one text of 190 MB', bomb],
] as const) {
  const answers = new Map<string, number>();
  const reader = await highestReader(async () => {
    for (const answer of await Promise.all(tokens.map((token) => send(token, bytes)))) {
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  });
  const server = peakMemory();
  good &&= server < SERVER_BELOW && reader < READER_BELOW;
  console.info(
    `${tokens.length} ${name} of ${(bytes.length / MB).toFixed(1)} MB at once: server ${server.toFixed(0)} MiB (limit ` +
      `${SERVER_BELOW}), reading process ${reader.toFixed(0)} MiB (limit ${READER_BELOW})`,
  );
  for (const [answer, times] of answers) console.info(`  ${times} times: ${answer}`);
}
await end();
process.exit(good ? 0 : 1);
