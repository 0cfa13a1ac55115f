/** What the server answers a television. */
export class Unpaired extends Error {}
/** No answer, or none that can be read: what was known stays. */
export class Away extends Error {}

const PATIENCE_MS = 20_000;

/**
 * Asks the server.
 * @throws Unpaired where this screen is none of its terminals (any more), with its sentence; Away where no answer came
 */
export async function ask<T>(path: string, body: object): Promise<T> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(`/api/terminal/box/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json;charset=utf-8' },
      body: JSON.stringify(body),
      cache: 'no-store',
      signal: stop.signal,
    });
    const said = (await answer.json()) as { code: number; msg: string; data: T };
    if (said.code === 401) throw new Unpaired(said.msg);
    if (said.code !== 200) throw new Away(said.msg);
    return said.data;
  } catch (error) {
    if (error instanceof Unpaired || error instanceof Away) throw error;
    throw new Away('服务器没有应答');
  } finally {
    clearTimeout(timer);
  }
}
