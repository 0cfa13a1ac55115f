import type { ParsedOf } from '#platform/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { badInput } from '#platform/server/errors.ts';
import type * as contract from '#procedures/departure/contract.ts';
import {
  firstDayOfGround,
  GROUNDS,
  type GroundName,
  groundsOf,
  KINDS,
  NOT_OF_SUSPENDED,
} from '#procedures/departure/rules.ts';
import * as queries from './queries/grounds.ts';

/** Dictionary 0003: 停止党籍. */
const SUSPENDED = 2;

type Input = Pick<ParsedOf<typeof contract.addVariation>, 'kind' | 'effectiveOn' | 'meetingOn' | 'ground' | 'groundOn'>;
interface Person {
  id: string;
  name: string;
  status: number;
}

/**
 * The ground of a variation and since when it stands, as far as the kind asks for one (党员教育管理工作条例第二十四条, 党章第九条):
 * the time demanded has gone by when the meeting decides and on the day of effect, and nothing that the platform knows
 * speaks against it. A day of suspension that is recorded is not asked for.
 * @throws body code 600 at the field, with the clause
 */
export async function groundOf(
  db: Db,
  person: Person,
  input: Input,
): Promise<{ ground: GroundName | null; groundOn: string | null }> {
  const isSuspended = person.status === SUSPENDED;
  const { label } = KINDS[input.kind];
  if (isSuspended && NOT_OF_SUSPENDED.includes(input.kind)) {
    throw badInput({ kind: `${person.name}已停止党籍，不能再办${label}；满两年仍没有取得联系的按自行脱党除名` });
  }
  const choices = groundsOf(input.kind, isSuspended);
  if (choices.length === 0) return { ground: null, groundOn: null };
  const [only] = choices;
  const ground = choices.length === 1 && only ? only : input.ground;
  if (ground === null || !choices.includes(ground)) throw badInput({ ground: `请选择${label}的情形` });
  const { since, clause } = GROUNDS[ground];
  const recorded = ground === 'suspension' ? await queries.suspendedOn(db, person.id) : null;
  const groundOn = recorded ?? input.groundOn;
  if (groundOn === null) throw badInput({ groundOn: `请填写${since}` });
  const from = firstDayOfGround(ground, groundOn);
  const early: Record<string, string> = {};
  if (input.effectiveOn < from) early.effectiveOn = `最早 ${from}。${clause}`;
  if (input.meetingOn !== null && input.meetingOn < from) early.meetingOn = `支部大会最早 ${from}。${clause}`;
  if (Object.keys(early).length > 0) throw badInput(early);
  const known = await queries.knownAgainst(db, person.id, ground);
  if (known && known.day > groundOn) {
    throw badInput({ groundOn: `平台记录 ${known.day} ${known.what}，${since}不能早于这一天` });
  }
  return { ground, groundOn };
}

/** Whether a registered status may be corrected: only what no variation and no transfer has brought about. */
export async function refuseCorrection(db: Db, person: Person): Promise<void> {
  if (person.status === 1) throw badInput({ memberId: `${person.name}的党籍状态已是正常` });
  if (person.status === 5) throw badInput({ memberId: `${person.name}已转出，请办理转入` });
  if (await queries.leftByProcedure(db, person.id)) {
    throw badInput({ memberId: `${person.name}的党籍状态由已办理的异动得出，请撤销那件异动，或办理恢复党籍` });
  }
}
