// A process of its own, with little memory and no right to write: reads an office file from stdin and judges it before any program
// opens it. Why it is not taken is exit code 3 and a phrase on stderr.
import { Refused } from '#platform/server/spreadsheet/limits.ts';
import { judgeOfficeFile } from './judge.ts';

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
try {
  await judgeOfficeFile(Buffer.concat(chunks), process.argv[2] as Parameters<typeof judgeOfficeFile>[1]);
} catch (error) {
  process.stderr.write(error instanceof Refused ? error.message : '文件已损坏，不能打开');
  process.exitCode = 3;
}
