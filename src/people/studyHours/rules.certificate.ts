import { numeralMonth, numeralYear } from '#platform/text/numerals.ts';

/** What a certificate was granted for. */
export const CERTIFICATE_SOURCES = { hand: '单独出具', course: '课程', exam: '考试', class: '培训班' } as const;
export type CertificateSource = keyof typeof CERTIFICATE_SOURCES;

/** Addresses of the certificates. */
export const CERTIFICATES = {
  home: '/education/studyProves',
  own: '/education/studyProves?tab=own',
  issue: '/education/studyProves/issue',
  /** What was issued together. */
  batch: (evidence: string) => `/education/studyProves?evidence=${encodeURIComponent(evidence)}`,
} as const;

/** Most certificates of one paper that is made at once; more become a job. */
export const AT_ONCE = 100;
/** Most of a job's paper. */
export const MOST_ON_PAPER = 1000;
/** What a certificate says was achieved, where its issuer has set nothing else. */
export const WORDING = '修完规定课程';

const SERIAL_PLACES = 4;
/** 峡临学证〔2026〕第1086号 */
export const certificateNumber = (one: { prefix: string; year: number; serial: number }): string =>
  `${one.prefix}〔${one.year}〕第${String(one.serial).padStart(SERIAL_PLACES, '0')}号`;

/** 中共 before a committee's name, once; nothing before a body that is no part of the Party. */
export const issuerOf = (name: string): string =>
  /^(中共|中国共产党)/.test(name) || !/(委|党|支部)/.test(name) ? name : `中共${name}`;

/** Months of learning as the paper has them: 二〇二六年三月至十一月. Days as `YYYY-MM-DD`. */
export function periodText(startsOn: string, endsOn: string): string {
  const from = `${numeralYear(startsOn)}${numeralMonth(startsOn)}`;
  if (startsOn.slice(0, 7) === endsOn.slice(0, 7)) return from;
  const until = numeralMonth(endsOn);
  return startsOn.slice(0, 4) === endsOn.slice(0, 4) ? `${from}至${until}` : `${from}至${numeralYear(endsOn)}${until}`;
}

/** Tenths as they are printed: 615 is 61.5, 160 is 16. */
export const tenthsText = (tenths: number): string => String(tenths / 10);

/** What stands on a certificate beside name and number. Hours, scores and totals in tenths. */
export interface CertificateFacts {
  title: string;
  startsOn: string;
  endsOn: string;
  hours: number;
  central: number;
  score: number | null;
  total: number | null;
}

/** A piece of the text; figures and the name stand bold. */
export interface Piece {
  text: string;
  bold: boolean;
}

/** Points of which a full score is not said. */
const HUNDRED = 1000;

/** The sentence of a certificate, in pieces. */
export function certificateText(name: string, wording: string, facts: CertificateFacts): Piece[] {
  const pieces: Piece[] = [];
  const say = (text: string, bold = false) => pieces.push({ text, bold });
  say(name, true);
  say(`同志于${periodText(facts.startsOn, facts.endsOn)}参加“${facts.title}”，`);
  if (facts.hours > 0) {
    say(`${wording}，计`);
    say(tenthsText(facts.hours), true);
    say('学时，');
    if (facts.central > 0) {
      say('其中集中培训');
      say(tenthsText(facts.central), true);
      say('学时，');
    }
  }
  if (facts.score === null) {
    say(facts.hours > 0 ? '考核合格。' : `${wording}，考核合格。`);
    return pieces;
  }
  say(facts.hours > 0 ? '结业测试' : '成绩');
  say(tenthsText(facts.score), true);
  say(facts.total === HUNDRED ? '分，成绩合格。' : `分（满分${tenthsText(facts.total ?? 0)}分），成绩合格。`);
  return pieces;
}
