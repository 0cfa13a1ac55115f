import { isCommonPassword, isPersonalPassword } from '#kernel/session/rules.password.ts';

/** What the account is known by, as far as it can be read. */
export interface AccountNames {
  /** Whether a text is the login name; the name itself is not stored. */
  isLogin(text: string): boolean;
  idCard: string | null;
  /** Full pinyin of the person's name, or the name itself. */
  name: string;
}

/** What a site demands of passwords: the specification's rule, or long ones of any signs. */
export type PasswordPolicy = 'spec' | 'strict';

/** The rule of a policy as a form shows it. */
export const POLICY_HINTS: Readonly<Record<PasswordPolicy, string>> = {
  spec: '6至12位，须包含字母和数字；大小写混用、加一个特殊字符更安全。',
  strict: '8至64位，可用任意字符；一句只有自己知道的话最安全。',
};

/** What a new password must not be, at every way in. */
export const SAME_PASSWORD = '新密码不能与当前密码相同，请换一个';

/**
 * What is wrong with a new password, as the sentence for its field; null when it is good.
 * Length and characters by the specification, section 5; the rest by OWASP ASVS 5.0, 6.2.4 and 6.2.11.
 */
export function passwordFault(password: string, names: AccountNames, policy: PasswordPolicy): string | null {
  const fault = policy === 'strict' ? strictFault(password) : specFault(password);
  if (fault !== null) return fault;
  if (isCommonPassword(password)) return '新密码过于常见，请换一个';
  if (isPersonalPassword(password, names) || containsLogin(password, names)) return '新密码不能包含账号信息';
  return null;
}

const LENGTHS: Readonly<Record<PasswordPolicy, readonly [number, number]>> = { spec: [6, 12], strict: [8, 64] };

/** Whether the policy allows so many signs: what it does not allow is not rated. */
export function isAllowedLength({ length }: string, policy: PasswordPolicy): boolean {
  const [least, most] = LENGTHS[policy];
  return length >= least && length <= most;
}

function specFault(password: string): string | null {
  if (!isAllowedLength(password, 'spec')) return '新密码长度不合格，应为6到12位';
  if (!/^[!-~]+$/.test(password) || !/[a-z]/i.test(password) || !/\d/.test(password)) {
    return '新密码必须包含字母和数字，长度为6到12位';
  }
  return null;
}

const strictFault = (password: string) =>
  !isAllowedLength(password, 'strict') ? '新密码长度不合格，应为8到64位' : null;

/** 1 weak, 2 normal, 3 strong: by length and by the mix of letters and digits (specification, section 5). */
export function passwordStrength(password: string): 1 | 2 | 3 {
  const mixed = /[A-Za-z]/.test(password) && /\d/.test(password);
  if (password.length > 9) return mixed ? 3 : 2;
  return mixed && password.length >= 6 ? 2 : 1;
}

/** An answer as it is compared: full-width signs and the spaces around it do not count. */
export const normaliseAnswer = (answer: string) => answer.normalize('NFKC').trim();

function containsLogin(password: string, { isLogin }: AccountNames): boolean {
  const upper = password.toUpperCase();
  for (let from = 0; from < upper.length; from++) {
    for (let to = from + 3; to <= upper.length; to++) {
      if (isLogin(upper.slice(from, to))) return true;
    }
  }
  return false;
}
