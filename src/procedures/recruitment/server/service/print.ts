import { revealMember } from '#people/member/contract.reveal.ts';
import { membersOf } from '#people/member/server/index.ts';
import { personOf } from '#people/member/server/person.ts';
import { readRecords } from '#people/member/server/service/records.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import type * as contract from '#procedures/recruitment/contract.papers.ts';
import type { FileDetail } from '#procedures/recruitment/contract.ts';
import { FORMS, isNumbered } from '#procedures/recruitment/rules/forms.ts';
import { publicityByCode } from '../queries/meeting.ts';
import { drawBook, overflowOf } from './book.ts';
import { paperDay } from './formValues.ts';
import { printedFile } from './printed.ts';
import { drawForm, FORM_PAPER } from './sheets.ts';
import { textOf } from './template.ts';
import { MISSING } from './wholeFile.ts';

const TEMPLATES = {
  publicity: new URL('../../papers/publicity.typ', import.meta.url),
  book: new URL('../../papers/book.typ', import.meta.url),
};

/** That a paper about a file was made. */
export const auditPrint = (ctx: Ctx, file: FileDetail, name: string, reason?: string) =>
  ctx.audit({ type: 'developmentFile', id: file.id, name: `${name} ${file.name}`, ...(reason ? { reason } : {}) });

/** One form of the way, its number masked. */
export async function form(ctx: Ctx, { id, form }: ParsedOf<typeof contract.printForm>) {
  const file = await printedFile(ctx, id);
  auditPrint(ctx, file, FORMS[form].label);
  return drawn(ctx, file, form, '');
}

/** The same with the full number: a line in the person's history, and one of the day's views. */
export async function formFull(ctx: Ctx, { id, form, reason }: ParsedOf<typeof contract.printFormFull>) {
  if (!isNumbered(form)) throw refuse(`${FORMS[form].label}上没有身份证号，直接打印即可`);
  const file = await printedFile(ctx, id);
  const [row] = await membersOf(ctx.db, ctx.scope, [file.memberId]);
  if (!row) throw notFound(MISSING);
  const { path, rate } = revealMember;
  if (rate) await countHit(ctx.services, `${path}:a${ctx.session.accountId}`, rate.hits, rate.seconds, 1);
  const { idCard } = personOf(row, ctx.vault);
  ctx.audit({
    type: 'member',
    id: file.memberId,
    name: file.name,
    orgCode: row.org_code,
    reason: `打印${FORMS[form].label}：${reason}`,
  });
  return drawn(ctx, { ...file, idCardNo: idCard ?? '' }, form, reason);
}

async function drawn(ctx: Ctx, file: FileDetail, form: keyof typeof FORMS, reason: string) {
  const { line } = await markOfDownload(ctx, `打印${FORMS[form].label}`, reason);
  return answerPaper(ctx, {
    name: `${FORMS[form].label} ${file.name}`,
    template: FORM_PAPER,
    data: { mark: line, ...drawForm(form, file, await textOf(ctx.db, form)) },
  });
}

/** 《入党志愿书》 as a preview; on each page it says that it is none. */
export async function book(ctx: Ctx, { id }: ParsedOf<typeof contract.printBook>) {
  const file = await printedFile(ctx, id);
  auditPrint(ctx, file, '入党志愿书预览');
  const { line } = await markOfDownload(ctx, '预览入党志愿书');
  return answerPaper(ctx, {
    name: `入党志愿书预览 ${file.name}`,
    template: TEMPLATES.book,
    data: { mark: line, ...drawBook(file, await readRecords(ctx, file.memberId)) },
  });
}

/** What of 《入党志愿书》 finds no room, told before it is printed. */
export async function bookCheck(ctx: Ctx, { id }: ParsedOf<typeof contract.checkBook>) {
  const file = await printedFile(ctx, id);
  return overflowOf(drawBook(file, await readRecords(ctx, file.memberId)));
}

/** 公示 as it is put up: the same facts as its page, with its code; none once it is over. */
export async function poster(ctx: Ctx, { id }: ParsedOf<typeof contract.printPoster>) {
  const file = await printedFile(ctx, id);
  if (!file.publicity || file.publicity.result !== null) throw refuse('没有正在进行的公示');
  const row = await publicityByCode(ctx.db, file.publicity.code);
  if (!row) throw refuse('公示还没有开始，或者已经到期');
  const { shown, startsOn, endsOn, heardBy, phone } = row;
  auditPrint(ctx, file, '公示');
  const { line } = await markOfDownload(ctx, '打印公示');
  return answerPaper(ctx, {
    name: `公示 ${file.name}`,
    template: TEMPLATES.publicity,
    data: {
      mark: line,
      title: '发展对象公示',
      paragraphs: [
        `经党员推荐、支部委员会讨论和上级党委同意，${shown.orgName}拟将${shown.name}同志列为发展对象，现予公示，公示期自${paperDay(startsOn)}至${paperDay(endsOn)}。`,
      ],
      pairs: [
        ['姓名', shown.name],
        ['性别', shown.genderName],
        ['出生年月', shown.birthMonth],
        ['学历', shown.educationName || '未登记'],
        ['单位和职务', shown.unit || '未登记'],
        ['申请入党日期', shown.appliedOn],
        ['列为积极分子日期', shown.activistOn],
        ['培养联系人', shown.contacts],
      ],
      below: [
        '公示期内对公示对象有不同意见的，可以向受理单位当面、来信或来电反映，反映情况应当实事求是。',
        `受理单位：${heardBy}${phone ? `　电话：${phone}` : ''}`,
      ],
      orgName: shown.orgName,
      day: paperDay(startsOn),
      qr: await qrSvg(pageAddress(ctx, `/gongshi/${file.publicity.code}`)),
    },
  });
}
