import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import { mobile } from '#people/member/contract.ts';
import { count, data, done, endpoint, line } from '#platform/contract.ts';

/** The questions that may be chosen. Numbers are stored: a question may be reworded, its number never given to another. */
export const QUESTIONS: Readonly<Record<number, string>> = {
  1: '您母亲的姓名是？',
  2: '您父亲的姓名是？',
  3: '您小学班主任的姓名是？',
  4: '您中学班主任的姓名是？',
  5: '您就读的小学叫什么名字？',
  6: '您的出生地是哪个乡镇或街道？',
  7: '您童年好友的姓名是？',
  8: '您的第一位入党介绍人是？',
  9: '您参加工作的第一个单位是？',
  10: '您最敬佩的一位老师是？',
  11: '您最喜欢的一本书是？',
  12: '您第一次出远门去的城市是？',
};
/** Those whose answers stand in the person's own record, where others read them: family, birthplace, sponsors, work. */
export const ON_RECORD: ReadonlySet<number> = new Set([1, 2, 6, 8, 9]);
/** Each account answers so many. */
export const QUESTION_COUNT = 3;

const questionId = count.pipe(z.int().refine((number) => number in QUESTIONS, '请选择密保问题'));
/** One answer; empty ones are refused where they are set. */
export const secretAnswer = line(40, '答案');
/** The code that was sent to the registered phone. */
export const smsCode = z
  .string('请输入短信验证码')
  .trim()
  .regex(/^\d{6}$/, '请输入6位短信验证码');
const answered = z.object({ questionId, answer: secretAnswer.refine((text) => text.length > 0, '请输入答案') });
const shown = z.object({ questionId: z.number(), question: z.string() });
/** A token that one step of the safe centre gives for the next. */
const proof = z.string('请先完成身份核验').min(1, '请先完成身份核验').max(64, '请先完成身份核验');

/**
 * Who is meant: an id-card number or account name, as it is or as hex SM2 ciphertext like a password.
 * The page sends the latter, so that no number stands in an address.
 */
export const accountName = z
  .string('请输入身份证号或账号')
  .trim()
  .min(1, '请输入身份证号或账号')
  .max(4096, '身份证号或账号不正确')
  .refine((text) => text.length <= 64 || /^[0-9a-fA-F]+$/.test(text), '身份证号或账号不正确');

export const changeCurrentPassword = endpoint({
  method: 'POST',
  path: '/api/sys/user/changeCurrentPwd',
  summary: '修改自己的密码，成功后全部会话退出',
  access: 'session',
  scope: 'own',
  audit: '修改密码',
  pii: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({ oldPassword: encryptedPassword, password: encryptedPassword }),
  reply: done,
});

export const getQuestions = endpoint({
  method: 'GET',
  path: '/api/sys/question/getRecord',
  summary: '自己设置的密保问题',
  access: 'session',
  scope: 'own',
  input: z.object({}),
  reply: data(z.object({ questions: z.array(shown), updatedAt: z.string().nullable() })),
});

export const confirmOwnPassword = endpoint({
  method: 'POST',
  path: '/api/sys/encrypte',
  summary: '核对登录密码，换取设置密保问题的一次性凭据（十分钟）',
  access: 'session',
  scope: 'own',
  audit: '核对登录密码',
  pii: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({ password: encryptedPassword }),
  inQuery: ['password'],
  reply: data(z.object({ proof: z.string() })),
});

export const checkAnswers = endpoint({
  method: 'PUT',
  path: '/api/sys/question/check',
  summary: '核对登录密码与原密保答案（忘记时以短信验证码代替），换取更换密保问题的一次性凭据（十分钟）',
  access: 'session',
  scope: 'own',
  audit: '核对密保答案',
  pii: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({
    password: encryptedPassword,
    answers: z.array(answered).length(QUESTION_COUNT, '请回答全部密保问题').optional(),
    /** In place of forgotten answers (`GET /api/yzm/get`). */
    smsCode: smsCode.optional(),
  }),
  inQuery: ['password'],
  reply: data(z.object({ proof: z.string() })),
});

