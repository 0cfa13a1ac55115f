import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addYears, personProblems } from '#people/member/rules/checks.ts';
import { checkCharacter } from '#people/member/rules/idCard.ts';
import { isHead, matchColumns } from '#people/member/rules/importColumns.ts';
import { type Lookups, readRow } from '#people/member/rules/importRules.ts';
import { emptyPerson, type Person } from '#people/member/rules.ts';
import { homeFinder } from '#people/member/server/homes.ts';
import { readDay } from '#platform/reading/days.ts';

const TODAY = '2026-11-20';
const org = (id: string, name: string, parent_name: string | null = null) => ({
  id,
  code: `0001000${id}`,
  name,
  short_name: '',
  parent_name,
});
const look: Lookups = {
  entries: (dictionary) =>
    dictionary === '0005'
      ? [
          { name: '汉族', value: '01' },
          { name: '土家族', value: '15' },
        ]
      : dictionary === '0006'
        ? [
            { name: '大学本科', value: '20' },
            { name: '大学专科', value: '30' },
            { name: '高中', value: '61' },
          ]
        : dictionary === '0008'
          ? [{ name: '工人（工勤技能人员）', value: '1' }]
          : [],
  home: homeFinder([
    org('1', '渡口第一党支部'),
    org('2', '渡口第二党支部'),
    org('3', '机关党支部', '甲镇党委'),
    org('4', '机关党支部', '乙镇党委'),
    org('5', '中共石桥村总支部委员会'),
  ]),
  today: TODAY,
};
const first17 = '42059919850315001';
const idCardNo = first17 + checkCharacter(first17);
const LOST = '单元格是数字，末几位已被表格软件改成0，请按原件重填';
/** Digits and letters in full width. */
const full = (text: string) => text.replace(/[0-9X]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const cells = { name: '谭一', idCardNo, nation: '汉族', personCategory: '正式党员', orgName: '渡口第一党支部' };
const read = (given: Record<string, string>) => readRow({ ...cells, ...given }, look, null);
const errors = (given: Record<string, string>) =>
  read(given).errors.map(({ field, code, text, fix }) => [field, code, fix ?? text]);

describe('columns', () => {
  test('heads of other sheets find their fields', () => {
    expect(
      matchColumns([
        '序号',
        '姓 名*',
        '公民身份号码',
        '文化程度',
        '入党时间（年月日）',
        '所属支部',
        '联系方式',
        '手机号',
        '备注2',
      ]),
    ).toEqual([null, 'name', 'idCardNo', 'education', 'admissionDate', 'orgName', 'phonenumber', null, null]);
  });
  test('a title is no head', () => {
    expect(isHead(['江南街道党员信息采集表'])).toBe(false);
    expect(isHead(['姓名', '民族'])).toBe(true);
  });
});

describe('days', () => {
  test.each([
    ['2019-07-01', { day: '2019-07-01' }],
    ['2019.7.1', { fix: '2019-07-01' }],
    ['2019/07/01', { fix: '2019-07-01' }],
    ['2019年7月1日', { fix: '2019-07-01' }],
    ['20190701', { fix: '2019-07-01' }],
    ['2019-7-1', { fix: '2019-07-01' }],
    ['2019-07-01 00:00:00', { day: '2019-07-01' }],
    ['43647', { text: '是数字不是日期，可能是2019-07-01或2023-07-02', suggestions: ['2019-07-01', '2023-07-02'] }],
    ['201907', { month: '2019-07', fix: '2019-07-01' }],
    ['2019.7', { month: '2019-07', fix: '2019-07-01' }],
    ['2012.13.5', { text: '没有13月，可能是2012-05-13', suggestions: ['2012-05-13'] }],
    ['1957-02-30', { text: '1957年2月没有30日', suggestions: [] }],
    ['２０１９．７．１', { fix: '2019-07-01' }],
    ['2019 - 07 - 01', { day: '2019-07-01' }],
    ['不详', { text: '日期写法不能识别，应为 2026-01-31', suggestions: [] }],
  ])('%s', (text, expected) => {
    expect(readDay(text)).toEqual(expected);
  });

  test('a rewriting is always read as itself', () => {
    const day = fc.date({ min: new Date('1930-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    const shapes = [
      (y: number, m: number, d: number) => `${y}.${m}.${d}`,
      (y: number, m: number, d: number) => `${y}/${String(m).padStart(2, '0')}/${d}`,
      (y: number, m: number, d: number) => `${y}年${m}月${d}日`,
      (y: number, m: number, d: number) => `${y}${String(m).padStart(2, '0')}${String(d).padStart(2, '0')}`,
    ];
    fc.assert(
      fc.property(day, fc.constantFrom(...shapes), (date, shape) => {
        const iso = date.toISOString().slice(0, 10);
        const [y = 0, m = 0, d = 0] = iso.split('-').map(Number);
        expect(readDay(shape(y, m, d))).toEqual({ fix: iso });
        expect(readDay(iso)).toEqual({ day: iso });
      }),
    );
  });
});

describe('rows', () => {
  test('a good row becomes a person, with what the id card says', () => {
    const row = read({
      education: '本科',
      occupation: '工人',
      phonenumber: '+86 187-0001-0001',
      admissionDate: '2010-06-20',
      conversionDate: '2011-06-20',
    });
    expect(row.errors).toEqual([]);
    expect(row.person).toMatchObject({
      idCard: idCardNo,
      birthDate: '1985-03-15',
      gender: 1,
      nation: '01',
      education: '20',
      occupation: 1,
      phone: '18700010001',
    });
    expect(row.home?.id).toBe('1');
  });

  test.each<[Record<string, string>, (string | undefined)[][]]>([
    [{ nation: '汉' }, []],
    [{ birthDate: '1985.3.15', admissionDate: '2010年6月20日' }, []],
    [{ idCardNo: `${full(idCardNo.slice(0, 6))}　${idCardNo.slice(6, 14)} ${full(idCardNo.slice(14))}` }, []],
    [{ phonenumber: '１８７　０００１ 0001' }, []],
    [{ idCardNo: '4.20599198503150E+17' }, [['idCardNo', 'lostDigits', LOST]]],
    [{ phonenumber: '1.8700010001E+10' }, [['phonenumber', 'lostDigits', LOST]]],
    [{ name: '谭一😀' }, [['name', 'sign', '姓名里不能有表情符号']]],
    [{ name: '阿依·古丽' }, []],
    [{ name: '陈?波' }, [['name', 'sign', '姓名有丢失的字，请按原件重填']]],
    [{ workUnit: '#DIV/0!' }, [['workUnit', 'sign', '单元格的公式出错（#DIV/0!），请改成数或文字']]],
    [{ isMigrantWorker: '对' }, [['isMigrantWorker', 'code', '请填“是”或“否”']]],
    [{ isMigrantWorker: '否' }, []],
    [{ name: '㐂𠮷' }, []],
    [{ nation: '火星' }, [['nation', 'nation', '民族不在字典里，请选择']]],
    [{ education: '大学' }, [['education', 'education', '大学本科']]],
    [{ birthDate: '198503' }, []],
    [{ birthDate: '198504' }, [['birthDate', 'date', '1985-04-01']]],
    [{ birthDate: '1985-03-16' }, [['birthDate', 'mismatch', '出生日期与身份证号不一致，身份证号为1985-03-15']]],
    [{ gender: '女' }, [['gender', 'mismatch', '性别与身份证号不一致，身份证号为男']]],
    [{ idCardNo: idCardNo.slice(0, 17) }, [['idCardNo', 'idCardLength', '身份证号应为18位，现在是17位']]],
    [{ idCardNo: '' }, [['idCardNo', 'required', '请填写身份证号']]],
    [{ phonenumber: '187000100012' }, [['phonenumber', 'phone', '手机号应为11位，多1位']]],
    [{ personCategory: '' }, [['personCategory', 'required', '请填写人员类别']]],
    [{ personCategory: '', conversionDate: '2011-06-20' }, []],
    [
      { personCategory: '积极分子', admissionDate: '2010-06-20' },
      [['admissionDate', 'rule', '未入党的人员不应有入党日期']],
    ],
    [{ admissionDate: '2003-03-14' }, [['admissionDate', 'rule', '入党时未满18岁']]],
    [{ orgName: '' }, [['orgName', 'required', '请填写所在党支部']]],
    [{ workUnit: '单'.repeat(61) }, [['workUnit', 'length', '工作单位不能超过60个字']]],
  ])('%o', (given, expected) => {
    expect(errors(given)).toEqual(expected);
  });

  test('whatever dot a name is written with, it is kept with one', () => {
    for (const dot of ['・', '‧', '．', '•', '.', ' · '])
      expect(read({ name: `阿依${dot}古丽` }).person.name).toBe('阿依·古丽');
  });

  test('for a number that has lost its digits nothing is proposed', () => {
    const [fault] = read({ idCardNo: '4.20599198503150E+17' }).errors;
    expect(fault).toEqual({ field: 'idCardNo', code: 'lostDigits', text: LOST, suggestions: [] });
    // The figures that it holds are not an id card's: neither birthday nor sex is taken from it.
    expect(read({ idCardNo: '4.20599198503150E+17' }).person).toMatchObject({ idCard: null, birthDate: null });
  });

  test('branches are suggested by likeness, namesakes with what stands above', () => {
    expect(read({ orgName: '渡口一支部' }).errors[0]?.suggestions).toContain('渡口第一党支部');
    expect(read({ orgName: '机关党支部' }).errors[0]).toMatchObject({
      text: '有2个同名的党组织，请选择',
      suggestions: ['甲镇党委>机关党支部', '乙镇党委>机关党支部'],
    });
    expect(read({ orgName: '乙镇党委>机关党支部' }).home?.id).toBe('4');
    expect(read({ orgName: '石桥村总支部委员会' }).home?.id).toBe('5');
    expect(read({ orgName: '火星站' }).errors[0]).toMatchObject({ text: '找不到这个党组织', suggestions: [] });
  });

  test('whatever stands in the cells, reading gives errors or a person, never a failure', () => {
    const fields = [
      'name',
      'idCardNo',
      'gender',
      'birthDate',
      'nation',
      'education',
      'phonenumber',
      'admissionDate',
      'orgName',
      'isFloating',
    ];
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...fields), fc.string({ unit: 'grapheme', maxLength: 30 })),
        (given) => {
          const row = readRow(given, look, null);
          if (row.errors.length === 0) expect(row.person.idCard).toMatch(/^\d{17}[\dX]$/);
        },
      ),
    );
  });
});

