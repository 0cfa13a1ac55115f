import { describe, expect, it } from 'vitest';
import { certificateNumber, certificateText, issuerOf, periodText } from '#people/studyHours/rules.certificate.ts';
import { numeralDay } from '#platform/text/numerals.ts';
import { checkSign, isVerifyCode, shownVerifyCode, VERIFY_SIGNS } from '#platform/text/verifyCode.ts';

const facts = {
  title: '2026年度基层党务骨干培训',
  startsOn: '2026-03-02',
  endsOn: '2026-11-18',
  hours: 615,
  central: 160,
  score: 940,
  total: 1000,
};
const said = (...of: Parameters<typeof certificateText>) =>
  certificateText(...of)
    .map(({ text }) => text)
    .join('');

describe('学习证明', () => {
  it('is numbered with four places, and more where they are needed', () => {
    const of = { prefix: '峡临学证', year: 2026 };
    expect(certificateNumber({ ...of, serial: 1086 })).toBe('峡临学证〔2026〕第1086号');
    expect(certificateNumber({ ...of, serial: 7 })).toBe('峡临学证〔2026〕第0007号');
    expect(certificateNumber({ ...of, serial: 12345 })).toBe('峡临学证〔2026〕第12345号');
  });

  it('says months in numerals, a year twice only where it changes', () => {
    expect(periodText('2026-03-02', '2026-11-18')).toBe('二〇二六年三月至十一月');
    expect(periodText('2026-03-02', '2026-03-31')).toBe('二〇二六年三月');
    expect(periodText('2025-11-20', '2026-01-02')).toBe('二〇二五年十一月至二〇二六年一月');
    expect(numeralDay('2026-11-20')).toBe('二〇二六年十一月二十日');
  });

  it('says what was learnt, and leaves out what was not', () => {
    expect(said('覃映秋', '修完规定课程', facts)).toBe(
      '覃映秋同志于二〇二六年三月至十一月参加“2026年度基层党务骨干培训”，修完规定课程，计61.5学时，其中集中培训16学时，结业测试94分，成绩合格。',
    );
    expect(said('覃映秋', '修完规定课程', { ...facts, central: 0, score: null, total: null })).toContain(
      '计61.5学时，考核合格。',
    );
    expect(said('覃映秋', '修完规定课程', { ...facts, hours: 0, central: 0, total: 1500 })).toContain(
      '，成绩94分（满分150分），成绩合格。',
    );
    expect(
      certificateText('覃映秋', '', facts)
        .filter(({ bold }) => bold)
        .map(({ text }) => text),
    ).toEqual(['覃映秋', '61.5', '16', '94']);
  });

  it('is signed by the Party where it is the Party that signs', () => {
    expect(issuerOf('峡州市临峡区委党校')).toBe('中共峡州市临峡区委党校');
    expect(issuerOf('中共试验市委员会')).toBe('中共试验市委员会');
    expect(issuerOf('峡州职业技术学院')).toBe('峡州职业技术学院');
  });
});

describe('check character', () => {
  it('finds every single wrong sign and every swap of neighbours', () => {
    const random = '7K3Q2M9XA4T';
    const code = random + checkSign(random);
    expect(isVerifyCode(code)).toBe(true);
    expect(shownVerifyCode(code)).toMatch(/^.{4}-.{4}-.{4}$/);
    for (let at = 0; at < code.length; at++)
      for (const sign of VERIFY_SIGNS)
        if (sign !== code[at]) expect(isVerifyCode(code.slice(0, at) + sign + code.slice(at + 1))).toBe(false);
    for (let at = 0; at + 1 < code.length; at++) {
      const swapped = `${code.slice(0, at)}${code[at + 1]}${code[at]}${code.slice(at + 2)}`;
      if (swapped !== code) expect(isVerifyCode(swapped), swapped).toBe(false);
    }
  });
});
