import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Refusal, refuse } from '#platform/server/errors.ts';
import { requestOutside } from '#platform/server/outside/outside.ts';

/** How the service of the site is asked: its address and key. */
export interface SpeechService {
  url: string;
  key: string;
}

const code = z.union([z.literal(0), z.literal(200)]);
const taken = z.object({ code, taskId: z.string().min(1).max(200) });
const words = z
  .string()
  .transform((text) => text.replace(/[^\P{C}\n]/gu, ''))
  .catch('');
const told = z.object({
  code,
  state: z.enum(['waiting', 'done', 'failed']),
  text: words,
  reason: words,
});

/** Waits between two questions, milliseconds: soon at first, then every ten seconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** A service that has not done after so long is given up. */
const GIVE_UP_MS = 30 * 60_000;
/** Answers that fail in a row before it is given up: a service may restart. */
const FAILS = 3;
const SEND_MS = 120_000;
/** Hours of speech. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Turns a recording into text: `POST url {name, format, audio}` (base64) answers `{code, taskId}`; `GET url/taskId` answers
 * `{code, state, text, reason}` until it is done or failed. Both with `Authorization: Bearer <key>`. Throws a refusal with
 * its sentence where the service is away, refuses, fails or does not come to an end.
 * @param waiting is told how long it has taken, in milliseconds; what it throws ends the asking
 */
export async function recogniseSpeech(
  service: SpeechService,
  recording: { name: string; bytes: Buffer },
  waiting: (ms: number) => Promise<void>,
  giveUpMs = GIVE_UP_MS,
): Promise<string> {
  const headers = { authorization: `Bearer ${service.key}` };
  const sent = await requestOutside(service.url, {
    method: 'POST',
    body: { name: recording.name, format: 'mp3', audio: recording.bytes.toString('base64') },
    headers,
    timeoutMs: SEND_MS,
  });
  const task = taken.safeParse(sent.body);
  if (!task.success) throw refuse('语音转文字服务没有接受这段录音，请联系管理员核对地址和密钥');
  const start = performance.now();
  let wait = FIRST_WAIT;
  for (let fails = 0; performance.now() - start < giveUpMs; ) {
    await waiting(performance.now() - start);
    await sleep(Math.min(wait, giveUpMs));
    wait = Math.min(wait * 2, LONGEST_WAIT);
    const answer = await ask(`${service.url}/${encodeURIComponent(task.data.taskId)}`, headers);
    if (answer instanceof Refusal) {
      fails += 1;
      if (fails >= FAILS) throw answer;
      continue;
    }
    fails = 0;
    if (answer.state === 'failed')
      throw refuse(`这段录音没有转成文字${answer.reason ? `：${answer.reason.slice(0, 100)}` : ''}`);
    if (answer.state === 'done') return answer.text.trim();
  }
  throw refuse('语音转文字服务迟迟没有结果，请稍后再试');
}

async function ask(url: string, headers: Record<string, string>) {
  try {
    const { body } = await requestOutside(url, { headers, maxBytes: MOST_BYTES, timeoutMs: 20_000 });
    const answer = told.safeParse(body);
    return answer.success ? answer.data : refuse('语音转文字服务的答复看不懂，请联系管理员');
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
