import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { beijingTime } from '#platform/time/days.ts';
import type * as contract from '#procedures/ballot/contract.ts';
import { CLAUSE, hiddenText, KINDS, SAYINGS, VOTERS, validText, wordOf } from '#procedures/ballot/rules.ts';
import { sealsOf, tellersOf } from '../queries/ballot.ts';
import { loadBallot, logBallot, shownResult, shownSeal } from './common.ts';

const RESULT = new URL('../../papers/result.typ', import.meta.url);
const at = (when: Date | null) => (when === null ? '' : beijingTime(when));

/** The result of a vote as a paper: what was decided with its sums, who counted and confirmed, and the code of what was sealed. */
export async function result(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printBallot>,
): Promise<ReplyOf<typeof contract.printBallot>> {
  const row = await loadBallot(ctx, id);
  const published = shownResult(row);
  if (published === null) throw refuse(row.state === 4 ? '投票已经作废，没有结果' : '投票结束后才有结果');
  const [tellers, seals] = await Promise.all([tellersOf(ctx.db, id), sealsOf(ctx.db, id)]);
  const { line } = await markOfDownload(ctx, `打印投票结果 ${row.title}`);
  logBallot(ctx, row, {});
  const heads = row.kind === 'agree' ? Object.values(SAYINGS) : ['得票'];
  return answerPaper(ctx, {
    name: `投票结果 ${row.title}`,
    template: RESULT,
    data: {
      mark: line,
      title: row.title,
      orgName: row.orgName,
      intro: row.intro,
      kind: `${row.onPaper ? '纸质选票，' : ''}${KINDS[row.kind]}`,
      voters: row.occasion ? `${row.occasion}应到的有表决权党员` : VOTERS[row.votersAre],
      opened: at(row.openedAt),
      closed: at(row.closedAt),
      counts: `应投${row.voters}人，收回${row.cast}票${row.kind === 'choose' ? `；应选${row.seats}人` : ''}`,
      valid: validText(row.kind, published.valid),
      hidden: hiddenText(published),
      heads: published.sums === null ? [] : heads,
      rows: row.options.map((option, place) => [
        option,
        ...(published.sums === null
          ? []
          : heads.map((_head, column) => String(published.sums?.[place]?.[column] ?? '—'))),
        wordOf(row.kind, published, place),
      ]),
      first: row.kind === 'agree' ? '事项' : '候选人',
      tellers: tellers.map(({ name }) => name).join('、'),
      seals: seals.map(({ name, sealedAt }) => `${name}（${at(sealedAt)}）`).join('、'),
      sealed: row.state === 3 ? `${at(row.sealedAt)}封存` : '尚未封存',
      seal: shownSeal(row),
      clause: CLAUSE,
    },
  });
}
