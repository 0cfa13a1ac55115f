import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { refuseBusyPort } from '#platform/server/start/port.ts';

test('a port that is taken is told in words, a free one passes, and is free afterwards', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(refuseBusyPort({ port, host: '127.0.0.1' })).rejects.toThrow(`端口 ${port} 已被别的程序占用`);
  await new Promise((resolve) => other.close(resolve));
  for (let again = 0; again < 2; again++) await refuseBusyPort({ port, host: '127.0.0.1' });
});
