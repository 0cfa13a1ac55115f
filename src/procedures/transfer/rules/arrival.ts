import { addDays } from '#platform/time/days.ts';

/** What the counter reads from a letter; days `YYYY-MM-DD`. */
export interface ArrivalLetter {
  by: 'paper' | 'code';
  code: string | null;
  kind: string | null;
  outsideName: string;
  letterNo: string;
  issuedOn: string | null;
  days: number | null;
  receivedOn: string;
  paidTo: string | null;
  nation: string | null;
  personCategory: number | null;
  admissionDate: string | null;
  conversionDate: string | null;
}

/** The last valid day: so many days after the day of issue, included. */
export const lastValidDay = (issuedOn: string, days: number): string => addDays(issuedOn, days);

/** What is missing or cannot be on a letter, at its fields; the page and the server ask alike. */
export function arrivalFaults(letter: ArrivalLetter): Record<string, string> {
  if (letter.by === 'code') return letter.code ? {} : { code: '请输入介绍信上的核验码' };
  const needed: [keyof ArrivalLetter, string][] = [
    ['kind', '请选择转接类型'],
    ['outsideName', '请填写开具介绍信的党委全称'],
    ['letterNo', '请填写介绍信编号'],
    ['issuedOn', '请填写开具日期'],
    ['days', '请填写有效期天数'],
    ['paidTo', '请填写党费交至月份'],
    ['nation', '请选择民族'],
    ['personCategory', '请选择人员类别'],
    ['admissionDate', '请填写入党日期'],
  ];
  const faults: Record<string, string> = {};
  for (const [field, words] of needed) if (!letter[field]) faults[field] = words;
  if (letter.personCategory === 1 && !letter.conversionDate) faults.conversionDate = '正式党员请填写转正日期';
  const { issuedOn, days, receivedOn } = letter;
  if (issuedOn && receivedOn && issuedOn > receivedOn) faults.issuedOn = '开具日期不能晚于收到日期';
  else if (issuedOn && days && receivedOn) {
    const last = lastValidDay(issuedOn, days);
    if (receivedOn > last) faults.receivedOn = expiredLetterText(last);
  }
  return faults;
}

/** A letter past its last day takes nobody in (《中国共产党党员教育管理工作条例》第二十五条). */
export const expiredLetterText = (last: string): string => `介绍信有效期至${last}，已过期，请原党委补开后再办`;

/** What can be said of the holder of an id card before a letter takes the person in. */
export const ARRIVAL_TEXTS = {
  unknown: '本平台没有这个身份证号，办理后在接收党支部新登记',
  back: '此前从本平台转出，办理后恢复原档案，不重复登记',
  letter: '介绍信有效，办理后从原党支部转入',
} as const;
export type ArrivalState = keyof typeof ARRIVAL_TEXTS | 'refused';
