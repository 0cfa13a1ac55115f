import type { verifyPaper } from '#kernel/verify/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { subjectOfCode } from '#platform/server/papers/verify.ts';
import { shownVerifyCode } from '#platform/text/verifyCode.ts';

/** One sentence for a code that never was and for one whose paper is gone: a guess learns nothing. */
const NOTHING = '查无此件：本平台没有出具过这个核验码的文件，请向出具文件的党组织核实';

/** What the module behind a code lets a stranger read. */
export async function verifyPaperCode(
  ctx: Ctx,
  { code }: ParsedOf<typeof verifyPaper>,
): Promise<ReplyOf<typeof verifyPaper>> {
  const subject = await subjectOfCode(ctx.db, code);
  const kind = subject && ctx.services.modules.map((module) => module.verify?.[subject.kind]).find(Boolean);
  const found = kind ? await kind.read(ctx, subject.subjectId) : null;
  if (!found) throw notFound(NOTHING);
  const { name, number, issuedOn, facts, ...paper } = found;
  const first = [
    ['名称', name],
    ['编号', number ?? `核验码 ${shownVerifyCode(code)}`],
    ...(issuedOn === null ? [] : [['日期', issuedOn] as const]),
  ] as const;
  return { ...paper, facts: [...first, ...facts].map(([label, value]) => ({ label, value })) };
}
