import { describe, expect, it } from 'vitest';
import { lackingStudentHeads, readStudentHeads, readStudentLine } from '../rules.sheet.ts';
import { audienceWords, nextGrade, placeWords, schoolYearOf, termOf, termsAround, termWords } from '../rules.ts';

describe('school years and terms', () => {
  it('a school year begins in September, its second term in February', () => {
    expect(schoolYearOf('2026-08-31')).toBe(2025);
    expect(schoolYearOf('2026-09-01')).toBe(2026);
    expect(termOf('2026-11-25')).toBe('2026-2027-1');
    expect(termOf('2027-01-20')).toBe('2026-2027-1');
    expect(termOf('2027-02-01')).toBe('2026-2027-2');
    expect(termWords('2026-2027-2')).toBe('2026—2027学年第二学期');
  });

  it('offers the present term among those around it', () => {
    for (const day of ['2026-11-25', '2027-01-31', '2027-02-01', '2026-08-31', '2026-09-01'])
      expect(termsAround(day)).toContain(termOf(day));
    expect(new Set(termsAround('2026-11-25')).size).toBe(8);
  });
});

describe('grades', () => {
  it('go up by one, from the last one out of school', () => {
    expect([1, 2, 3].map(nextGrade)).toEqual([2, 3, 0]);
  });
});

describe('words', () => {
  const none = {
    jobTypes: [],
    grades: [],
    classes: [],
    jobClasses: [],
    titleLevels: [],
    identities: [],
    suspended: false,
  };

  it('say a place and an audience as people do', () => {
    expect(placeWords({ jobType: 2, grade: 2, className: '机电2501班', jobClass: null, titleLevel: null })).toBe(
      '二年级 机电2501班',
    );
    expect(placeWords({ jobType: 1, grade: null, className: '', jobClass: 1, titleLevel: 2 })).toBe('在岗 副高');
    expect(audienceWords(none)).toBe('学生、教职工');
    expect(audienceWords({ ...none, jobTypes: [2], grades: [1, 2], identities: [2] })).toBe(
      '学生（一年级、二年级），限党员',
    );
    expect(audienceWords({ ...none, jobTypes: [1], jobClasses: [1], suspended: true })).toBe(
      '教职工（在岗），含停学停职的',
    );
  });
});

describe('a line of a sheet', () => {
  const heads = [
    '人员姓名',
    '身份证号',
    '所在党支部',
    '人员类别',
    '学号',
    '年级',
    '班级',
    '在岗情况',
    '职称',
    '停学停职',
  ];
  const read = (...cells: string[]) => readStudentLine(readStudentHeads(heads), cells, '2026-11-25');
  const CARD = '11010519491231002X';

  it('reads words and numbers, and drops what is not of its kind', () => {
    expect(read('张三', CARD, '', '学生', '26001', '一年级', '机电2601班', '在岗', '正高', '').place).toEqual({
      jobType: 2,
      number: '26001',
      grade: 1,
      className: '机电2601班',
      jobClass: null,
      titleLevel: null,
      suspended: 2,
    });
    expect(read('李四', CARD, '', '1', '', '', '', '外聘', '中级', '是').place).toMatchObject({
      jobType: 1,
      jobClass: 2,
      titleLevel: 3,
      suspended: 1,
      grade: null,
    });
  });

  it('says at the cell what is missing or unknown', () => {
    const words = (...cells: string[]) => read(...cells).faults.map(({ label, text }) => `${label}：${text}`);
    expect(words('张三', CARD, '', '', '', '', '', '', '', '')).toContain('人员类别：请填写');
    expect(words('张三', CARD, '', '学生', '', '四年级', '', '', '', '')).toEqual([
      '年级：没有“四年级”',
      '班级：学生请填写班级',
    ]);
    expect(words('张三', CARD, '', '学生', '', '往届', '', '', '', '')).toEqual([]);
    expect(words('张三', CARD, '', '教职工', '', '', '', '', '', '')).toEqual(['在岗情况：教职工请填写在岗或外聘']);
    expect(lackingStudentHeads(readStudentHeads(['人员姓名', '身份证号']))).toContain('人员类别');
  });
});
