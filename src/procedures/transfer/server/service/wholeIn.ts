import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { isHead, matchColumns } from '#people/member/rules/importColumns.ts';
import { type Home, type Lookups, readRow } from '#people/member/rules/importRules.ts';
import { idCardIndex } from '#people/member/server/rowMapper.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import { addOrg } from '#people/org/server/service/write.ts';
import type { FileReply, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { parseFields } from '#platform/server/http/bind.ts';
import { openSheet } from '#platform/server/spreadsheet/encrypted.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { withSheet } from '#platform/server/spreadsheet/receive.ts';
import { bytesOf, type TemplateColumn, template } from '#platform/server/spreadsheet/template.ts';
import { XLSX_MIME } from '#platform/server/spreadsheet/write.ts';
import type * as contract from '#procedures/transfer/contract.graduates.ts';
import { MOST_GRADUATES, wholeInFields } from '#procedures/transfer/contract.graduates.ts';
import { committeeOf } from '#procedures/transfer/rules.ts';
import type { NewLine, SheetHead, TakenLine } from '../queries/graduates.ts';
import * as queries from '../queries/graduates.ts';
import { lineOf } from '../queries/places.ts';
import { endsOf } from './arrival.ts';
import { admitFromOutside, type Entrant } from './enter.ts';
import { isWorker } from './lock.ts';

/** The place for which a line's words are encrypted: bound to its row. */
export const encryptedLinePlace = (graduationId: string, rowNo: string) =>
  `relation_graduate.said.${graduationId}.${rowNo}`;

const DAY = '写成2010-06-20，2010.6.20、2010年6月20日也能识别';
const COLUMNS: TemplateColumn[] = [
  { head: '姓名', sample: '张三', required: true, note: '照身份证填写；“示例：”开头的这一行跳过' },
  {
    head: '身份证号',
    sample: '11010519491231002X',
    required: true,
    note: '18位，保持文本格式。此前从本平台转出的，按它恢复原档案',
  },
  {
    head: '所在党支部',
    sample: '第一党支部',
    note: '编入的党支部；下面没有同名的，接收时新设。接收组织就是党支部的不用填',
  },
  { head: '人员类别', sample: '正式党员', options: ['正式党员', '预备党员'], note: '填了转正日期的可以不填' },
  { head: '入党日期', sample: '2010-06-20', required: true, note: DAY },
  { head: '转正日期', sample: '2011-06-20', note: `正式党员必填，${DAY}` },
  { head: '民族', sample: '汉族', required: true },
  { head: '手机号', sample: '13800000000' },
];

/** The roll to be filled. */
export async function wholeInTemplate(): Promise<FileReply> {
  return { name: '整建制转入名册.xlsx', mime: XLSX_MIME, body: await bytesOf(template('整建制转入名册', COLUMNS)) };
}

/** The receiving organisation, whose people the own committee takes in. */
async function receiving(ctx: Ctx, orgId: string) {
  const line = await lineOf(ctx.db, orgId);
  const org = line.at(-1);
  if (!org || !inScope(ctx.scope, org.code)) throw notFound('所选党组织不存在，或不在您的管理范围内');
  const isBranch = BRANCH_TYPES.includes(org.type);
  // A new branch below a committee is that committee's own.
  const committee = !isBranch && org.canApprove ? org : committeeOf(line);
  if (committee?.id !== ctx.session.orgId)
    throw badInput({ orgId: `由${committee?.name ?? '具有审批预备党员权限的党委'}接收，请在该党委办理` });
  return { org, isBranch };
}

/** Reads the roll of a document; each line is checked, nobody is taken in yet. */
export const read = (ctx: Ctx): Promise<ReplyOf<typeof contract.readWholeIn>> =>
  withSheet(ctx, async ({ bytes, fileName, texts }) => {
    if (!isWorker(ctx)) throw refuse('整建制转入由接收党委办理');
    const { orgId, documentNo, issuedOn, outsideName, reason } = parseFields(wholeInFields, texts);
    const today = await todayOf(ctx.db);
    if (issuedOn > today) throw badInput({ issuedOn: '日期不能晚于今天' });
    const { org, isBranch } = await receiving(ctx, orgId);
    return openSheet(readTable(bytes), { isHead, heads: ['姓名', '身份证号'] }, async ({ head, rows }) => {
      const columns = matchColumns(head);
      const names = await dictionaryNames(ctx.services);
      const look: Lookups = {
        entries: (code) => names.entries(code),
        home: (name): Home => ({ id: org.id, code: org.code, name }),
        today,
      };
      const seen = new Set<string>();
      const lines: (NewLine & { who?: Entrant })[] = [];
      for await (const { rowNo, cells } of rows) {
        if (lines.length === MOST_GRADUATES) throw badInput({ file: `一份名册最多${MOST_GRADUATES}人，请分成几份` });
        const texts = Object.fromEntries(columns.flatMap((field, at) => (field ? [[field, cells[at] ?? '']] : [])));
        lines.push(
          lineOfRoll(ctx, rowNo, readRow(texts, look, { id: org.id, code: org.code, name: '' }), { seen, isBranch }),
        );
      }
      if (lines.length === 0) throw badInput({ file: '名册里没有人员' });
      const { orgId: ownId, orgCode, accountName: by } = ctx.session;
      const title = `${outsideName}整建制转入`;
      const id = await queries.insertSheet(
        ctx.db,
        {
          orgId: ownId,
          orgCode,
          fileName: title,
          reason,
          graduatedOn: issuedOn,
          by,
          whole: { documentNo, orgId: org.id, from: outsideName },
        },
        (id) =>
          lines.map(({ who, ...line }) => ({
            ...line,
            outsideName,
            said: who && ctx.vault.encrypt(encryptedLinePlace(id, String(line.rowNo)), JSON.stringify(who)),
          })),
      );
      ctx.audit({
        type: 'relationGraduation',
        id,
        name: `${title} ${documentNo}`,
        reason: `${fileName}，${lines.length}行`,
      });
      return { id };
    });
  });

type Read = ReturnType<typeof readRow>;

/** A line as it can be taken in, or why it cannot. */
function lineOfRoll(
  ctx: Ctx,
  rowNo: number,
  { person, home, errors }: Read,
  { seen, isBranch }: { seen: Set<string>; isBranch: boolean },
): NewLine & { who?: Entrant } {
  const [first] = errors;
  const index = person.idCard === null ? '' : idCardIndex(ctx.vault, person.idCard).toString('hex');
  const fault = (() => {
    if (first) return first.text;
    if (person.personCategory !== 1 && person.personCategory !== 2) return '只有正式党员和预备党员转接组织关系';
    if (person.membershipStatus !== 1) return '党籍状态应为正常';
    if (person.admissionDate === null) return '请填写入党日期';
    if (person.personCategory === 1 && person.conversionDate === null) return '正式党员请填写转正日期';
    if (person.nation === '') return '请填写民族';
    if (!isBranch && (home?.name ?? '') === '') return '请填写编入的党支部';
    if ((home?.name.length ?? 0) > 60) return '党支部名称不能超过60个字';
    if (seen.has(index)) return '名册里已有这个身份证号';
    return '';
  })();
  const line = {
    rowNo,
    name: person.name.slice(0, 60),
    memberId: null,
    outsideName: '',
    outsideBranch: isBranch ? '' : (home?.name ?? '').slice(0, 80),
    note: fault,
  };
  if (fault || person.idCard === null) return { ...line, state: 'bad' };
  seen.add(index);
  const { name, idCard: number, nation, personCategory, admissionDate, conversionDate, phone } = person;
  const who = {
    name,
    number,
    nation,
    personCategory,
    admissionDate,
    conversionDate,
    phonenumber: phone,
    isAnother: false,
  };
  return { ...line, state: 'due', who };
}

/** Takes one person of a roll in; a branch that is not there yet is founded by the same document. */
export async function admitOne(ctx: Ctx, sheet: SheetHead, line: TakenLine): Promise<{ id: string; memberId: string }> {
  if (line.said === null || sheet.movedId === null) throw refuse('名册上没有这个人的资料，请重新上传名册');
  const who = JSON.parse(ctx.vault.decrypt(encryptedLinePlace(sheet.id, String(line.rowNo)), line.said)) as Entrant;
  const { org, isBranch } = await receiving(ctx, sheet.movedId);
  const branchId = isBranch ? org.id : await branchNamed(ctx, org.id, line.outsideBranch, sheet);
  const { id, memberId } = await admitFromOutside(
    ctx,
    who,
    {
      kind: 'wholeOrg',
      outsideName: sheet.outsideName,
      outsideBranch: '',
      paperNo: sheet.documentNo,
      reason: sheet.reason,
      note: `整建制转入，${sheet.documentNo}`,
      receipt: `整建制转接，名册加盖公章后回复${sheet.outsideName}`,
    },
    await endsOf(ctx, branchId),
    await todayOf(ctx.db),
    async () => {},
  );
  return { id, memberId };
}

/** 党支部. */
const BRANCH = 46;

async function branchNamed(ctx: Ctx, parentId: string, name: string, sheet: SheetHead): Promise<string> {
  const found = await queries.branchBelow(ctx.db, parentId, name);
  if (found) return found;
  if (!ctx.may('org:write')) throw refuse(`下面没有“${name}”，请先新增这个党支部`);
  const { id } = await addOrg(ctx, {
    parentId,
    name,
    shortName: '',
    type: BRANCH,
    foundedOn: sheet.graduatedOn,
    unitRelation: '1',
    canApprove: false,
    functional: false,
    contact: '',
    phone: null,
    address: '',
    introduction: `随${sheet.outsideName}整建制转入设立，${sheet.documentNo}`,
    lng: null,
    lat: null,
  });
  return id;
}