describe('contradictions of a record', () => {
  const member: Person = {
    ...emptyPerson,
    name: '谭一',
    idCard: idCardNo,
    gender: 1,
    birthDate: '1985-03-15',
    personCategory: 1,
    admissionDate: '2010-06-20',
    conversionDate: '2011-06-20',
  };
  test.each<[string, Partial<Person>, string[]]>([
    ['nothing', {}, []],
    ['a probation of less than a year', { conversionDate: '2011-06-19' }, ['预备期不足一年']],
    ['eighteen on the day', { admissionDate: '2003-03-15', conversionDate: '2004-03-15' }, []],
    ['a day younger', { admissionDate: '2003-03-14', conversionDate: '2004-03-14' }, ['!入党时未满18岁']],
    [
      'probation over for long',
      { personCategory: 2, conversionDate: null, admissionDate: '2024-11-19' },
      ['预备期连同延长期已满两年，仍未转正或取消资格'],
    ],
    ['tomorrow', { joinedBranchOn: '2026-11-21' }, ['!进入支部日期不能晚于今天']],
    ['today', { joinedBranchOn: TODAY }, []],
    ['application after admission', { appliedOn: '2010-06-21' }, ['!申请入党日期不能晚于入党日期']],
  ])('%s', (_what, given, expected) => {
    expect(
      personProblems({ ...member, ...given }, TODAY).map(({ impossible, text }) => (impossible ? `!${text}` : text)),
    ).toEqual(expected);
  });

  test('a year after 29 February is 1 March', () => {
    expect(addYears('2024-02-29', 1)).toBe('2025-03-01');
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29');
  });
});
