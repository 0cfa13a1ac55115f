/** What gives class hours; a fact stands once per source and evidence. */
export const SOURCES = {
  course: '课程',
  video: '视频',
  meeting: '主题党日',
  lecture: '党课',
  exam: '考试',
  tv: '远教',
  offline: '线下培训',
} as const;
export type Source = keyof typeof SOURCES;

/** The duty of a year, as `learning_duty` says it. */
export interface Duty {
  /** Minutes of a class hour. */
  classMinutes: number;
  memberHours: number;
  leaderHours: number;
  /** 集中培训 that secretaries and committee members owe besides. */
  leaderCentral: number;
  clause: string;
}

/** Class hours of so many minutes, to one tenth, rounded down: what is shown as 32 has reached 32. */
export const hoursOf = (minutes: number, classMinutes: number): number =>
  Math.sign(minutes) * (Math.floor((Math.abs(minutes) * 10) / classMinutes) / 10);

/** Hundredths of a class hour, as points count them. */
export const hundredthsOf = (minutes: number, classMinutes: number): number =>
  Math.floor((minutes * 100) / classMinutes);

/** What one person has and owes in a year. */
export interface Standing {
  minutes: number;
  /** 集中培训 in the year. */
  central: number;
  /** Leads a base organisation. */
  leads: boolean;
}

/** Class hours that a person owes. */
export const owedOf = (duty: Duty, leads: boolean): number => (leads ? duty.leaderHours : duty.memberHours);

/** Whether a year's duty is fulfilled: the hours, and of those who lead the 集中培训 too. */
export const isMet = (duty: Duty, { minutes, central, leads }: Standing): boolean =>
  minutes >= owedOf(duty, leads) * duty.classMinutes && (!leads || central >= duty.leaderCentral);

/** Months within which a new secretary is to be trained. */
export const NEW_SECRETARY_MONTHS = 6;
/** Post of who leads alone. */
export const SECRETARY = '书记';
/** Types of base organisations (dictionary 0001): 基层党委, 党总支, 支部 of each kind. */
export const BASE_TYPES = [30, 40, 46, 47, 48, 50] as const;
/** From this month on branches with people behind are told. */
export const REMIND_MONTH = 9;

/** What is known of somebody who may owe a 集中培训 beyond the hours. Days as `YYYY-MM-DD`. */
export interface Newcomer {
  /** The day of the election of somebody who became 书记 for the first time, and its end of six months; null: none. */
  secretarySince: string | null;
  secretaryDue: string | null;
  /** 1 full, 2 probationary. */
  category: number;
  admittedOn: string | null;
  convertedOn: string | null;
  /** Days of the 集中培训 that the person had, of any year. */
  centralDays: readonly string[];
}

/** A training owed apart from the hours: in words, and whether its time is over. */
export interface Need {
  text: string;
  late: boolean;
}

/** What a newcomer owes on a day: the new secretary within six months, new members in probation and in the year after it. */
export function needsOf(person: Newcomer, today: string): Need[] {
  const needs: Need[] = [];
  const had = (from: string) => person.centralDays.some((day) => day >= from && day <= today);
  const { secretarySince, secretaryDue, category, admittedOn, convertedOn } = person;
  if (secretarySince && secretaryDue && secretarySince <= today && !had(secretarySince)) {
    const late = secretaryDue < today;
    needs.push({
      text: late ? `新任书记集中培训已逾期（${secretaryDue}前）` : `新任书记${secretaryDue}前参加集中培训`,
      late,
    });
  }
  if (category === 2 && admittedOn && !had(admittedOn)) needs.push({ text: '预备期内参加1次集中培训', late: false });
  if (category === 1 && convertedOn && convertedOn <= today && !had(convertedOn)) {
    const due = `${Number(convertedOn.slice(0, 4)) + 1}${convertedOn.slice(4)}`;
    if (due >= today) needs.push({ text: `转正后一年内参加1次集中培训（${due}前）`, late: false });
  }
  return needs;
}
