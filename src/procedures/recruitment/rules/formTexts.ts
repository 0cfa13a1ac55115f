import { fieldsIn } from '#platform/text/fieldText.ts';
import { isEmptyHtml, plainText } from '#platform/text/richText.ts';
import { FORMS, type FormName } from './forms.ts';

/** What a form says, with fields in braces; its tables are drawn by the form itself and stand below the text. */
export interface FormText {
  title: string;
  subtitle: string;
  /** To whom it is written: {上级党委}： */
  addressee: string;
  /** HTML of the editor. */
  body: string;
  /** A line each. */
  signs: string;
  note: string;
}

/** Fields that a text may name, all of the person's file. */
export const FORM_FIELDS = [
  '姓名',
  '性别',
  '民族',
  '出生日期',
  '学历',
  '单位和职务',
  '党支部',
  '上级党委',
  '申请入党日期',
  '收到申请日期',
  '谈话日期',
  '列为积极分子日期',
  '培养联系人',
  '支部考察日期',
  '公示开始日期',
  '公示结束日期',
  '公示情况',
  '政审日期',
  '培训天数',
  '培训学时',
  '培训结束日期',
  '支委会审查日期',
  '预审日期',
  '入党介绍人',
  '支部大会日期',
  '表决情况',
  '大会决定',
  '审批会议',
  '审批日期',
  '备案日期',
  '预备期至',
  '预备期考察日期',
  '转正申请日期',
  '空白',
  '空白日期',
] as const;
export type FormField = (typeof FORM_FIELDS)[number];

const SEAL = '（盖章）';
const lines = (...all: string[]) => all.join('\n');
const paragraphs = (...all: string[]) => all.map((words) => `<p class="rt-indent">${words}</p>`).join('');

/** What each form says as it comes with the product. */
const BUILT_IN: Readonly<Record<FormName, Partial<FormText>>> = {
  receipt: {
    addressee: '{姓名}同志：',
    body: paragraphs(
      '你于{收到申请日期}递交的入党申请书已收到。党支部将在一个月内派人同你谈话，了解基本情况。',
      '望你认真学习党的理论，以实际行动争取入党，定期向党组织汇报思想、学习和工作情况。',
    ),
    signs: lines('{党支部}', SEAL, '{收到申请日期}'),
  },
  talk: { signs: lines('谈话人签名：　　　　　　', '本人签名：　　　　　　', '{谈话日期}') },
  training: {
    signs: lines('{党支部}', SEAL, '{支部考察日期}'),
    note: '每半年考察一次，考察情况由培养联系人填写。',
  },
  publicity: {
    addressee: '{上级党委}：',
    body: paragraphs(
      '经党员推荐、支部委员会讨论和上级党委同意，{党支部}于{公示开始日期}至{公示结束日期}对拟列为发展对象的{姓名}同志进行了公示，公示期不少于五个工作日。',
      '{公示情况}',
      '特此报告。',
    ),
    signs: lines('{党支部}', SEAL, '{空白日期}'),
  },
  letter: {
    addressee: '　　　　　　　　　　党组织：',
    body: paragraphs(
      '{姓名}，{性别}，{出生日期}出生，{民族}，现为我支部拟发展的党员。因发展党员工作需要，请协助提供其亲属　　　　　　（关系：　　　　）的政治历史、现实表现和遵纪守法情况。',
      '请于收到本函后十五日内将材料密封寄回，或由专人送回。谢谢支持。',
    ),
    signs: lines('{党支部}', SEAL, '{空白日期}'),
    note: '回函请寄：{党支部}。联系人：　　　　　　联系电话：　　　　　　',
  },
  review: { signs: lines('{党支部}', SEAL, '{政审日期}') },
  certificate: {
    body: paragraphs(
      '{姓名}同志参加了发展对象集中培训，共{培训天数}天、{培训学时}学时，经考试（考核）合格，准予结业。',
      '特此证明。',
    ),
    signs: lines('培训单位：　　　　　　　　', SEAL, '{培训结束日期}'),
  },
  prereview: {
    addressee: '{上级党委}：',
    body: paragraphs(
      '{姓名}同志于{申请入党日期}递交入党申请书，{列为积极分子日期}列为入党积极分子，经培养教育考察、政治审查和集中培训，支部委员会于{支委会审查日期}审查，认为其基本具备党员条件、手续完备，现报请预审。',
    ),
    signs: lines('{上级党委}', SEAL, '{预审日期}'),
  },
  ballot: { subtitle: '{党支部}　支部大会讨论接收　{支部大会日期}' },
  resolution: {
    title: '关于接收{姓名}同志为中共预备党员的决议',
    body: paragraphs(
      '{支部大会日期}，{党支部}召开支部党员大会，讨论{姓名}同志的入党问题。大会听取了介绍人{入党介绍人}同志的意见和支部委员会的审查报告。',
      '{表决情况}',
      '{大会决定}',
    ),
    signs: lines('支部书记签名：　　　　　　', '{党支部}', SEAL, '{支部大会日期}'),
  },
  approval: {
    addressee: '{党支部}：',
    body: paragraphs(
      '经{审批会议}于{审批日期}集体讨论、表决，批准{姓名}同志为中共预备党员，预备期自支部大会通过之日{支部大会日期}起，至{预备期至}止。',
      '请及时通知本人，并在党员大会上宣布，将其编入党支部和党小组，继续教育考察。',
    ),
    signs: lines('{上级党委}', SEAL, '{审批日期}'),
  },
  filing: { signs: lines('（备案单位盖章）', '{备案日期}') },
  probation: { signs: lines('{党支部}', SEAL, '{预备期考察日期}') },
  conversion: {
    addressee: '敬爱的党组织：',
    body: paragraphs(
      '我于{支部大会日期}经支部大会讨论通过、上级党委批准，成为一名中共预备党员，预备期至{预备期至}。根据党章规定，我郑重提出转正申请，请党组织审查。',
    ),
    signs: lines('申请人：{姓名}　签名：　　　　　　', '{转正申请日期}'),
  },
};

/** The text of a form as it comes with the product. */
export const builtInText = (form: FormName): FormText => ({
  title: FORMS[form].label,
  subtitle: '',
  addressee: '',
  body: '',
  signs: '',
  note: '',
  ...BUILT_IN[form],
});

const KNOWN: ReadonlySet<string> = new Set(FORM_FIELDS);

/** What is amiss with a text, by field of its form: fields that no file has, pictures, a form that says nothing at all. */
export function textFaults(form: FormName, text: FormText): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [name, value] of Object.entries(text)) {
    const unknown = fieldsIn(name === 'body' ? plainText(value) : value).filter((field) => !KNOWN.has(field));
    if (unknown.length > 0)
      faults[name] = `没有“${unknown.join('”“')}”${unknown.length > 1 ? '这些字段' : '这个字段'}，请用“插入字段”选择`;
  }
  const seen = fieldsIn(plainText(text.body)).length;
  if (!faults.body && fieldsIn(text.body).length < seen)
    faults.body = '有的字段中间夹着格式，请删掉后用“插入字段”重新插入';
  if (!faults.body && /<(img|video)\b/i.test(text.body)) faults.body = '模板里不能放图片和视频';
  if (!faults.body && isEmptyHtml(text.body) && !isEmptyHtml(builtInText(form).body)) faults.body = '请填写正文';
  return faults;
}
