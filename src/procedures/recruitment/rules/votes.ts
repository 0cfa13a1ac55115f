/** A vote of a general meeting about one person; written opinions of absentees are counted apart. */
export interface Vote {
  due: number;
  present: number;
  yes: number;
  no: number;
  abstain: number;
  spoilt: number;
  writtenYes: number;
  writtenNo: number;
}

/** Strictly more than half of those with voting right are there (细则第十九条). */
export const hasQuorum = ({ due, present }: Pick<Vote, 'due' | 'present'>): boolean => present * 2 > due;

/** Strictly more than half of those with voting right agree, absent ones included in the half (细则第二十条). */
export const isPassed = (vote: Vote): boolean => hasQuorum(vote) && (vote.yes + vote.writtenYes) * 2 > vote.due;

/** What is wrong with the counts, at their fields; nothing where they add up. */
export function voteFaults(vote: Vote): Record<string, string> {
  const { due, present, yes, no, abstain, spoilt, writtenYes, writtenNo } = vote;
  if (due === 0) return { due: '没有有表决权的正式党员' };
  if (present > due) return { present: `实到${present}人，多于应到${due}人` };
  const sum = yes + no + abstain + spoilt;
  if (sum !== present) return { yes: `赞成、反对、弃权、废票共${sum}票，与实到${present}人不符` };
  const written = writtenYes + writtenNo;
  if (written > due - present) return { writtenYes: `书面意见${written}份，多于缺席的${due - present}人` };
  return {};
}

/** What is wrong with the votes of the committee that decides, at their fields; `needed`: 接收 and 转正 are decided by vote. */
export function committeeFaults(
  { present, yes }: { present?: number | undefined; yes?: number | undefined },
  needed: boolean,
): Record<string, string> {
  const faults: Record<string, string> = {};
  if (present === undefined && (needed || yes !== undefined)) faults.present = '请填写到会委员人数';
  else if (needed && present === 0) faults.present = '到会委员不能为0';
  if (yes === undefined && (needed || present !== undefined)) faults.yes = '请填写赞成票数';
  else if (present !== undefined && (yes ?? 0) > present) faults.yes = '赞成票多于到会人数';
  return faults;
}

/** 到会9人，赞成9票; empty where nothing was counted. */
export const committeeText = (present: number | null, yes: number | null): string =>
  present === null ? '' : `到会${present}人，赞成${yes ?? 0}票`;

/** 应到43人，实到38人，赞成37票，反对0票，弃权1票。 */
export function voteText(vote: Vote): string {
  const written = vote.writtenYes + vote.writtenNo;
  const parts = [
    `应到${vote.due}人`,
    `实到${vote.present}人`,
    `赞成${vote.yes}票`,
    `反对${vote.no}票`,
    `弃权${vote.abstain}票`,
  ];
  if (vote.spoilt > 0) parts.push(`废票${vote.spoilt}张`);
  if (written > 0) parts.push(`书面赞成${vote.writtenYes}份、反对${vote.writtenNo}份`);
  return parts.join('，');
}
