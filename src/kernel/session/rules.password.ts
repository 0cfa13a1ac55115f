import { trimEndSigns } from '#platform/text/edges.ts';

/** Letters that stand in every list of the most used passwords, alone or with digits behind them. */
const WORDS = new Set(
  `a aa aaa q w z as qq qa zx az abc abcd abcde abcdef aabb aabbcc abab asd asdf asdfg qwe qwer qwert qwerty zxc zxcv
   zxcvb zxcvbn qaz qazwsx qazxsw wsx zaq zaqwsx qweasd qweasdzxc asdzxc poi poiu lkj mnb admin administrator root user
   guest test tester testing demo pass passwd password pwd mima welcome login letmein master super superman hello
   iloveyou love loveyou woaini woaiwo aini wo woaiwojia wang li zhang liu chen dragon monkey sunshine princess shadow
   football baseball michael jordan computer internet system manager oracle mysql server china zhongguo beijing
   dang dangyuan dangjian dangwei party zhibu gongchandang gcd chinese happy lucky baobao xiaoming tiankong jiayou`.split(
    /\s+/,
  ),
);
const DIGITS = new Set(
  `110 119 120 123321 123123 112233 121212 131313 520 521 1314 5201314 520520 1314520 5211314 147258 147258369 159357
   159753 258369 258456 321321 456123 741852 741852963 789456 789456123 987654 168 10086 10010 12306 12580 95588 007`.split(
    /\s+/,
  ),
);
/** Keys in the order of the board, and the alphabet; read in both directions. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', 'qazwsxedcrfvtgbyhnujmikolp'];
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const reversed = (text: string) => [...text].reverse().join('');
const oneSign = (text: string) => new Set(text).size <= 1;
const inRow = (text: string, row: string) => row.includes(text) || reversed(row).includes(text);

function easyLetters(letters: string): boolean {
  const half = letters.slice(0, letters.length / 2);
  return (
    WORDS.has(letters) ||
    oneSign(letters) ||
    ROWS.some((row) => inRow(letters, row)) ||
    (half.length > 0 && letters === half + half && easyLetters(half))
  );
}

const easyDigits = (digits: string) =>
  digits.length <= 2 || DIGITS.has(digits) || oneSign(digits) || inRow(digits, '01234567890');

/** Whether lists of the most used passwords hold it, or one that differs by digits, case or look-alike signs. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const only = (text: string, signs: RegExp) => text.replace(signs, '');
  // Letters and digits are judged apart, so that 1q2w3e is found as well as qwe123.
  const apart = (text: string) =>
    only(text, /[a-z0-9]/g).length <= 1 && easyLetters(only(text, /[^a-z]/g)) && easyDigits(only(text, /\D/g));
  const head = trimEndSigns(lower, /[^a-z]/);
  const plain = [...head].map((sign) => LEET[sign] ?? sign).join('') + lower.slice(head.length);
  return apart(lower) || apart(plain);
}

/** What a person is known by, as far as it can be read. */
export interface PersonNames {
  /** 18 signs, or null. */
  idCard: string | null;
  /** Full pinyin of the name, or the name itself. */
  name: string;
}

/** How many signs in a row a password may share with the id card. */
const SHARED = 6;

/** Whether it holds the name, the date of birth, the end or another long part of the id card. */
export function isPersonalPassword(password: string, { idCard, name }: PersonNames): boolean {
  const upper = password.toUpperCase();
  if (name.length >= 3 && upper.includes(name.toUpperCase())) return true;
  if (idCard === null) return false;
  const card = idCard.toUpperCase();
  if (upper.includes(card.slice(-4)) || upper.includes(card.slice(8, 14))) return true;
  const parts = Array.from({ length: Math.max(0, upper.length - SHARED + 1) }, (_, at) => upper.slice(at, at + SHARED));
  return parts.some((part) => card.includes(part));
}

/** At least six signs of more than one kind (specification, section 5); `strict` asks for length alone. */
const isStrong = (password: string, policy: 'spec' | 'strict') =>
  policy === 'strict' ? password.length >= 8 : /^(?![a-zA-Z]+$)(?!\d+$)(?![^a-zA-Z\d]+$)\S{6,12}$/.test(password);

/** Why a sign-in with this password asks for an SMS code where the site's switch is on; null where it does not. */
export function verificationReason(
  loginName: string,
  password: string,
  policy: 'spec' | 'strict',
): 'account' | 'weak' | null {
  if (loginName.trim().toUpperCase().includes(password.toUpperCase())) return 'account';
  return isStrong(password, policy) ? null : 'weak';
}

/** Whether whoever signs in with it has to change it first. */
export const isTooEasy = (password: string, names: PersonNames, policy: 'spec' | 'strict'): boolean =>
  !isStrong(password, policy) || isCommonPassword(password) || isPersonalPassword(password, names);
