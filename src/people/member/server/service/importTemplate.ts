import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { PERSON_FIELDS } from '#people/member/rules/fields.ts';
import { REQUIRED_COLUMNS } from '#people/member/rules/importColumns.ts';
import type { FileReply } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { bytesOf, type TemplateColumn, template } from '#platform/server/spreadsheet/template.ts';
import { XLSX_MIME } from '#platform/server/spreadsheet/write.ts';
import { listBranches } from '../queries/import.ts';

const TITLE = '党员信息采集表';
const DAY = '写成2010-06-20，2010.6.20、2010年6月20日也能识别';
/** How a column is filled; dates and choices say so by themselves. */
const NOTES: Readonly<Record<string, string>> = {
  name: '照身份证填写，不能有表情符号；“示例：”开头的这一行导入时跳过，可以不删',
  idCardNo: '18位，照身份证填写。请保持文本格式：变成数字后末几位会丢失',
  birthDate: '可以不填，按身份证号取',
  gender: '可以不填，按身份证号取',
  phonenumber: '11位手机号',
  personCategory: '填了转正日期的可以不填，按正式党员',
  nation: '汉、汉族都可以',
  remark: '不超过500个字',
};
/** The number is the example of the standard itself (GB 11643). */
const SAMPLES: Readonly<Record<string, string>> = {
  name: '张三',
  idCardNo: '11010519491231002X',
  gender: '女',
  birthDate: '1949-12-31',
  nation: '汉族',
  personCategory: '正式党员',
  membershipStatus: '正常',
  education: '大学本科',
  nativePlace: '湖北省峡州市',
  residence: '江南街道滨江路1号',
  workUnit: '峡州市第一中学',
  position: '教师',
  phonenumber: '13800000000',
  admissionDate: '1975-07-01',
  conversionDate: '1976-07-01',
  isFloating: '否',
  isLostContact: '否',
  isMigrantWorker: '否',
};
const isDay = (field: string) => /(Date|On)$/.test(field);
/** More branches than these are not looked through in a list. */
const MOST_BRANCHES = 1000;

/** A sheet with the columns that an import knows, the choices as lists, and a sample line that is passed over. */
export async function importTemplate(ctx: Ctx): Promise<FileReply> {
  const [names, branches] = await Promise.all([dictionaryNames(ctx.services), listBranches(ctx.db, ctx.scope)]);
  const columns: TemplateColumn[] = PERSON_FIELDS.map(({ wire, label, dictionary, labels, yesNo }) => {
    const entries = dictionary ? names.entries(dictionary).map(({ name }) => name) : [];
    const options = yesNo ? ['是', '否'] : labels ? Object.values(labels) : entries;
    const note = NOTES[wire] ?? (isDay(wire) ? DAY : '');
    return {
      head: label,
      required: REQUIRED_COLUMNS.some((field) => field === wire),
      sample: SAMPLES[wire] ?? '',
      ...(options.length > 0 ? { options } : {}),
      ...(note ? { note } : {}),
    };
  });
  const known = Map.groupBy(branches, ({ name }) => name);
  const options = branches.map(({ name, parent_name }) =>
    known.get(name)?.length === 1 ? name : `${parent_name ?? ''}>${name}`,
  );
  columns.push({
    head: '所在党支部',
    sample: options[0] ?? '',
    note: '写支部全称；有同名支部时写“上级党组织>支部”。不填时归入上传时选的支部',
    ...(options.length > 0 && options.length <= MOST_BRANCHES ? { options } : {}),
  });
  return { name: `${TITLE}.xlsx`, mime: XLSX_MIME, body: await bytesOf(template(TITLE, columns)) };
}
