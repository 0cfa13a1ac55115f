import { z } from 'zod';
import { data, done, endpoint, id } from '#platform/contract.ts';

const recording = z.object({
  fileId: z.string(),
  name: z.string(),
  /** `none`: not sent yet; `running`: on its way, `message` says how far; `done`, `failed`. */
  state: z.enum(['none', 'running', 'done', 'failed']),
  /** How far it is, or why there is no text. */
  message: z.string(),
  text: z.string(),
  /** When it was sent; null: not yet. */
  at: z.string().nullable(),
});
export type Recording = z.infer<typeof recording>;

export const listTranscripts = endpoint({
  method: 'GET',
  path: '/api/zzsh/meeting/transcripts',
  summary: '会议的录音，和转出的文字（供填写会议记录参考）',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  input: z.object({ id }),
  /** `on`: recordings of this meeting may be sent to the service of the site. */
  reply: data(z.object({ on: z.boolean(), recordings: z.array(recording) })),
});

export const transcribe = endpoint({
  method: 'POST',
  path: '/api/zzsh/meeting/transcribe',
  summary: '把会议的一段录音发到语音转文字服务（后台任务）',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '录音转文字',
  idempotent: true,
  input: z.object({ id, fileId: z.string().regex(/^[0-9a-f]{32}$/, '请选择录音') }),
  reply: done,
  stale: () => [listTranscripts],
});
