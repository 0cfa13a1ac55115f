import { randomUUID } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';
import { expect } from 'vitest';
import { getJob, type JobRow } from '#kernel/job/contract.ts';
import { uploadImport } from '#people/member/contract.import.ts';
import type { RowOf } from '#platform/contract.ts';
import type { RecordImportCalls } from '#platform/records/recordImport.ts';
import { transportKey } from '#platform/server/secrecy/sm2.ts';
import { xlsx } from '#platform/server/spreadsheet/write.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey, PASSWORD, testIdCard } from '../../../../test/support/fixture.ts';

/** A password as the page encrypts it, for one use. */
export async function encrypted(t: TestApp, password = PASSWORD): Promise<string> {
  const { publicKey } = await transportKey(t.services);
  return sm2.doEncrypt(JSON.stringify({ p: password, t: Date.now(), n: randomUUID() }), publicKey, 1);
}

/** The form of a complete full member in a branch; `number` makes id card and phone its own. */
export function memberForm(number: number, org: OrgKey, given: Record<string, unknown> = {}) {
  return {
    orgId: ORGS[org].id,
    name: '谭志远',
    idCardNo: testIdCard(number),
    gender: 1,
    birthDate: '1980-05-17',
    nation: '15',
    personCategory: 1,
    education: '21',
    occupation: 4,
    nativePlace: '峡州市',
    residence: '江南街道',
    phonenumber: `1890001${String(number).padStart(4, '0')}`,
    admissionDate: '2006-06-20',
    conversionDate: '2007-06-20',
    joinType: 1,
    joinedBranchOn: '2006-06-20',
    ...given,
  };
}

/** Waits for a job's end; answers it. */
export async function jobEnds(who: Caller, id: string): Promise<JobRow> {
  await expect
    .poll(async () => (await who.call(getJob, { id })).data.state, { timeout: 60_000, interval: 100 })
    .toMatch(/done|failed|cancelled/);
  return (await who.call(getJob, { id })).data;
}

/** All that an asynchronous source gives, as a list. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of source) all.push(item);
  return all;
}

/** Uploads a file as a browser does; answers the body. */
export async function upload(
  t: TestApp,
  who: Caller,
  name: string,
  bytes: Buffer,
  fields: Record<string, string> = {},
  path: string = uploadImport.path,
) {
  const edge = 'edge-of-a-part';
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${edge}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]);
  const response = await t.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: who.token, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([
      ...Object.entries(fields).map(([field, value]) => part(`name="${field}"`, value)),
      part(`name="file"; filename="${name}"\r\nContent-Type: application/octet-stream`, bytes),
      Buffer.from(`--${edge}--\r\n`),
    ]),
  });
  return response.json();
}

/** A workbook of these lines, the first the head. */
export async function workbook(lines: readonly (readonly string[])[]): Promise<Buffer> {
  const [head = [], ...rest] = lines;
  return Buffer.concat(
    await collect(
      xlsx(
        '表',
        head.map((text) => ({ head: text, width: 12 })),
        rest,
      ),
    ),
  );
}

/** The bad rows of a sheet of tabs: each reason with its column's head before it. */
export async function faultsOf(
  caller: Caller,
  { badRows, check }: RecordImportCalls,
  id: string,
): Promise<{ rowNo: number; name: string; reasons: string[] }[]> {
  const { columns } = (await caller.call(check, { id })).data;
  const heads = new Map(columns.map(({ key, head }: { key: string; head: string }) => [key, head.replace('*', '')]));
  const { rows } = await caller.call(badRows, { id });
  return rows.map(({ rowNo, cells, errors }: RowOf<typeof badRows>) => ({
    rowNo,
    name: cells[columns[0].key] ?? '',
    reasons: errors.map(({ field, text }) => `${heads.get(field)}：${text}`),
  }));
}
