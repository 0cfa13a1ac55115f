import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { GENDERS } from '#people/member/contract.ts';
import { EDUCATION_BANDS } from '#people/member/rules/facts.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { addDays } from '#platform/time/days.ts';
import { PROVISIONAL, workdayEnd, workdays } from '#platform/time/workdays.ts';
import type * as contract from '#procedures/recruitment/contract.meeting.ts';
import { PUBLICITY_RESULTS } from '#procedures/recruitment/contract.publicity.ts';
import type { Named } from '#procedures/recruitment/rules/path.ts';
import * as queries from '../queries/meeting.ts';
import { obstacleToEndNotice } from './objection.ts';
import { isConsented } from './steps.ts';
import { lockFile, logFile, saveFileState, stepOf, type WholeFile } from './wholeFile.ts';

const SHORTEST = 5;

const people = (held: WholeFile, no: number, name: string): string => {
  const value = stepOf(held, no).facts[name];
  return Array.isArray(value) ? (value as Named[]).map((one) => one.name).join('、') : '';
};

/** Begins the 公示 of somebody whom the superior agreed to list: what it shows is fixed now. */
export async function start(ctx: Ctx, input: ParsedOf<typeof contract.startPublicity>) {
  const held = await lockFile(ctx, input.fileId);
  const { file, path, publicity } = held;
  const step = stepOf(held, 8);
  if (!isConsented(step)) throw refuse('上级同意后才能公示');
  if (publicity?.result === null) throw refuse('公示正在进行');
  if (publicity && publicity.result !== 'blocking') throw refuse('公示已经结束，可以列为发展对象');
  if (step.decidedOn !== null && input.startsOn < step.decidedOn) {
    throw badInput({ startsOn: `不能早于上级同意的 ${step.decidedOn}` });
  }
  if (input.endsOn < input.startsOn) throw badInput({ endsOn: '结束日期不能早于开始日期' });
  if (input.endsOn > `${Number(file.today.slice(0, 4)) + 1}${file.today.slice(4)}`)
    throw badInput({ endsOn: '公示时间过长' });
  const from = path.settings.inclusive ? input.startsOn : addDays(input.startsOn, 1);
  const { days, provisional } = workdays(from, input.endsOn, path.calendar);
  if (days < SHORTEST) {
    const end = workdayEnd(from, SHORTEST, path.calendar);
    const note = provisional ? `（${PROVISIONAL}）` : '';
    throw badInput({ endsOn: `公示共${days}个工作日，不少于${SHORTEST}个，最早到 ${end}${note}` });
  }
  const names = await dictionaryNames(ctx.services);
  const shown: queries.Shown = {
    name: file.name,
    genderName: GENDERS[file.gender as keyof typeof GENDERS] ?? '',
    birthMonth: file.birthDate?.slice(0, 7) ?? '',
    educationName: file.education === null ? '' : names.name('0006', file.education) || bandOf(file.education),
    unit: [file.workUnit, file.position].filter(Boolean).join(' '),
    appliedOn: stepOf(held, 1).handledOn ?? file.appliedOn ?? '',
    activistOn: stepOf(held, 3).handledOn ?? '',
    contacts: people(held, 5, 'contacts'),
    orgName: file.orgName,
  };
  const { fileId, startsOn, endsOn, heardBy, phone } = input;
  const made = await queries.insertPublicity(ctx.db, {
    fileId,
    startsOn,
    endsOn,
    heardBy,
    phone,
    shown,
    by: ctx.session.accountName,
  });
  logFile(ctx, file, { publicity: [null, `${startsOn} 至 ${endsOn}`] });
  await saveFileState(ctx, file.id);
  return made;
}

const bandOf = (code: string) => EDUCATION_BANDS.find(({ from, to }) => code >= from && code <= to)?.label ?? '';

/** Ends a 公示 whose days are over. */
export async function end(ctx: Ctx, input: ParsedOf<typeof contract.endPublicity>): Promise<null> {
  const held = await lockFile(ctx, input.fileId);
  const { file, publicity } = held;
  if (!publicity || publicity.result !== null) throw refuse('没有正在进行的公示');
  if (publicity.endsOn >= file.today && input.result !== 'blocking')
    throw refuse(`公示到 ${publicity.endsOn}，期满后才能结束`);
  if (input.result !== 'none' && input.note === '') throw badInput({ note: '请写明核查情况' });
  const why = await obstacleToEndNotice(ctx, held, input.result);
  if (why) throw badInput({ result: why });
  await queries.endPublicity(ctx.db, publicity.id, input.result, input.note);
  logFile(ctx, file, { publicity: ['公示中', PUBLICITY_RESULTS[input.result]] }, input.note);
  await saveFileState(ctx, file.id);
  return null;
}

const OVER = {
  isOver: true,
  name: '',
  genderName: '',
  birthMonth: '',
  educationName: '',
  unit: '',
  appliedOn: '',
  activistOn: '',
  contacts: '',
  orgName: '',
  startsOn: '',
  endsOn: '',
  heardBy: '',
  phone: '',
  approver: '',
};

/** What a code shows without signing in: during its days what was fixed, afterwards and to guesses that it is over. */
export async function publicPage(ctx: Ctx, code: string) {
  ctx.response.header('x-robots-tag', 'noindex, nofollow');
  const row = await queries.publicityByCode(ctx.db, code);
  if (!row) return OVER;
  const { shown, startsOn, endsOn, heardBy, phone, approver } = row;
  return { isOver: false, ...shown, startsOn, endsOn, heardBy, phone, approver };
}
