import { sql } from 'kysely';
import { memberRow } from '#people/member/server/rowMapper.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS, testIdCard, testPerson } from '../../../../test/support/fixture.ts';
import { certificateOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  for (const { id, code } of Object.values(ORGS)) {
    const serial = 9000 + Number(id);
    // Born on another day than everybody else of the tiny city, so that no number is somebody's already.
    const birthDate = '1979-03-02';
    const person = testPerson({ birthDate, idCard: testIdCard(Number(id), birthDate), phone: `1980000${serial}` });
    const place = { id: String(4000 + Number(id)), orgId: id, orgCode: code, sort: serial };
    await t.db
      .insertInto('member')
      .values(memberRow(person, place, t.services.vault))
      .execute();
    await sql`update member set deleted_at = now(), deleted_by = '试', delete_reason = '试' where id = ${place.id}`.execute(
      t.db,
    );
    await sql`insert into learning_certificate (id, org_id, org_code, issuer, prefix, wording, year, serial, member_id, person_name,
        title, starts_on, ends_on, hours, source, evidence, issued_on)
      values (${certificateOf(id)}, ${id}, ${code}, '试', '试', '修完规定课程', 2020, 1, ${place.id}, '试一', '试', '2020-01-05',
        '2020-01-06', 80, 'hand', ${`own:${id}`}, '2020-01-07')`.execute(t.db);
  }
};
