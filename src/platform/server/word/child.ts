// A process of its own, with little memory and no right to write: takes an uploaded Word document apart, or fills it. Reads from
// stdin four bytes, the length of what is asked as JSON, that JSON, the document; writes the names of its fields as JSON, or the
// filled document, to stdout. A refusal is exit code 3 and its sentence on stderr.
import { Refusal } from '../errors.ts';
import { fillWord, readWord, refuseBrokenFields, wordFields } from './fill.ts';
import type { Asked } from './word.ts';

const FIELD = 'file';

async function readAll(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const given = await readAll();
const from = 4 + given.readUInt32BE(0);
const asked = JSON.parse(given.subarray(4, from).toString('utf8')) as Asked;
try {
  const word = await readWord(given.subarray(from), FIELD, asked.outside);
  if (asked.act === 'fill') process.stdout.write(await fillWord(word, asked.values, asked.line));
  else {
    refuseBrokenFields(word);
    process.stdout.write(JSON.stringify(wordFields(word)));
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(error.message);
  process.exitCode = 3;
}
