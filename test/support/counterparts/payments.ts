import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeSandbox, type Sandbox } from '#procedures/dues/server/online/sandbox.ts';

/** The provider of payments that the demo has, as a server of its own: for trying by hand and for tests. */
export async function startPayments(
  keysOf: Parameters<typeof makeSandbox>[0],
  port = 0,
): Promise<Sandbox & { origin: string; close(): Promise<void> }> {
  let origin = '';
  const sandbox = makeSandbox(
    keysOf,
    () => `${origin}/cashier`,
    async (notifyUrl, { headers, body }) => fetch(notifyUrl, { method: 'POST', headers, body }),
  );
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await sandbox.answer({
      method: request.method ?? '',
      path: url.pathname,
      query: url.search,
      signedPath: url.pathname,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    });
    response.writeHead(answer.status, { 'content-type': answer.type, ...answer.headers }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { ...sandbox, origin, close };
}
