/** The day from which 《中国共产党发展党员工作细则》 of 2026 holds. */
export const SWITCH_DAY = '2026-05-11';
export type RuleVersion = '2014' | '2026';

/** The 细则 that holds for what happens on a day. */
export const versionOn = (day: string): RuleVersion => (day < SWITCH_DAY ? '2014' : '2026');

/** A limit that 2014 lacks counts from the later of its start and the switch. */
export const fromSwitch = (day: string): string => (day < SWITCH_DAY ? SWITCH_DAY : day);
