import { z } from 'zod';
import { endpoint, file, id } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { PRINT_PARTS, PRINT_SIZES, type PrintPart, type PrintSize } from './rules.print.ts';

const RATE = { hits: 300, seconds: 3600, by: 'account' } as const;
const what = {
  id,
  part: z.enum(Object.keys(PRINT_PARTS) as [PrintPart, ...PrintPart[]], '请选择打印什么'),
  size: z.enum(Object.keys(PRINT_SIZES) as [PrintSize, ...PrintSize[]], '请选择纸张'),
};

export const printPaper = endpoint({
  method: 'POST',
  path: '/api/zhjy/paper/print',
  summary: '打印试卷、答题卡或答案；自动组卷的按套抽题，同一套的卷和答案是同样的题',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'examPaper' },
  audit: '打印试卷',
  atOnce: 4,
  rate: RATE,
  input: z.object({ ...what, set: z.int().min(1, '套数应为1到4').max(4, '套数应为1到4').default(1) }),
  reply: paperReply,
});

export const printExam = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/print',
  summary: '打印一场考试发布时固定下来的试卷、答题卡或答案',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '打印试卷',
  atOnce: 4,
  rate: RATE,
  input: z.object(what),
  reply: paperReply,
});

const inWord = {
  id,
  part: z.enum(['paper', 'key'], '请选择下载试卷还是答案'),
};

export const wordPaper = endpoint({
  method: 'POST',
  path: '/api/zhjy/paper/word',
  summary: '试卷或答案的Word文件，同一套的卷和答案是同样的题',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'examPaper' },
  audit: '下载试卷Word',
  rate: RATE,
  input: z.object({ ...inWord, set: z.int().min(1, '套数应为1到4').max(4, '套数应为1到4').default(1) }),
  reply: file,
});

export const wordExam = endpoint({
  method: 'POST',
  path: '/api/zhjy/exam/word',
  summary: '一场考试发布时固定下来的试卷或答案的Word文件',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'exam' },
  audit: '下载试卷Word',
  rate: RATE,
  input: z.object(inWord),
  reply: file,
});
