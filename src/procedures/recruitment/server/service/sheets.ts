import { type RichNode, richTree } from '#platform/server/papers/rich.ts';
import { fillHtml, fillText } from '#platform/text/fieldText.ts';
import type { FormName } from '#procedures/recruitment/rules/forms.ts';
import type { FormText } from '#procedures/recruitment/rules/formTexts.ts';
import { labelForBranch } from '#procedures/recruitment/rules/meetings.ts';
import { type FormFile, factOf, stepAt, valuesOf } from './formValues.ts';

/** The template that draws every form. */
export const FORM_PAPER = new URL('../../papers/form.typ', import.meta.url);

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
  body: readonly RichNode[];
  parts: readonly FormPart[];
  signs: readonly string[];
  note: string;
}

const person = (file: FormFile): Pair[] => [
  ['姓名', file.name, '性别', file.genderName],
  ['出生日期', file.birthDate ?? '', '民族', file.nationName],
  ['学历', file.educationName, '身份证号', file.idCardNo],
  ['单位和职务', [file.workUnit, file.position].filter(Boolean).join(' '), '所在党支部', file.orgName],
];
const table = (pairs: readonly Pair[], lines: readonly TallLine[]): FormPart => ({ kind: 'table', pairs, lines });

const observed = (file: FormFile, from: string | null, to: string | null) => {
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

/** The tables of the forms that have some; days, people and votes are those of the file, the rest is room to write. */
const PARTS: Readonly<Partial<Record<FormName, (file: FormFile) => readonly FormPart[]>>> = {
  talk: (file) => [
    table(
      [
        ...person(file),
        ['递交申请日期', file.appliedOn ?? '', '谈话日期', stepAt(file, 2)?.handledOn ?? ''],
        ['谈话人', factOf(file, 2, 'talker'), '地点', factOf(file, 2, 'place')],
      ],
      [['谈话情况', factOf(file, 2, 'summary'), 120]],
    ),
  ],
  training: (file) => [
    table([...person(file), ['列为积极分子日期', stepAt(file, 3)?.handledOn ?? '', '培养联系人', file.contacts]], []),
    {
      kind: 'rows',
      head: ['日期', '类别', '考察情况', '登记人'],
      widths: [26, 22, 0, 24],
      rows: observed(file, stepAt(file, 3)?.handledOn ?? null, stepAt(file, 7)?.handledOn ?? null),
    },
    table([], [['党支部意见', factOf(file, 6, 'summary'), 44]]),
  ],
  review: (file) => [
    table(person(file), [
      ['本人情况', factOf(file, 10, 'self'), 24],
      ['父母情况', factOf(file, 10, 'parents'), 20],
      ['配偶情况', factOf(file, 10, 'spouse'), 14],
      ['主要社会关系', factOf(file, 10, 'relations'), 24],
      ['户籍地党组织意见', factOf(file, 10, 'household'), 14],
      ['居住地党组织意见', factOf(file, 10, 'residence'), 14],
      [
        '函调情况',
        factOf(file, 10, 'lettersOut') &&
          `发函${factOf(file, 10, 'lettersOut')}份，回函${factOf(file, 10, 'lettersBack') || '0'}份`,
        8,
      ],
      ['审查结论', factOf(file, 10, 'verdict'), 20],
    ]),
  ],
  prereview: (file) => [
    table(person(file), [
      ['支部委员会意见', factOf(file, 12, 'summary'), 34],
      ['预审意见', [stepAt(file, 13)?.meeting, stepAt(file, 13)?.decision].filter(Boolean).join('，'), 40],
    ]),
  ],
  ballot: (file) => [
    {
      kind: 'slip',
      title: '接收预备党员票决单',
      name: file.name,
      note: '同意的在“赞成”栏画“○”，只能画一处，多画、不画的为废票。本票无记名。',
      times: 4,
    },
  ],
  filing: (file) => [
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
  probation: (file) => [
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
  conversion: () => [table([], [['一年来思想、工作和学习情况（本人手写）', '', 150]])],
};

/**
 * One form, filled from its file; where the branch has no committee its general meeting stands in its place.
 * @param text the form's wording, as it comes with the product or as it was edited
 */
export function drawForm(form: FormName, file: FormFile, text: FormText): FormSheet {
  const values = valuesOf(file);
  const filledText = (words: string) => labelForBranch(fillText(words, values), file.hasCommittee);
  return {
    title: filledText(text.title),
    subtitle: filledText(text.subtitle),
    to: filledText(text.addressee),
    body: richTree(labelForBranch(fillHtml(text.body, values), file.hasCommittee)).nodes,
    parts: (PARTS[form]?.(file) ?? []).map((part) =>
      part.kind === 'table'
        ? {
            ...part,
            lines: part.lines.map(([label, ...rest]): TallLine => [labelForBranch(label, file.hasCommittee), ...rest]),
          }
        : part,
    ),
    signs: text.signs.split('\n').filter(Boolean).map(filledText),
    note: filledText(text.note),
  };
}