export const setQuestions = endpoint({
  method: 'POST',
  path: '/api/sys/question/add',
  summary: '设置或更换密保问题',
  access: 'session',
  scope: 'own',
  audit: '设置密保问题',
  idempotent: true,
  pii: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({
    proof,
    questions: z
      .array(answered)
      .length(QUESTION_COUNT, '请设置三个密保问题')
      .superRefine((list, context) => {
        for (const [at, { questionId }] of list.entries()) {
          if (list.findIndex((other) => other.questionId === questionId) === at) continue;
          context.addIssue({ code: 'custom', path: [at, 'questionId'], message: '密保问题不能重复' });
        }
      }),
  }),
  reply: done,
  stale: () => [getQuestions],
});

/** Eleven digits, however they were written. */
export const ownMobile = mobile.transform((text) => text.slice(-11));

export const getOwnPhone = endpoint({
  method: 'GET',
  path: '/api/sys/phone/own',
  summary: '自己账号的找回密码手机：号码（掩码）、是否已由本人确认',
  access: 'session',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z.object({
      /** Masked; null where there is none. */
      phone: z.string().nullable(),
      /** Where it stands: in the account, or in the own record, which the branch keeps. */
      from: z.enum(['account', 'record']).nullable(),
      confirmedAt: z.string().nullable(),
      /** Whether a password is retrieved by it now: in an office by a confirmed one alone. */
      usable: z.boolean(),
      office: z.boolean(),
    }),
  ),
});

export const sendPhoneCode = endpoint({
  method: 'POST',
  path: '/api/sys/phone/code',
  summary: '向要确认的手机发送短信验证码',
  access: 'session',
  scope: 'own',
  pii: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({ phonenumber: ownMobile }),
  reply: done,
});

export const confirmPhone = endpoint({
  method: 'POST',
  path: '/api/sys/phone/confirm',
  summary: '凭登录密码和发到该手机的验证码，确认自己的找回密码手机；原手机收到通知',
  access: 'session',
  scope: 'own',
  audit: '确认找回密码手机',
  pii: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({ phonenumber: ownMobile, smsCode, password: encryptedPassword }),
  reply: done,
  stale: () => [getOwnPhone],
});

export const questionsOf = endpoint({
  method: 'GET',
  path: '/api/sys/question/getByIdCardNo',
  summary: '找回密码时要回答的密保问题；没有的账号得到固定的替代问题',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: { hits: 60, seconds: 3600, by: 'ip' },
  input: z.object({ idCardNo: accountName }),
  reply: data(z.object({ questions: z.array(shown) })),
});

export const checkRetrieval = endpoint({
  method: 'PUT',
  path: '/api/sys/question/unLoginCheck',
  summary: '找回密码核验：短信验证码与密保答案，换取重设密码的一次性凭据（十分钟）',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: { hits: 60, seconds: 60, by: 'ip' },
  input: z.object({
    idCardNo: accountName,
    smsCode,
    /** Left out, the code alone is looked at: whoever has the phone is told what else is asked. */
    answers: z
      .array(z.object({ questionId, answer: secretAnswer }))
      .length(QUESTION_COUNT, '请按页面上的密保问题作答')
      .optional(),
  }),
  /** Without a proof the questions are still to be answered, with the same code. */
  reply: data(z.object({ proof: z.string().nullable(), questions: z.array(shown) })),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/sys/user/changePwd',
  summary: '找回密码：凭一次性凭据设置新密码',
  access: 'public',
  scope: 'none',
  audit: '找回密码',
  pii: true,
  rate: { hits: 60, seconds: 60, by: 'ip' },
  input: z.object({ proof, password: encryptedPassword }),
  reply: done,
});
