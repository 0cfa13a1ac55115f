/** 党员证明信 is for absences of up to six months; who is away for longer floats or is transferred (domain 3.3). */
export const PROOF_MONTHS = 6;

/** The last day on which a proof that begins on a day may end: the same day six months later, clamped to its month. */
export function lastProofDay(from: string): string {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  const index = year * 12 + month - 1 + PROOF_MONTHS;
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1];
  const last = new Date(Date.UTC(y, m, 0)).getUTCDate();
  const two = (n: number) => String(n).padStart(2, '0');
  return `${y}-${two(m)}-${two(Math.min(day, last))}`;
}

/** What is wrong with the days of a proof, at its field. */
export function proofFaults({ startsOn, endsOn }: { startsOn: string; endsOn: string }, today: string) {
  const faults: Record<string, string> = {};
  if (startsOn === '' || endsOn === '') return faults;
  if (endsOn < startsOn) faults.endsOn = '返回日期不能早于外出日期';
  else if (endsOn > lastProofDay(startsOn))
    faults.endsOn = `外出超过${PROOF_MONTHS}个月的，应登记流动党员或转接组织关系`;
  else if (endsOn < today) faults.endsOn = '返回日期已经过去，不用再开证明信';
  return faults;
}

/** 〔2026〕第12号. */
export const proofNumber = ({ year, serial }: { year: number; serial: number }): string => `〔${year}〕第${serial}号`;
