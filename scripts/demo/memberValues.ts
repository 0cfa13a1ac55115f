import { memberRow } from '#people/member/server/rowMapper.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import type { Placed } from './leaders.ts';

/** A person in a place as the columns of its table. */
export const memberValues = ({ id, org, sort, person }: Placed, vault: Vault) =>
  memberRow(person, { id: String(id), orgId: String(org.id), orgCode: org.code, sort }, vault);
