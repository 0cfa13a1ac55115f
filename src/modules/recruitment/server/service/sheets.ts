import { MEETING_STAGES } from '#modules/recruitment/contract.meeting.ts';
import type { FileDetail } from '#modules/recruitment/contract.ts';
import { FORMS, type FormName } from '#modules/recruitment/rules/forms.ts';
import { inBranch } from '#modules/recruitment/rules/meetings.ts';

type Pair = readonly [string, string, string, string];
/** Label, text, and how high the field is at least, in mm. */
type TallLine = readonly [string, string, number];
export type FormPart =
  | { kind: 'table'; pairs: readonly Pair[]; lines: readonly TallLine[] }
  | { kind: 'rows'; head: readonly string[]; widths: readonly number[]; rows: readonly (readonly string[])[] }
  | { kind: 'slip'; title: string; name: string; note: string; times: number };

/** A form as its template draws it. */
export interface FormSheet {
  title: string;
  subtitle: string;
  to: string;
  paragraphs: readonly string[];
  parts: readonly FormPart[];
  signs: readonly string[];
  note: string;
}

const BLANK_DAY = '　　年　　月　　日';
const DATE = '年　月　日';
/** 2026-10-28 as papers write it; a blank to be filled by hand where it is not known. */
export const paperDay = (day: string | null | undefined): string => {
  if (!day) return BLANK_DAY;
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
};

const stepAt = (file: FileDetail, no: number) => file.steps[no - 1];
/** The day of a step, written out. */
const on = (file: FileDetail, no: number) => paperDay(stepAt(file, no)?.handledOn);
const decidedOn = (file: FileDetail, no: number) => paperDay(stepAt(file, no)?.decidedOn);
const factOf = (file: FileDetail, no: number, name: string) =>
  stepAt(file, no)?.facts.find((fact) => fact.name === name)?.value ?? '';
const voteOf = (file: FileDetail, stage: number) => file.votes.find((vote) => vote.stage === stage);

const person = (file: FileDetail): Pair[] => [
  ['姓名', file.name, '性别', file.genderName],
  ['出生日期', file.birthDate ?? '', '民族', file.nationName],
  ['学历', file.educationName, '身份证号', file.idCardNo],
  ['单位和职务', [file.workUnit, file.position].filter(Boolean).join(' '), '所在党支部', file.orgName],
];
const sheet = (form: FormName, given: Partial<FormSheet>): FormSheet => ({
  title: FORMS[form].label,
  subtitle: '',
  to: '',
  paragraphs: [],
  parts: [],
  signs: [],
  note: '',
  ...given,
});
const table = (pairs: readonly Pair[], lines: readonly TallLine[]): FormPart => ({ kind: 'table', pairs, lines });
const branchSigns = (file: FileDetail, day: string) => [file.orgName, '（盖章）', day];
const upper = (file: FileDetail) => file.approver || '上级党委';

/** 应到、实到 and the votes in words; blank places where no meeting is registered yet. */
function voteWords(file: FileDetail, stage: 7 | 9): string {
  const vote = voteOf(file, stage);
  if (!vote)
    return '支部有表决权的正式党员　　名，实到会　　名，符合规定人数。采取无记名投票方式表决，赞成　　票，反对　　票，弃权　　票。';
  const written = vote.writtenYes + vote.writtenNo;
  return `支部有表决权的正式党员${vote.due}名，实到会${vote.present}名，超过应到会有表决权党员的半数。采取无记名投票方式表决，赞成${vote.yes + vote.writtenYes}票，反对${vote.no + vote.writtenNo}票，弃权${vote.abstain}票，废票${vote.spoilt}票${written > 0 ? `（含会前书面意见${written}票）` : ''}。赞成人数${vote.passed ? '超过' : '没有超过'}应到会有表决权党员的半数。`;
}

const observed = (file: FileDetail, from: string | null, to: string | null) => {
  const notes = file.notes.filter(({ day }) => (from === null || day >= from) && (to === null || day <= to));
  const rows = notes.map(({ day, kind, content, createdBy }) => [
    day,
    kind === 'inspection' ? '考察' : '思想汇报',
    content,
    createdBy,
  ]);
  // Room to go on by hand.
  return [...rows, ...Array.from({ length: Math.max(4 - rows.length, 0) }, () => ['', '', '', ''])];
};

type Draw = (file: FileDetail) => FormSheet;

