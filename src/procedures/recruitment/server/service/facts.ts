import { date } from '#platform/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { badInput } from '#platform/server/errors.ts';
import type { Facts, FactValue, Named } from '#procedures/recruitment/rules/path.ts';
import type { FactField, StepDef } from '#procedures/recruitment/rules/steps.ts';
import { type Candidate, type Naming, peopleByIds } from '../queries/people.ts';

/** Posts of who may talk to an applicant (细则第七条). */
const TALKERS = /书记|组织委员|组织员/;
/** Whom the superior sends before it decides: members of a committee above, or 组织员. */
const SENT = /书记|委员|组织员/;
/** The same where a post is known in words alone, which name the committee. */
const SENT_IN_WORDS = /(党委|工委|党组)(副?书记|委员)|组织员/;

/** How it is now with whoever stood in the branch on the day and has left since. */
export const LEFT_NOW = { away: '现已转出', died: '已去世', out: '现已不在党内' } as const;

/**
 * Why somebody may not stand in a role; empty where they may. `self`: whose file it is. Posts are known as they are now: whether
 * who has left since held one on that day is the paper's to say.
 */
export function reasonUnfit(person: Candidate, role: NonNullable<FactField['role']>, no: number, self: string): string {
  if (person.id === self) return '是本人';
  if (person.category !== 1) return '不是正式党员';
  if (person.status !== 1) return '党籍状态不正常';
  if (role === 'talker') {
    if (person.left !== null) return '';
    if (no === 2) return TALKERS.test(person.post) ? '' : '不是书记、副书记、组织委员或组织员';
    return SENT.test(person.above) || SENT_IN_WORDS.test(person.post) ? '' : '不是党委委员或组织员';
  }
  return person.watched ? '正在留党察看' : '';
}

const HHMM = /^([01]\d|2[0-3]):[0-5]\d$/;

function oneFact(field: FactField, value: unknown, today: string): FactValue | Error {
  const empty = value === undefined || value === null || value === '';
  if (empty) return field.required ? new Error(`请填写${field.label}`) : null;
  if (field.kind === 'whole') {
    const n = Number(value);
    if (!Number.isInteger(n) || n < 0) return new Error(`${field.label}应为不小于0的整数`);
    return n > (field.max ?? 1000) ? new Error(`${field.label}不能超过${field.max ?? 1000}`) : n;
  }
  if (typeof value !== 'string') return new Error(`${field.label}不正确`);
  const typed = value.trim();
  if (field.kind === 'choice') return typed in (field.options ?? {}) ? typed : new Error(`请选择${field.label}`);
  if (field.kind === 'time') return HHMM.test(typed) ? typed : new Error(`${field.label}应写作 15:30`);
  if (field.kind === 'day') {
    if (!date.safeParse(typed).success) return new Error(`${field.label}应为存在的日期，如 2026-01-31`);
    return !field.future && typed > today ? new Error(`${field.label}不能晚于今天`) : typed;
  }
  const most = field.max ?? 1000;
  return typed.length > most ? new Error(`${field.label}不能超过${most}个字`) : typed;
}

/** Reads the facts of a step as its definition asks for them; people are looked up, and stand with their names of today. */
export async function readFacts(
  db: Db,
  def: StepDef,
  input: Readonly<Record<string, unknown>>,
  on: Naming & { today: string; self: string; faults: Record<string, string> },
): Promise<Facts> {
  const facts: Record<string, FactValue> = {};
  for (const field of def.fields) {
    const value = input[field.name];
    if (field.kind === 'people') {
      const ids = Array.isArray(value) ? [...new Set(value.map(String))] : [];
      const found = await namedPeople(db, field, ids, def.no, on);
      if (found instanceof Error) on.faults[field.name] = found.message;
      else facts[field.name] = found;
      continue;
    }
    const read = oneFact(field, value, on.today);
    if (read instanceof Error) on.faults[field.name] = read.message;
    else if (read !== null) facts[field.name] = read;
  }
  return facts;
}

async function namedPeople(
  db: Db,
  field: FactField,
  ids: readonly string[],
  no: number,
  on: Naming & { self: string },
): Promise<Named[] | Error> {
  if (ids.length === 0) return field.required ? new Error(`请选择${field.label}`) : [];
  if (field.role === 'talker' && ids.length > 2) return new Error(`${field.label}最多2人`);
  const found = new Map((await peopleByIds(db, on, ids)).map((person) => [person.id, person]));
  const named: Named[] = [];
  for (const id of ids) {
    const person = found.get(id);
    if (!person) return new Error(`所选${field.label}不存在`);
    const why = reasonUnfit(person, field.role ?? 'contact', no, on.self);
    if (why) return new Error(`${person.name}${why}，不能作${field.label}`);
    named.push({ id, name: person.name });
  }
  return named;
}

/**
 * What facts say against each other, at their fields (细则第十六条): letters come back no more than they went out, and of people
 * on the move the organisations of both places are heard.
 */
export function factFaults(def: StepDef, facts: Facts, isMigrant: boolean): Record<string, string> {
  const faults: Record<string, string> = {};
  const [out, back] = [Number(facts.lettersOut ?? 0), facts.lettersBack];
  if (out > 0 && (back === undefined || back === null)) faults.lettersBack = '请填写回函份数，还没有回函的填0';
  else if (Number(back ?? 0) > out) faults.lettersBack = `回函${back}份，多于发函的${out}份`;
  const both = def.fields.filter(({ ofMigrants }) => ofMigrants);
  if (isMigrant || both.some(({ name }) => facts[name])) {
    for (const { name, label } of both) if (!facts[name]) faults[name] = `请填写${label}，流动人员须征求两地党组织意见`;
  }
  return faults;
}

/** Throws where fields are wrong. */
export function refuseFaults(faults: Readonly<Record<string, string>>): void {
  if (Object.keys(faults).length > 0) throw badInput({ ...faults });
}

/** A fact in words, as pages read it. */
export function factText(field: FactField, value: FactValue | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.map(({ name }) => name).join('、');
  return field.options?.[String(value)] ?? String(value);
}
