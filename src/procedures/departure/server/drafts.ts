import { ROLE } from '#kernel/session/contract.ts';
import type { Services } from '#platform/server/context.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import type { GroundName, VariationKind } from '#procedures/departure/rules.ts';
import { CLOCKS, type Clock, closeSettled, type Draft, listProposedDrafts } from './queries/drafts.ts';
import { draftSubject, MODULE } from './todos.ts';

interface Way {
  title: (name: string) => string;
  /** The kind of variation that it proposes. */
  kind: VariationKind;
  /** The ground that the clock has found. */
  ground?: GroundName;
}

/**
 * What the clocks propose (党员教育管理工作条例第二十四条): six months without a word, two years suspended, five years abroad
 * for good or to study; 限期改正 that has ended (第三十条); six months without dues (党章第九条); a letter that expired half a year ago and led nowhere (口袋党员).
 */
const WAYS: Readonly<Record<Clock, Way>> = {
  lost: {
    title: (name) => `${name}失联满6个月，请研究停止党籍`,
    kind: 'suspended',
    ground: 'lost',
  },
  removal: {
    title: (name) => `${name}停止党籍满2年，请研究按自行脱党除名`,
    kind: 'lapsed',
    ground: 'suspension',
  },
  abroad: {
    title: (name) => `${name}出国（境）超过5年，请研究停止党籍`,
    kind: 'suspended',
  },
  dues: {
    title: (name) => `${name}连续6个月未交党费，请查明原因`,
    kind: 'lapsed',
    ground: 'dues',
  },
  mending: {
    title: (name) => `${name}限期改正期满，请研究是否转变`,
    kind: 'advised',
  },
  pocket: {
    title: (name) => `${name}的介绍信过期满6个月未落转，请查明去向`,
    kind: 'lapsed',
  },
};

/** The form with what the clock knows filled in. */
const draftPath = ({ kind, ground }: Way, { memberId, since }: Draft) =>
  `/affairs/variation/variationAdd?kind=${kind}&memberId=${memberId}&since=${since}${ground ? `&ground=${ground}` : ''}`;

/**
 * Opens what the clocks propose and closes what is settled. A draft is a to-do and decides nothing; who has a variation under way
 * is left out, what is open stays.
 */
export async function openDrafts({ db }: Services): Promise<void> {
  for (const which of CLOCKS) {
    const way = WAYS[which];
    await closeSettled(db, which);
    const rows = await listProposedDrafts(db, which);
    for (const row of rows) {
      await openTodo(db, {
        roleId: ROLE.worker,
        orgId: row.orgId,
        orgCode: row.orgCode,
        accountId: null,
        module: MODULE,
        title: way.title(row.name),
        detail: `${row.orgName}，自${row.since}起`,
        act: '登记异动',
        jumpUrl: draftPath(way, row),
        dueOn: null,
        subject: draftSubject(which, row.memberId),
      });
    }
  }
}
