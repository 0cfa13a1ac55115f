import { z } from 'zod';
import { data, endpoint, id } from '#platform/contract.ts';
import { getClass, lessonPeople } from './contract.school.ts';

const WRITE = 'school:write';

export const openSigning = endpoint({
  method: 'POST',
  path: '/api/sxzy/school/lesson/signing',
  summary: '开始一次课的扫码签到',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass' },
  audit: '开始培训班签到',
  input: z.object({ id, lessonId: id }),
  reply: data(z.object({ due: z.number() })),
  stale: () => [getClass, lessonPeople],
});

export const lessonCode = endpoint({
  method: 'GET',
  path: '/api/sxzy/school/lesson/code',
  summary: '一次课的签到码，30秒一换',
  access: WRITE,
  scope: 'org',
  targets: { id: 'schoolClass' },
  silent: true,
  input: z.object({ id, lessonId: id }),
  reply: data(z.object({ code: z.string(), seconds: z.number(), due: z.number(), present: z.number() })),
});

export const signLesson = endpoint({
  method: 'POST',
  path: '/api/sxzy/school/own/sign',
  summary: '学员扫码签到',
  access: 'hours:own',
  scope: 'own',
  audit: '培训班签到',
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ lessonId: id, code: z.string().max(40, '签到码不正确') }),
  reply: data(z.object({ title: z.string(), lesson: z.string(), late: z.boolean(), at: z.string() })),
});
