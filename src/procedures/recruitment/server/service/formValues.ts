import type { FileDetail, Step } from '#procedures/recruitment/contract.ts';
import type { FormField } from '#procedures/recruitment/rules/formTexts.ts';

/** As much of a development file as forms say. */
export interface FormFile
  extends Pick<
    FileDetail,
    | 'name'
    | 'genderName'
    | 'nationName'
    | 'birthDate'
    | 'educationName'
    | 'workUnit'
    | 'position'
    | 'orgName'
    | 'idCardNo'
    | 'approver'
    | 'appliedOn'
    | 'contacts'
    | 'introducers'
    | 'probationUntil'
    | 'hasCommittee'
    | 'today'
  > {
  steps: readonly (Pick<Step, 'handledOn' | 'decidedOn' | 'meeting' | 'decision'> & {
    facts: readonly { name: string; value: string }[];
  })[];
  notes: readonly Pick<FileDetail['notes'][number], 'kind' | 'day' | 'content' | 'createdBy'>[];
  votes: readonly Pick<
    FileDetail['votes'][number],
    'stage' | 'due' | 'present' | 'yes' | 'no' | 'abstain' | 'spoilt' | 'writtenYes' | 'writtenNo' | 'passed'
  >[];
  publicity: Pick<NonNullable<FileDetail['publicity']>, 'startsOn' | 'endsOn' | 'result' | 'resultNote'> | null;
}

const BLANK_DAY = '　　年　　月　　日';
const BLANK = '　　　　';

/** 2026-10-28 as papers write it; a blank to be filled by hand where it is not known. */
export const paperDay = (day: string | null | undefined): string => {
  if (!day) return BLANK_DAY;
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
};

export const stepAt = (file: FormFile, no: number) => file.steps[no - 1];
export const factOf = (file: FormFile, no: number, name: string): string =>
  stepAt(file, no)?.facts.find((fact) => fact.name === name)?.value ?? '';
/** The day of a step, and that of its decision, written out. */
const on = (file: FormFile, no: number) => paperDay(stepAt(file, no)?.handledOn);
const decidedOn = (file: FormFile, no: number) => paperDay(stepAt(file, no)?.decidedOn);

/** 应到、实到 and the votes of the general meeting in words; blank places where none is registered yet. */
function voteWords(file: FormFile): string {
  const vote = file.votes.find(({ stage }) => stage === 7);
  if (!vote)
    return '支部有表决权的正式党员　　名，实到会　　名，符合规定人数。采取无记名投票方式表决，赞成　　票，反对　　票，弃权　　票。';
  const written = vote.writtenYes + vote.writtenNo;
  return `支部有表决权的正式党员${vote.due}名，实到会${vote.present}名，超过应到会有表决权党员的半数。采取无记名投票方式表决，赞成${vote.yes + vote.writtenYes}票，反对${vote.no + vote.writtenNo}票，弃权${vote.abstain}票，废票${vote.spoilt}票${written > 0 ? `（含会前书面意见${written}票）` : ''}。赞成人数${vote.passed ? '超过' : '没有超过'}应到会有表决权党员的半数。`;
}

function publicityWords({ publicity }: FormFile): string {
  if (!publicity || publicity.result === null) return '公示期间收到的反映和核查情况：';
  if (publicity.result === 'none') return '公示期间没有收到异议。';
  return `公示期间收到反映，核查情况：${publicity.resultNote}`;
}

/** What a file says of each field of a text; blanks to be filled by hand where it says nothing yet. */
export function valuesOf(file: FormFile): Readonly<Record<FormField, string>> {
  const upper = file.approver || '上级党委';
  const rejected = file.votes.some(({ stage, passed }) => stage === 7 && !passed);
  const accepted = `接收${file.name}同志为中共预备党员`;
  return {
    姓名: file.name,
    性别: file.genderName,
    民族: file.nationName,
    出生日期: paperDay(file.birthDate),
    学历: file.educationName,
    单位和职务: [file.workUnit, file.position].filter(Boolean).join(' '),
    党支部: file.orgName,
    上级党委: upper,
    申请入党日期: paperDay(file.appliedOn),
    收到申请日期: on(file, 1),
    谈话日期: on(file, 2),
    列为积极分子日期: on(file, 3),
    培养联系人: file.contacts || BLANK,
    支部考察日期: on(file, 6),
    公示开始日期: paperDay(file.publicity?.startsOn),
    公示结束日期: paperDay(file.publicity?.endsOn),
    公示情况: publicityWords(file),
    政审日期: on(file, 10),
    培训天数: factOf(file, 11, 'days') || '　',
    培训学时: factOf(file, 11, 'hours') || '　',
    培训结束日期: on(file, 11),
    支委会审查日期: on(file, 12),
    预审日期: decidedOn(file, 13),
    入党介绍人: file.introducers || `${BLANK}、${BLANK}`,
    支部大会日期: on(file, 15),
    表决情况: voteWords(file),
    大会决定: rejected ? `大会没有同意${accepted}。` : `大会同意${accepted}，报${upper}审批。`,
    审批会议: [upper, stepAt(file, 17)?.meeting].filter(Boolean).join(''),
    审批日期: decidedOn(file, 17),
    备案日期: on(file, 18),
    预备期至: paperDay(file.probationUntil),
    预备期考察日期: on(file, 21),
    转正申请日期: on(file, 22),
    空白: BLANK,
    空白日期: BLANK_DAY,
  };
}
