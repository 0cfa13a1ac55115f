import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes, upload } from '#kernel/files/test/factory.ts';
import {
  cancelWorkMeeting,
  createWorkMeeting,
  getWorkMeeting,
  listInvitees,
  notifyWorkMeeting,
} from '#life/tasks/contract.meeting.ts';
import { ownRead, ownWorkMeeting } from '#life/tasks/contract.ownMeeting.ts';
import { mediaAddress } from '#platform/files/fileCalls.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** Papers of a work meeting: who reads them, and what is taken back at its end. */
let t: TestApp;
let committee: Caller;
let branch: Caller;
let member: Caller;
let memberId: string;

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, member] = [await t.as('committeeWorker'), await t.as('branchWorker'), await t.as('member')];
  memberId = t.fixture.principals.member.memberId ?? '';
});
afterAll(() => t.close());

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
const time = (hours: number) =>
  new Date(Date.now() + (hours + 8) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const form = (more: object = {}) => ({
  title: '保密事项碰头会',
  startsAt: time(0.5),
  endsAt: time(2.5),
  place: '四楼',
  mode: 'chosen' as const,
  orgIds: [ORGS.branchA11.id],
  memberIds: [memberId],
  ...more,
});
const bring = async (name: string, bytes: Buffer) => (await upload(t, committee, name, bytes)).data.id as string;
async function called() {
  const [open, closed] = [await bring('议程.txt', Buffer.from('议程')), await bring('草案.pdf', PDF)];
  const made = await committee.call(createWorkMeeting, form({ files: [open], closedFiles: [closed] }));
  expect(made.code, made.text).toBe(200);
  const out = await committee.call(notifyWorkMeeting, made.data);
  expect(out.code, out.text).toBe(200);
  return { ...out.data, open, closed } as { id: string; version: number; open: string; closed: string };
}
const download = (who: Caller, id: string) => fetchBytes(t, who, `/api/common/download?fileName=${id}`);
/** What the address that a page shows gives, or the code of the call for it. */
async function shown(who: Caller, id: string): Promise<string> {
  const found = await who.call(mediaAddress, { fileName: id });
  return found.code === 200 ? (await fetchBytes(t, who, found.data.url)).text : String(found.code);
}

test('papers 会后收回 are shown on the page to whoever is called, downloaded by the organiser alone, and gone at the end', async () => {
  const one = await called();
  for (const who of [branch, member]) {
    expect(await shown(who, one.closed)).toContain('%PDF');
    expect((await download(who, one.closed)).text).toContain('不能下载');
    expect((await download(who, one.open)).text).toBe('议程');
  }
  expect((await download(committee, one.closed)).text).toContain('%PDF');
  for (const who of ['siblingWorker', 'otherCountyWorker'] as const)
    expect(await shown(await t.as(who), one.closed)).toBe('404');
  const { url } = (await branch.call(mediaAddress, { fileName: one.closed })).data;
  await sql`update office_meeting set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 minute'
    where id = ${one.id}`.execute(t.db);
  // An address that was fetched before ends with the meeting.
  expect((await fetchBytes(t, branch, url)).text).not.toContain('%PDF');
  for (const who of [branch, member]) expect(await shown(who, one.closed)).toBe('404');
  expect((await branch.call(getWorkMeeting, { id: one.id })).data).toMatchObject({ closedFiles: [], closed: true });
  expect((await member.call(ownWorkMeeting, { id: one.id })).data).toMatchObject({ closedFiles: [], closed: true });
  expect((await download(branch, one.open)).text).toBe('议程');
  expect((await download(committee, one.closed)).text).toContain('%PDF');
});

test('of a meeting that is called off they are taken back at once', async () => {
  const one = await called();
  expect(await shown(branch, one.closed)).toContain('%PDF');
  expect((await committee.call(cancelWorkMeeting, { id: one.id, version: one.version, reason: '改期' })).code).toBe(
    200,
  );
  expect(await shown(branch, one.closed)).toBe('404');
});

test('what a page cannot show is not taken as 会后收回', async () => {
  const made = await committee.call(
    createWorkMeeting,
    form({ closedFiles: [await bring('草案.docx.txt', Buffer.from('x'))] }),
  );
  expect(made.data?.fields?.closedFiles).toContain('PDF 或图片');
});

test('a person called by name finds the papers, and has read the notice once it was opened', async () => {
  const one = await called();
  const seen = (await member.call(ownWorkMeeting, { id: one.id })).data;
  expect(seen.files.map(({ id }: { id: string }) => id)).toEqual([one.open]);
  expect(seen.closedFiles.map(({ id }: { id: string }) => id)).toEqual([one.closed]);
  const readOf = async () =>
    (await committee.call(listInvitees, { id: one.id })).rows
      .filter(({ personId }) => personId === memberId)
      .map(({ readAt }) => readAt !== null);
  expect(await readOf()).toEqual([false]);
  expect((await member.call(ownRead, { id: one.id })).code).toBe(200);
  expect(await readOf()).toEqual([true]);
  expect((await branch.call(ownRead, { id: one.id })).code).toBe(404);
});
