import { ROLE } from '#kernel/session/contract.ts';
import type { ApproverStep, CopyStep, Mode, Who } from '#kernel/workflow/contract.definition.ts';
import type { Db } from '#platform/server/database/db.ts';
import { chainOf, type Holder, holdersOf, officesOf } from '../queries/people.ts';

/** Where a task goes: to one person in an office, or (`accountId` null) to whoever holds the role there. */
export interface Seat {
  accountId: string | null;
  name: string;
  roleId: number;
  orgId: string;
  orgCode: string;
  orgName: string;
}

/** From where the places of a step are seen, and whom the initiator has named by node. */
export interface Origin {
  orgCode: string;
  chosen: Readonly<Record<string, readonly string[]>>;
}

const seatOf = (holder: Holder): Seat => ({ ...holder });
const roleSeat = (holder: Holder): Seat => ({ ...holder, accountId: null, name: holder.roleName });

/** The organisation that a place means, seen from one; where the tree does not reach so far, the nearest there is. */
function codeOf(place: Extract<Who, { kind: 'role' }>['place'], own: string): string {
  if (place === 'own') return own;
  return place === 'superior' ? own.slice(0, Math.max(4, own.length - 4)) : own.slice(0, 4 * place);
}

/** Each account once, in the office nearest to the initiator's place: on the line above it where there is one. */
function peopleSeats(offices: readonly Holder[], accountIds: readonly string[], orgCode: string): Seat[] {
  return accountIds.flatMap((accountId) => {
    const own = offices.filter((office) => office.accountId === accountId);
    const office = own.find((one) => orgCode.startsWith(one.orgCode)) ?? own[0];
    return office ? [seatOf(office)] : [];
  });
}

/** The holders of a role at a place, else at the nearest organisation above it where somebody may decide. */
async function roleSeats(
  db: Db,
  roleId: number,
  from: string,
  mode: Mode,
  barred: ReadonlySet<string>,
): Promise<Seat[]> {
  const all = (await holdersOf(db, roleId, chainOf(from))).filter(({ accountId }) => !barred.has(accountId));
  const [nearest] = all;
  if (!nearest) return [];
  return mode === 'any' ? [roleSeat(nearest)] : all.filter(({ orgId }) => orgId === nearest.orgId).map(seatOf);
}

/**
 * Who decides at a step.
 * @param barred the initiator, and whoever has decided at another node: they never get a seat
 * @returns no seats where nobody at all may decide, not even an administrator; `remark` says when it is not as drawn
 */
export async function seatsOf(
  db: Db,
  { id, who, mode }: Pick<ApproverStep, 'id' | 'who' | 'mode'>,
  { orgCode, chosen }: Origin,
  barred: ReadonlySet<string>,
): Promise<{ seats: Seat[]; remark: string }> {
  if (who.kind === 'role') {
    const from = codeOf(who.place, orgCode);
    const seats = await roleSeats(db, who.roleId, from, mode, barred);
    if (seats[0]) return { seats, remark: seats[0].orgCode === from ? '' : '该组织无人可审批，由上级组织审批' };
  } else {
    const accountIds = who.kind === 'people' ? who.accountIds : (chosen[id] ?? []);
    const seats = peopleSeats(
      await officesOf(db, accountIds),
      accountIds.filter((accountId) => !barred.has(accountId)),
      orgCode,
    );
    if (seats.length > 0) {
      return { seats, remark: seats.length < accountIds.length ? '部分审批人不能审批本件，已略过' : '' };
    }
  }
  const seats = await roleSeats(db, ROLE.administrator, orgCode, 'any', barred);
  return { seats, remark: seats.length > 0 ? '指定的审批人都不能审批本件，由系统管理员审批' : '没有可以审批的人' };
}

/** Everybody who is told at a step: all holders of a role at the very place. */
export async function findCopyHolders(db: Db, { who }: Pick<CopyStep, 'who'>, orgCode: string): Promise<Holder[]> {
  const holders =
    who.kind === 'role'
      ? await holdersOf(db, who.roleId, [codeOf(who.place, orgCode)])
      : await officesOf(db, who.accountIds);
  return [...new Map(holders.map((holder) => [holder.accountId, holder])).values()];
}
