import { createServer } from 'node:net';

/**
 * Checks that the port is free before anything is started or filled. Port 0 takes any free port.
 * @throws a sentence that names the port and what to do, or the system's own error
 */
export async function refuseBusyPort({ port, host }: { port: number; host: string }): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(busy(port)) : error),
    );
    probe.listen({ port, host }, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

const busy = (port: number) =>
  `端口 ${port} 已被别的程序占用：请先停掉那个程序，或换一个端口启动，例如 PORT=${port === 65_535 ? 8080 : port + 1} npm start。` +
  ` (Port ${port} is in use.)`;
