import { expect, it } from 'vitest';
import { attendanceOf, lacksOf } from '#learning/college/rules.school.ts';

const rule = { needAttendance: 80, needHours: 24, needScore: 60, hasExam: true };
const good = { lessons: 10, attended: 8, hours: 24, score: 60, openCourses: [] };

it('graduation asks for 80 %, 24 hours and 60 points, and says what is lacking', () => {
  expect(lacksOf(rule, good)).toEqual([]);
  expect(lacksOf(rule, { ...good, attended: 7 })).toEqual(['出勤7/10次（70%），应达80%']);
  expect(lacksOf(rule, { ...good, hours: 23.9 })).toEqual(['23.9学时，应满24学时']);
  expect(lacksOf(rule, { ...good, score: 59.5 })).toEqual(['结业考试59.5分，应达60分']);
  expect(lacksOf(rule, { ...good, score: null })).toEqual(['没有结业考试成绩']);
  expect(lacksOf({ ...rule, hasExam: false }, { ...good, score: null })).toEqual([]);
  expect(lacksOf(rule, { ...good, openCourses: ['党章'] })).toEqual(['课程“党章”没有学完']);
  expect(lacksOf(rule, { ...good, attended: 0, hours: 0, score: null })).toHaveLength(3);
});

it('attendance is rounded down, and of no lesson it is none', () => {
  expect(attendanceOf({ lessons: 3, attended: 2 })).toBe(66);
  expect(attendanceOf({ lessons: 0, attended: 0 })).toBe(0);
});