/** What each form says; days, people and votes are those of the file, the rest is room to write. */
const DRAW: Readonly<Record<FormName, Draw>> = {
  receipt: (file) =>
    sheet('receipt', {
      to: `${file.name}同志：`,
      paragraphs: [
        `你于${on(file, 1)}递交的入党申请书已收到。党支部将在一个月内派人同你谈话，了解基本情况。`,
        '望你认真学习党的理论，以实际行动争取入党，定期向党组织汇报思想、学习和工作情况。',
      ],
      signs: branchSigns(file, on(file, 1)),
    }),
  talk: (file) =>
    sheet('talk', {
      parts: [
        table(
          [
            ...person(file),
            ['递交申请日期', file.appliedOn ?? '', '谈话日期', stepAt(file, 2)?.handledOn ?? ''],
            ['谈话人', factOf(file, 2, 'talker'), '地点', factOf(file, 2, 'place')],
          ],
          [['谈话情况', factOf(file, 2, 'summary'), 120]],
        ),
      ],
      signs: ['谈话人签名：　　　　　　', '本人签名：　　　　　　', on(file, 2)],
    }),
  training: (file) =>
    sheet('training', {
      parts: [
        table(
          [...person(file), ['列为积极分子日期', stepAt(file, 3)?.handledOn ?? '', '培养联系人', file.contacts]],
          [],
        ),
        {
          kind: 'rows',
          head: ['日期', '类别', '考察情况', '登记人'],
          widths: [26, 22, 0, 24],
          rows: observed(file, stepAt(file, 3)?.handledOn ?? null, stepAt(file, 7)?.handledOn ?? null),
        },
        table([], [['党支部意见', factOf(file, 6, 'summary'), 44]]),
      ],
      signs: branchSigns(file, on(file, 6)),
      note: '每半年考察一次，考察情况由培养联系人填写。',
    }),
  publicity: (file) =>
    sheet('publicity', {
      to: `${upper(file)}：`,
      paragraphs: [
        `经党员推荐、支部委员会讨论和上级党委同意，${file.orgName}于${paperDay(file.publicity?.startsOn)}至${paperDay(file.publicity?.endsOn)}对拟列为发展对象的${file.name}同志进行了公示，公示期不少于五个工作日。`,
        file.publicity?.result === null || !file.publicity
          ? '公示期间收到的反映和核查情况：'
          : file.publicity.result === 'none'
            ? '公示期间没有收到异议。'
            : `公示期间收到反映，核查情况：${file.publicity.resultNote}`,
        '特此报告。',
      ],
      signs: branchSigns(file, BLANK_DAY),
    }),
  letter: (file) =>
    sheet('letter', {
      to: '　　　　　　　　　　党组织：',
      paragraphs: [
        `${file.name}，${file.genderName}，${file.birthDate ? `${paperDay(file.birthDate)}出生，` : ''}${file.nationName}，现为我支部拟发展的党员。因发展党员工作需要，请协助提供其亲属　　　　　　（关系：　　　　）的政治历史、现实表现和遵纪守法情况。`,
        '请于收到本函后十五日内将材料密封寄回，或由专人送回。谢谢支持。',
      ],
      signs: branchSigns(file, BLANK_DAY),
      note: `回函请寄：${file.orgName}。联系人：　　　　　　联系电话：　　　　　　`,
    }),
  review: (file) =>
    sheet('review', {
      parts: [
        table(person(file), [
          ['本人情况', factOf(file, 10, 'self'), 24],
          ['父母情况', factOf(file, 10, 'parents'), 20],
          ['配偶情况', factOf(file, 10, 'spouse'), 14],
          ['主要社会关系', factOf(file, 10, 'relations'), 24],
          ['流动人员征求意见', factOf(file, 10, 'migrant'), 14],
          [
            '函调情况',
            factOf(file, 10, 'lettersOut') &&
              `发函${factOf(file, 10, 'lettersOut')}份，回函${factOf(file, 10, 'lettersBack') || '0'}份`,
            8,
          ],
          ['审查结论', factOf(file, 10, 'verdict'), 20],
        ]),
      ],
      signs: branchSigns(file, on(file, 10)),
    }),
  certificate: (file) =>
    sheet('certificate', {
      paragraphs: [
        `${file.name}同志参加了发展对象集中培训，共${factOf(file, 11, 'days') || '　'}天、${factOf(file, 11, 'hours') || '　'}学时，经考试（考核）合格，准予结业。`,
        '特此证明。',
      ],
      signs: ['培训单位：　　　　　　　　', '（盖章）', on(file, 11)],
    }),
  prereview: (file) =>
    sheet('prereview', {
      to: `${upper(file)}：`,
      paragraphs: [
        `${file.name}同志于${paperDay(file.appliedOn)}递交入党申请书，${on(file, 3)}列为入党积极分子，经培养教育考察、政治审查和集中培训，支部委员会于${on(file, 12)}审查，认为其基本具备党员条件、手续完备，现报请预审。`,
      ],
      parts: [
        table(person(file), [
          ['支部委员会意见', factOf(file, 12, 'summary'), 34],
          ['预审意见', [stepAt(file, 13)?.meeting, stepAt(file, 13)?.decision].filter(Boolean).join('，'), 40],
        ]),
      ],
      signs: [upper(file), '（盖章）', decidedOn(file, 13)],
    }),
  ballot: (file) =>
    sheet('ballot', {
      title: '票决单',
      subtitle: `${file.orgName}　${MEETING_STAGES[7]}　${on(file, 15)}`,
      parts: [
        {
          kind: 'slip',
          title: '接收预备党员票决单',
          name: file.name,
          note: '同意的在“赞成”栏画“○”，只能画一处，多画、不画的为废票。本票无记名。',
          times: 4,
        },
      ],
    }),
  resolution: (file) =>
    sheet('resolution', {
      title: `关于接收${file.name}同志为中共预备党员的决议`,
      paragraphs: [
        `${on(file, 15)}，${file.orgName}召开支部党员大会，讨论${file.name}同志的入党问题。大会听取了介绍人${file.introducers || '　　　　、　　　　'}同志的意见和支部委员会的审查报告。`,
        voteWords(file, 7),
        voteOf(file, 7)?.passed === false
          ? `大会没有同意接收${file.name}同志为中共预备党员。`
          : `大会同意接收${file.name}同志为中共预备党员，报${upper(file)}审批。`,
      ],
      signs: [`支部书记签名：　　　　　　`, ...branchSigns(file, on(file, 15))],
    }),
  approval: (file) =>
    sheet('approval', {
      to: `${file.orgName}：`,
      paragraphs: [
        `经${[upper(file), stepAt(file, 17)?.meeting].filter(Boolean).join('')}于${decidedOn(file, 17)}集体讨论、表决，批准${file.name}同志为中共预备党员，预备期自支部大会通过之日${on(file, 15)}起，至${paperDay(file.probationUntil)}止。`,
        '请及时通知本人，并在党员大会上宣布，将其编入党支部和党小组，继续教育考察。',
      ],
      signs: [upper(file), '（盖章）', decidedOn(file, 17)],
    }),
  filing: (file) =>
    sheet('filing', {
      parts: [
        table(
          [
            ...person(file),
            ['递交申请日期', file.appliedOn ?? '', '列为积极分子日期', stepAt(file, 3)?.handledOn ?? ''],
            ['支部大会日期', stepAt(file, 15)?.handledOn ?? '', '审批日期', stepAt(file, 17)?.decidedOn ?? ''],
            ['入党介绍人', file.introducers, '备案文号', factOf(file, 18, 'number')],
          ],
          [
            ['审批党委意见', [stepAt(file, 17)?.meeting, stepAt(file, 17)?.decision].filter(Boolean).join('，'), 40],
            ['备案意见', '', 40],
          ],
        ),
      ],
      signs: ['（备案单位盖章）', on(file, 18)],
    }),
  probation: (file) =>
    sheet('probation', {
      parts: [
        table(
          [
            ...person(file),
            ['入党日期', stepAt(file, 15)?.handledOn ?? '', '预备期到', file.probationUntil ?? ''],
            ['编入党小组', factOf(file, 19, 'group'), '入党宣誓', stepAt(file, 20)?.handledOn ?? ''],
          ],
          [],
        ),
        {
          kind: 'rows',
          head: ['日期', '类别', '考察情况', '登记人'],
          widths: [26, 22, 0, 24],
          rows: observed(file, stepAt(file, 15)?.handledOn ?? file.today, null),
        },
        table([], [['党支部意见', factOf(file, 21, 'summary'), 44]]),
      ],
      signs: branchSigns(file, on(file, 21)),
    }),
  conversion: (file) =>
    sheet('conversion', {
      to: '敬爱的党组织：',
      paragraphs: [
        `我于${on(file, 15)}经支部大会讨论通过、上级党委批准，成为一名中共预备党员，预备期至${paperDay(file.probationUntil)}。根据党章规定，我郑重提出转正申请，请党组织审查。`,
      ],
      parts: [table([], [['一年来思想、工作和学习情况（本人手写）', '', 150]])],
      signs: [`申请人：${file.name}　签名：　　　　　　`, stepAt(file, 22)?.handledOn ? on(file, 22) : `　　${DATE}`],
    }),
};

/** One form, filled from its file; where the branch has no committee its general meeting stands in its place. */
export function drawForm(form: FormName, file: FileDetail): FormSheet {
  const drawn = DRAW[form](file);
  return {
    ...drawn,
    paragraphs: drawn.paragraphs.map((words) => inBranch(words, file.hasCommittee)),
    parts: drawn.parts.map((part) =>
      part.kind === 'table'
        ? {
            ...part,
            lines: part.lines.map(([label, ...rest]): TallLine => [inBranch(label, file.hasCommittee), ...rest]),
          }
        : part,
    ),
  };
}
