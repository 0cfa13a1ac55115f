import type { RecordRow } from '#platform/records/records.ts';
import type { FileDetail } from '#procedures/recruitment/contract.ts';
import type { BookField } from '#procedures/recruitment/rules/bookLayout.ts';
import { countOverflow } from '#procedures/recruitment/rules/capacity.ts';
import { paperDay } from './formValues.ts';

/** Inner sizes of the book's fields (papers/book.typ): the page is 166 mm wide, a label takes 32 of a table's line. */
const TABLE_ROOM = { width: 166 - 32 - 4, size: 10.5, indent: 0 };
const OPINION_ROOM = { width: 166 - 8, size: 12, indent: 2 };
/** Insets above and below, and the line of the signature. */
const OPINION_TAKEN = 8 + 6;

/** Fields of the book whose text finds no room, with the characters that are too many. */
export function overflowOf(book: ReturnType<typeof drawBook>): { field: string; length: number; surplus: number }[] {
  const fields = [
    ...book.lines.map(([field, text, height]) => ({ field, text, room: { ...TABLE_ROOM, height } })),
    ...book.sections.flat().map(({ title, text, height }) => ({
      field: title,
      text,
      room: { ...OPINION_ROOM, height: height - OPINION_TAKEN },
    })),
  ];
  return fields
    .map(({ field, text, room }) => ({ field, length: [...text].length, surplus: countOverflow(text, room) }))
    .filter((one) => one.surplus > 0);
}

interface Opinion {
  title: string;
  text: string;
  sign: string;
  /** In mm. */
  height: number;
}

type Rows = readonly RecordRow[] | undefined;
const words = (...parts: readonly unknown[]) => parts.filter(Boolean).join('　');
const month = (day: unknown) =>
  String(day ?? '')
    .slice(0, 7)
    .replace('-', '.');

/** 本人经历, from the earliest on. */
const lifeOf = (rows: Rows) =>
  [...(rows ?? [])]
    .sort((a, b) => String(a.startedOn).localeCompare(String(b.startedOn)))
    .map(({ startedOn, endedOn, place, post, witness }) =>
      words(`${month(startedOn)}—${endedOn ? month(endedOn) : '至今'}`, place, post, witness && `证明人：${witness}`),
    )
    .join('\n');
const familyOf = (rows: Rows) =>
  (rows ?? [])
    .map(({ relationName, name, birthDate, politicsName, workUnit }) =>
      words(relationName, name, month(birthDate), politicsName, workUnit),
    )
    .join('\n');
const awardsOf = (rows: Rows) =>
  (rows ?? []).map(({ approvedOn, approvedBy, nameName }) => words(month(approvedOn), approvedBy, nameName)).join('\n');

/**
 * What stands in 《入党志愿书》 as far as file and record say it; what the person and the introducers write by hand is room.
 * @param records the tabs of the person's record
 */
export function drawBook(file: FileDetail, records: Readonly<Record<string, readonly RecordRow[]>> = {}) {
  const step = (no: number) => file.steps[no - 1];
  const fact = (no: number, name: string) => step(no)?.facts.find((one) => one.name === name)?.value ?? '';
  const vote = file.votes.find(({ stage }) => stage === 7);
  const kept = file.votes.find(({ stage }) => stage === 9);
  const decision = (no: number) => [step(no)?.meeting, step(no)?.decision].filter(Boolean).join('，');
  const voted = (one: typeof vote) =>
    one
      ? `应到有表决权的正式党员${one.due}名，实到${one.present}名，赞成${one.yes + one.writtenYes}票，反对${one.no + one.writtenNo}票，弃权${one.abstain}票，废票${one.spoilt}票。`
      : '';
  const first: Opinion[] = [
    { title: '入党介绍人意见', text: `介绍人：${file.introducers}`, sign: `介绍人签名　　　　　　　　`, height: 100 },
    {
      title: '支部大会通过接收申请人为预备党员的决议',
      text: voted(vote),
      sign: `支部书记签名　　　　　　　　${paperDay(step(15)?.handledOn)}`,
      height: 100,
    },
  ];
  const second: Opinion[] = [
    {
      title: '上级党组织指派专人进行谈话的情况和对申请人入党的意见',
      text: fact(16, 'summary'),
      sign: `谈话人签名　　　　　　　　${paperDay(step(16)?.handledOn)}`,
      height: 75,
    },
    { title: '上级党委审批意见', text: decision(17), sign: `（盖章）　${paperDay(step(17)?.decidedOn)}`, height: 60 },
    {
      title: '支部大会通过预备党员能否转为正式党员的决议',
      text: voted(kept),
      sign: `支部书记签名　　　　　　　　${paperDay(step(23)?.handledOn)}`,
      height: 60,
    },
  ];
  const third: Opinion[] = [
    { title: '上级党委审批意见', text: decision(24), sign: `（盖章）　${paperDay(step(24)?.decidedOn)}`, height: 80 },
    { title: '备注', text: '', sign: '', height: 100 },
  ];
  return {
    name: file.name,
    bookNo: fact(14, 'bookNo'),
    pairs: [
      ['姓名', file.name, '性别', file.genderName],
      ['民族', file.nationName, '出生年月', file.birthDate?.slice(0, 7) ?? ''],
      ['学历', file.educationName, '身份证号', file.idCardNo],
      ['申请入党日期', file.appliedOn ?? '', '所在党支部', file.orgName],
    ],
    lines: [
      ['单位和职务', [file.workUnit, file.position].filter(Boolean).join(' '), 8],
      ['家庭主要成员', familyOf(records.family) || fact(10, 'parents'), 30],
      ['主要社会关系', fact(10, 'relations'), 30],
      ['本人经历', lifeOf(records.resume), 60],
      ['何时何地受过何种奖励、处分', awardsOf(records.rewar), 20],
    ] as [string, string, number][],
    sections: [first, second, third],
  };
}

/** The same by the fields of the official paper (`rules/bookLayout.ts`); the number of the id card is left to whoever may read it. */
export function bookTexts(
  file: FileDetail,
  records: Readonly<Record<string, readonly RecordRow[]>> = {},
): Record<Exclude<BookField, 'idCard'>, string> {
  const { name, bookNo, lines, sections } = drawBook(file, records);
  const line = (at: number) => lines[at]?.[1] ?? '';
  const textAt = (section: number, at: number) => sections[section]?.[at]?.text ?? '';
  return {
    coverName: name,
    bookNo,
    name,
    gender: file.genderName,
    nation: file.nationName,
    birth: file.birthDate?.slice(0, 7).replace('-', '.') ?? '',
    education: file.educationName,
    appliedOn: file.appliedOn ? paperDay(file.appliedOn) : '',
    branch: file.orgName,
    unit: line(0),
    family: line(1),
    relations: line(2),
    life: line(3),
    awards: line(4),
    introducers: file.introducers && textAt(0, 0),
    resolution: textAt(0, 1),
    talk: textAt(1, 0),
    approval: textAt(1, 1),
    keptResolution: textAt(1, 2),
    keptApproval: textAt(2, 0),
  };
}
