import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The specification's messages in English, each with the Chinese sentence that the product says. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['authentication failed, cannot access system resources', '认证失败，无法访问系统资源'],
  ['current operation has no permission', '当前操作没有权限'],
  ['resource does not exist', '资源不存在'],
  ['unknown system error, please report to the administrator', '系统未知错误，请反馈给管理员'],
  ['backend interface connection abnormal', '后端接口连接异常'],
  ['system interface request timed out', '系统接口请求超时'],
  ['user does not exist / wrong password', '用户不存在/密码错误'],
  ['account locked, contact the administrator', '账号已锁定，请联系管理员'],
  ['username and password cannot be empty', '用户名和密码不能为空'],
  ['verification code cannot be empty', '验证码不能为空'],
  ['Your login has expired, please log in again!', '登录已过期，请重新登录'],
  ['new password length not qualified', '新密码长度不合格'],
  ['new password must contain letters and digits and be 6 to 12', '新密码必须包含字母和数字，长度为6到12位'],
  ['the two passwords do not match', '两次输入的密码不一致'],
  ['deleted successfully', '删除成功'],
  ['delete this message?', '确定删除这条消息吗'],
  ['current location:', '当前位置'],
];

const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === 'test' ? [] : sources(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });

/**
 * The page docs/messages.md: each pair with the files in which the sentence stands.
 * Throws where a sentence stands nowhere.
 */
export function messagesPage(): string {
  const files = sources('src').map((path) => [path, readFileSync(path, 'utf8')] as const);
  const lines = PAIRS.map(([english, chinese]) => {
    const places = files.filter(([, text]) => text.includes(chinese)).map(([path]) => `\`${path}\``);
    if (places.length === 0) throw new Error(`no source says ${chinese} (${english})`);
    return `| ${english} | ${chinese} | ${places.slice(0, 3).join(', ')} |`;
  });
  return [
    '# Messages',
    '',
    'The specification gives its messages in English; this is what the product says. Generated (`npm run docs`).',
    '',
    '| specification | product | stands in |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
