// npm run dev: the server restarts on changes, the page reloads itself; calls go through Vite's proxy.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, projectNode, root, whenAskedToEnd } from './prepare.mjs';

install();
const node = projectNode();
const port = process.env.API_PORT ?? '8080';
const run = (args, env = {}) =>
  spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, API_PORT: port, ...env } });
const children = [
  run(['--watch', '--watch-preserve-output', join(root, 'src/server.ts')], { PORT: port }),
  run([join(root, 'node_modules/vite/bin/vite.js')]),
];

const running = new Set(children);
const end = () => {
  for (const child of running) child.kill('SIGTERM');
};
whenAskedToEnd(end);
for (const child of children) {
  child.on('exit', (code) => {
    running.delete(child);
    process.exitCode ||= code ?? 0;
    end();
  });
}
