/** Seconds between two SMS codes. */
export const SMS_LOCK = 60;

export const EMPTY = '用户名和密码不能为空';
export const EMPTY_ON_BLUR = '请先输入用户名或密码';
export const CODE_EMPTY = '验证码不能为空';
/** How a lock ends; the server's own sentence says how many minutes are left. */
export const LOCKED = '账号已锁定，请联系管理员，或30分钟后自动解除';
export const CAPTCHA_EMPTY = '请完成图形验证';
export const NOT_READY = '系统未就绪，请稍后提交';

/** What leaving the password field asks for (specification 5), in the order in which the rules stand there. */
export type PasswordCheck =
  | { kind: 'fine' }
  | { kind: 'verify'; message: string }
  | { kind: 'simple'; message: string };

const STRONG = /^(?![a-zA-Z]+$)(?!\d+$)(?![^a-zA-Z\d]+$)\S{6,12}$/;
const ONLY_WORD_CHARACTERS = /^[\w ]+$/;

/** Judges a filled-in name and password; only asked where the site's verification switch is on. */
export function checkPassword(name: string, password: string): PasswordCheck {
  if (name.endsWith(password)) {
    return { kind: 'verify', message: '系统检测到您的密码包含当前账号信息，需要进行身份验证' };
  }
  if (!STRONG.test(password)) return { kind: 'verify', message: '系统检测到您的密码为弱密码，需要进行身份验证' };
  if (ONLY_WORD_CHARACTERS.test(password)) return { kind: 'simple', message: '您的密码过于简单，建议' };
  return { kind: 'fine' };
}

/** A remembered name as it is shown before anybody touches it: longer than 8, the first 3 and the last 4 stay. */
export function maskName(name: string): string {
  return name.length > 8 ? name.slice(0, 3) + '*'.repeat(name.length - 7) + name.slice(-4) : name;
}

/** The sentence after a wrong password. */
export function triesLeftText(remaining: number): string {
  return remaining > 0
    ? `您还有${remaining}次登录机会，之后账号将被锁定`
    : '您的账号已锁定，请联系管理员，或30分钟后自动解除';
}
