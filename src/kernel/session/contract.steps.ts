import { z } from 'zod';
import { data, done, endpoint, flag, line } from '#platform/contract.ts';
import { signedIn } from './contract.ts';

const smsCode = z.string('请输入验证码').trim().min(1, '验证码不能为空').max(16, '验证码不正确');

export const sendLoginCode = endpoint({
  method: 'POST',
  path: '/api/yzm/send',
  summary: '发送短信验证码（登录或找回密码）',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: { hits: 300, seconds: 60, by: 'ip' },
  input: z.object({
    /** The login name. */
    idCardNo: line(64, '身份证号或账号').min(1, '请先输入用户名'),
    purpose: z.enum(['login', 'retrieve'], '验证码用途不正确').default('login'),
  }),
  reply: done,
});

export const sendOwnCode = endpoint({
  method: 'GET',
  path: '/api/yzm/get',
  summary: '向自己登记的手机发送短信验证码',
  access: 'session',
  scope: 'own',
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: done,
});

export const checkLoginCode = endpoint({
  method: 'GET',
  path: '/api/yzm/check',
  summary: '核对短信验证码，不使用它；每次核对计一次',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: { hits: 300, seconds: 60, by: 'ip' },
  input: z.object({
    code: smsCode,
    purpose: z.enum(['login', 'retrieve', 'questions'], '验证码用途不正确').default('login'),
  }),
  reply: done,
});

export const isVerification = endpoint({
  method: 'GET',
  path: '/api/yzm/isVerification',
  summary: '弱密码登录是否需要短信验证',
  access: 'public',
  scope: 'none',
  silent: true,
  rate: { hits: 1200, seconds: 60, by: 'ip' },
  input: z.object({}),
  reply: data(z.object({ isVerification: z.boolean() })),
});

export const captchaImage = endpoint({
  method: 'GET',
  path: '/api/captchaImage',
  summary: '图形验证码；看不清时可由本机计算代替',
  access: 'public',
  scope: 'none',
  silent: true,
  rate: { hits: 300, seconds: 60, by: 'ip' },
  /** `stranger`: for a page without a session, which is asked for a picture also where the sign-in is not. */
  input: z.object({ stranger: flag.default(false) }),
  reply: data(
    z.object({
      captchaEnabled: z.boolean(),
      /** Goes with the login as `uuid`; good once, for two minutes. */
      uuid: z.string(),
      /** A data URL of 240 × 80 pixels, shown at half that size. */
      img: z.string(),
      /** In place of the characters: `rules.proof.ts` says what to compute; goes with the login as `proof`. */
      proof: z.object({ challenge: z.string(), parts: z.number(), bits: z.number() }).nullable(),
    }),
  ),
});

export const configByType = endpoint({
  method: 'GET',
  path: '/api/sys/config/getByType',
  summary: '按类型读取系统配置（CaptchaAppId）',
  access: 'public',
  scope: 'none',
  silent: true,
  rate: { hits: 1200, seconds: 60, by: 'ip' },
  input: z.object({ type: line(40, '配置类型').min(1, '请指定配置类型') }),
  reply: data(z.string()),
});

export const answerSecondFactor = endpoint({
  method: 'POST',
  path: '/api/login/secondFactor',
  summary: '登录第二步：动态口令或恢复码',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: { hits: 300, seconds: 60, by: 'ip' },
  input: z.object({
    challenge: z.string('请重新登录').min(1, '请重新登录').max(64, '请重新登录'),
    /** Six digits, or a recovery code. */
    code: z.string('请输入动态口令').trim().min(1, '请输入动态口令').max(32, '动态口令不正确'),
  }),
  reply: data(signedIn),
});

/** Bound in tests alone (`server/testLogin.ts`); 404 elsewhere. */
export const testLogin = endpoint({
  method: 'POST',
  path: '/api/test/login',
  summary: '测试登录（仅测试环境）',
  access: 'public',
  scope: 'none',
  rate: { hits: 120, seconds: 60, by: 'ip' },
  input: z.object({ username: line(64, '身份证号或账号').min(1, '请输入身份证号或账号') }),
  reply: data(signedIn),
});
