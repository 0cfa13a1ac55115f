import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { memberFacts } from '#people/member/rules/facts.ts';
import { checkCharacter, normaliseIdCard, readIdCard } from '#people/member/rules/idCard.ts';
import {
  ageOn,
  completeness,
  maskText,
  missingFields,
  type Person,
  partyAgeMonths,
  partyAgeText,
} from '#people/member/rules.ts';
import { idCardIndex, memberRow } from '#people/member/server/rowMapper.ts';
import { nameGrams, personPinyin, queryGrams, textPinyin } from '#platform/server/database/nameSearch.ts';
import { makeVault } from '#platform/server/secrecy/crypto.ts';
import { ringOf } from '#platform/server/secrecy/keys.ts';

const TODAY = '2026-11-20';

const complete: Person = {
  name: '谭志远',
  idCard: '420502198503150014',
  gender: 1,
  birthDate: '1985-03-15',
  nation: '15',
  personCategory: 1,
  membershipStatus: 1,
  education: '14',
  degree: '3',
  occupation: 4,
  nativePlace: '峡州市归峡县',
  residence: '云江区江南街道',
  workUnit: '',
  position: '',
  partyPost: '',
  phone: '19900012345',
  appliedOn: null,
  admissionDate: '2011-06-22',
  conversionDate: '2012-06-22',
  joinType: 1,
  joinedBranchOn: '2011-06-22',
  isFloating: false,
  isLostContact: false,
  isMigrantWorker: false,
  remark: '',
};

describe('id card (GB 11643)', () => {
  test.each([
    ['11010519491231002', 'X'],
    ['42050219850315001', '4'],
    ['42050219850315002', '2'],
    ['42058219760808002', '1'],
  ])('the check character of %s is %s', (first17, expected) => {
    expect(checkCharacter(first17)).toBe(expected);
  });

  test('says birth date, sex and region, with a lower-case x and gaps accepted', () => {
    expect(readIdCard('110105 19491231 002x', TODAY)).toEqual({
      card: { number: '11010519491231002X', birthDate: '1949-12-31', gender: 2, region: '110105' },
    });
    expect(readIdCard('420502198503150014', TODAY)).toMatchObject({ card: { gender: 1 } });
  });

  test('a number of 15 digits becomes one of 18', () => {
    expect(normaliseIdCard('110105491231002')).toBe('11010519491231002X');
  });

  test.each([
    ['42050219850315001', '身份证号应为18位，现在是17位'],
    ['420502198503150015', '身份证号第18位应为4'],
    ['420502195702300012', '身份证号中的出生日期1957-02-30不存在'],
    ['420502209903150012', '身份证号中的出生日期2099-03-15不合理'],
    ['42050219850315A012', '身份证号只能是数字，最后一位可以是X'],
  ])('%s is refused: %s', (number, reason) => {
    expect(readIdCard(number, TODAY)).toEqual({ reason });
  });
});

describe('ages', () => {
  test('the birthday counts on its day, 29 February on 1 March', () => {
    expect(ageOn('1986-11-20', TODAY)).toBe(40);
    expect(ageOn('1986-11-21', TODAY)).toBe(39);
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17);
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18);
  });

  test('party age runs from the conversion date', () => {
    expect(partyAgeMonths('2012-06-22', TODAY)).toBe(172);
    expect(partyAgeText(172)).toBe('14年4个月');
    expect(partyAgeText(partyAgeMonths('2026-06-22', TODAY))).toBe('4个月');
    expect(partyAgeText(partyAgeMonths('2016-11-20', TODAY))).toBe('10年');
    expect(partyAgeMonths(null, TODAY)).toBeNull();
    expect(partyAgeMonths('2026-11-21', TODAY)).toBeNull();
  });
});

describe('completeness', () => {
  test('is 100 only when nothing lacks', () => {
    expect(completeness(complete)).toBe(100);
    const lacking = { ...complete, residence: '', phone: null };
    expect(missingFields(lacking).map(({ label }) => label)).toEqual(['现居住地', '手机号']);
    expect(completeness(lacking)).toBe(85);
  });

  test('asks an applicant for the date of application, not of admission', () => {
    const applicant = { ...complete, personCategory: 5, admissionDate: null, conversionDate: null, joinType: null };
    expect(missingFields(applicant).map(({ field }) => field)).toEqual(['appliedOn']);
  });
});

test('masks keep three and four', () => {
  expect(maskText('420502198503150014')).toBe('420***********0014');
  expect(maskText('13800006620')).toBe('138****6620');
  expect(maskText('6551208')).toBe('*****08');
});

test('an applicant counts in the category alone, a member in every fact', () => {
  const counted = { ...complete, completeness: 92 };
  expect(memberFacts({ ...counted, personCategory: 5 }, TODAY)).toEqual([['category', '5']]);
  expect(memberFacts({ ...counted, membershipStatus: 2 }, TODAY)).toEqual([['gone', '1']]);
  expect(memberFacts({ ...counted, membershipStatus: 6 }, TODAY)).toEqual([['gone', '1']]);
  expect(memberFacts(counted, TODAY)).toEqual([
    ['category', '1'],
    ['gender', '1'],
    ['nation', 'minority'],
    ['age', '41-45'],
    ['joined', '06'],
    ['education', 'postgraduate'],
    ['occupation', '4'],
    ['incomplete', '1'],
  ]);
});

describe('names', () => {
  test('grams are single characters and pairs; a query asks for pairs', () => {
    expect(nameGrams('谭志远')).toEqual(['谭', '志', '远', '谭志', '志远']);
    expect(queryGrams('志远')).toEqual(['志远']);
    expect(queryGrams('谭')).toEqual(['谭']);
    // A full stop typed for the dot of a name, which the name does not keep.
    const held = nameGrams('阿卜杜拉·买买提');
    expect(queryGrams('阿卜杜拉.买买提').filter((gram) => !held.includes(gram))).toEqual([]);
    expect(queryGrams('谭志远')).toEqual(['谭志', '志远']);
  });

  test('pinyin reads a surname as a surname and a place as a word', () => {
    expect(personPinyin('谭志远')).toEqual({ full: 'tanzhiyuan', initials: 'tzy' });
    expect(personPinyin('单小曾')).toMatchObject({ full: expect.stringMatching(/^shanxiao/) });
    expect(personPinyin('尉迟敏').full).toBe('yuchimin');
    expect(personPinyin('吕燕').full).toBe('lvyan');
    expect(textPinyin('长江重庆支部')).toEqual({ full: 'changjiangchongqingzhibu', initials: 'cjcqzb' });
  });
});

test('P54 a row holds no plain id card or phone, and gives them back in its own place alone', () => {
  const ring = ringOf(randomBytes(32));
  const vault = makeVault(() => ring);
  const row = memberRow(complete, { id: '7', orgId: '3', orgCode: '00010001', sort: 2 }, vault);
  expect(JSON.stringify(row)).not.toContain('19850315001');
  expect(vault.decrypt('member.id_card.7', row.id_card_enc ?? Buffer.alloc(0))).toBe(complete.idCard);
  expect(vault.decrypt('member.phone.7', row.phone_enc ?? Buffer.alloc(0))).toBe(complete.phone);
  expect(() => vault.decrypt('member.id_card.8', row.id_card_enc ?? Buffer.alloc(0))).toThrow();
  expect(row.id_card_index).toEqual(idCardIndex(vault, complete.idCard ?? ''));
  expect(row).toMatchObject({ id_card_mask: '420***********0014', initials: 'tzy', completeness: 100 });
});
