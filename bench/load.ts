import http from 'node:http';

export interface Figures {
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Requests a second. */
  rate: number;
  /** Answers that were not HTTP 200 with the expected text. */
  bad: number;
}

interface Target {
  port: number;
  path: string;
  token: string;
  method?: string;
  body?: (n: number) => string;
}

/**
 * Asks one question over `connections` kept-alive connections for `seconds`, one request at a
 * time on each, and answers the distribution of latencies.
 */
export async function load(target: Target, connections: number, seconds: number): Promise<Figures> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let bad = 0;
  let asked = 0;
  const end = performance.now() + seconds * 1000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const from = performance.now();
        const good = await ask(agent, target, asked++);
        latencies.push(performance.now() - from);
        if (!good) bad++;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), rate: latencies.length / elapsed, bad };
}

function ask(agent: http.Agent, target: Target, n: number): Promise<boolean> {
  const body = target.body?.(n);
  return new Promise((resolve) => {
    const request = http.request(
      {
        agent,
        host: '127.0.0.1',
        port: target.port,
        path: target.path,
        method: target.method ?? 'GET',
        headers: {
          authorization: target.token,
          ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        },
      },
      (response) => {
        let first = '';
        response.on('data', (chunk: Buffer) => {
          if (first === '') first = chunk.subarray(0, 20).toString();
        });
        response.on('end', () => resolve(response.statusCode === 200 && first.startsWith('{"code":200')));
      },
    );
    request.on('error', () => resolve(false));
    request.end(body);
  });
}

/** The first whole answer, for comparing two servers before they are timed. */
export function fetchOnce(target: Target): Promise<Record<string, unknown>> {
  const agent = new http.Agent();
  const body = target.body?.(0);
  return new Promise((resolve, reject) => {
    const { port, path, method = 'GET', token } = target;
    const headers = { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) };
    http
      .request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      })
      .on('error', reject)
      .end(body);
  });
}
