import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { SIZES } from '#platform/server/files/files.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { answerPaper, pictureFiles } from '#platform/server/papers/keep.ts';
import type { printMembers, printMembersFull } from '../../contract.print.ts';
import { revealMember } from '../../contract.reveal.ts';
import type { MemberDetail } from '../../contract.ts';
import { isPartyMember, PRINT_FORMS, partyAgeText } from '../../rules.ts';
import { personOf } from '../person.ts';
import { membersOf } from '../queries/record.ts';
import { getMember } from './detail.ts';
import { readRecords } from './records.ts';

type Form = keyof typeof PRINT_FORMS;

const TEMPLATES: Record<Form, URL> = {
  register: new URL('../../papers/register.typ', import.meta.url),
  collect: new URL('../../papers/collect.typ', import.meta.url),
};

/** The sheets of people as one PDF, their numbers masked. */
export async function printSheets(
  ctx: Ctx,
  { ids, form }: ParsedOf<typeof printMembers>,
): Promise<ReplyOf<typeof printMembers>> {
  const people: MemberDetail[] = [];
  for (const id of ids) people.push(await getMember(ctx, id));
  const [first] = people;
  ctx.audit({
    type: 'member',
    name: `${PRINT_FORMS[form]} ${ids.length}人`,
    ...(ids.length === 1 && first ? { id: first.id } : {}),
  });
  return sheets(ctx, form, people, '');
}

/**
 * The same with full numbers, each person with a line in the own history. Every person counts as one of
 * the day's views, so that a print run is no way around their limit; 429 beyond it.
 */
export async function printFullSheets(
  ctx: Ctx,
  { ids, form, reason }: ParsedOf<typeof printMembersFull>,
): Promise<ReplyOf<typeof printMembersFull>> {
  const found = new Map((await membersOf(ctx.db, ctx.scope, ids)).map((row) => [row.id, row]));
  if (found.size < ids.length) throw notFound('所选人员不存在或不在您的管理范围内');
  const { path, rate } = revealMember;
  if (rate) await countHit(ctx.services, `${path}:a${ctx.session.accountId}`, rate.hits, rate.seconds, ids.length);
  const people: MemberDetail[] = [];
  for (const id of ids) {
    const row = found.get(id);
    if (!row) continue;
    const { idCard, phone } = personOf(row, ctx.vault);
    people.push({ ...(await getMember(ctx, id)), idCardNo: idCard ?? '', phonenumber: phone ?? '' });
    ctx.audit({
      type: 'member',
      id,
      name: row.name,
      orgCode: row.org_code,
      reason: `打印${PRINT_FORMS[form]}：${reason}`,
    });
  }
  return sheets(ctx, form, people, reason);
}

async function sheets(ctx: Ctx, form: Form, people: readonly MemberDetail[], reason: string) {
  const { line } = await markOfDownload(ctx, `打印${PRINT_FORMS[form]}`, reason);
  const files: Record<string, Uint8Array> = {};
  const drawn = [];
  for (const person of people) {
    if (form === 'collect') {
      drawn.push(collectSheet(person, person.isFloating ? await placeOf(ctx, person.id) : ''));
      continue;
    }
    const photo = await pictureFiles(ctx, person.photo ? [person.photo] : [], SIZES.zoom);
    Object.assign(files, photo);
    drawn.push({ ...registerSheet(person), photo: Object.keys(photo)[0] ?? null });
  }
  const [first] = people;
  const whose = people.length === 1 && first ? nameOf(first) : `${people.length}人`;
  const printed = `${ctx.session.accountName} ${line.match(/\d{4}-\d{2}-\d{2}/)?.[0] ?? ''} 打印`;
  return answerPaper(ctx, {
    name: `${PRINT_FORMS[form]} ${whose}`,
    template: TEMPLATES[form],
    data: { mark: line, printed, people: drawn },
    files,
  });
}

/** Where somebody floats to, by the newest row of 流动记录 that has not ended. */
async function placeOf(ctx: Ctx, id: string): Promise<string> {
  const { flre = [] } = await readRecords(ctx, id);
  return String(flre.find(({ endedOn }) => !endedOn)?.place ?? '');
}

const nameOf = ({ id, name }: MemberDetail) => name || `无名${id}`;
const pathOf = ({ orgPath, orgName }: MemberDetail) => orgPath.map(({ name }) => name).join(' > ') || orgName;
/** 党籍状态; whoever is still on the way has none. */
const membershipOf = (member: MemberDetail) =>
  isPartyMember(member.personCategory) ? member.membershipStatusName : '';

/** 党员登记表: pairs of label and value, then whole lines. */
export function registerSheet(member: MemberDetail) {
  return {
    orgName: member.orgName,
    pairs: [
      ['姓名', nameOf(member), '性别', member.genderName],
      ['出生日期', member.birthDate ?? '', '民族', member.nationName],
      ['籍贯', member.nativePlace, '身份证号', member.idCardNo],
      ['学历', member.educationName, '学位', member.degreeName],
      ['手机号', member.phonenumber, '工作岗位', member.occupationName],
      ['人员类别', member.personCategoryName, '党籍状态', membershipOf(member)],
      ['申请入党日期', member.appliedOn ?? '', '入党日期', member.admissionDate ?? ''],
      ['转正日期', member.conversionDate ?? '', '党龄', partyAgeText(member.partyAgeMonths)],
      ['党内职务', member.partyPost, '进入支部日期', member.joinedBranchOn ?? ''],
    ],
    lines: [
      ['工作单位及职务', [member.workUnit, member.position].filter(Boolean).join(' ')],
      ['现居住地', member.residence],
      ['所在党组织', pathOf(member)],
      ['备注', member.remark],
    ],
  };
}

/** 党员信息采集表: the sixteen items of the national collection of 2017, to be checked and signed by the member. */
export function collectSheet(member: MemberDetail, place: string) {
  return {
    category: member.personCategory,
    branch: pathOf(member),
    residence: member.residence,
    lost: member.isLostContact,
    floating: member.isFloating,
    place,
    pairs: [
      ['姓名', nameOf(member), '公民身份号码', member.idCardNo],
      ['性别', member.genderName, '民族', member.nationName],
      ['出生日期', member.birthDate ?? '', '学历', member.educationName],
      ['人员类别', '', '工作岗位', member.occupationName],
      ['加入党组织日期', member.admissionDate ?? '', '转为正式党员日期', member.conversionDate ?? ''],
      ['手机号码', member.phonenumber, '党籍状态', membershipOf(member)],
    ],
  };
}
