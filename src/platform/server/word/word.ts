import { fileURLToPath } from 'node:url';
import { referenceFault } from '../convert/inspect/inspect.ts';
import { badInput } from '../errors.ts';
import { createLane } from '../outside/lane.ts';
import { readInProcess } from '../outside/reader.ts';

/**
 * Word documents that somebody uploaded: taken apart and filled (`fill.ts`) by a process of their own, below 512 MiB and within
 * 30 seconds, which may read the code and nothing else. Nothing of them is opened in the process that answers everybody.
 */

/** What the process is asked for. */
type Act = { act: 'fields' } | { act: 'fill'; values: Readonly<Record<string, string>>; line: string };
/** The same with what the document loads from elsewhere (`referenceFault`). */
export type Asked = Act & { outside: string };

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const READER = { seconds: 30, megabytes: 512 };
const turns = createLane(2, 100);

async function ask(document: Uint8Array, field: string, act: Act): Promise<Buffer> {
  const asked: Asked = { ...act, outside: await referenceFault(document) };
  const words = Buffer.from(JSON.stringify(asked));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(words.length);
  const { code, output, complaint } = await turns.run(() =>
    readInProcess(CHILD, [], [length, words, document], READER),
  );
  if (code === 0) return output;
  throw badInput({ [field]: code === 3 && complaint !== '' ? complaint : '文档太大或太复杂，没有读出来' });
}

/**
 * The names of the fields in a document, each once.
 * @param field the field of the form at which a refusal is told
 * @throws badInput: no docx, broken, too large, macros, something loaded from elsewhere, braces that are no pair
 */
export const wordFields = async (document: Uint8Array, field: string): Promise<string[]> =>
  JSON.parse((await ask(document, field, { act: 'fields' })).toString('utf8'));

/**
 * A document with values in place of its fields; fields without a value stay as they are written.
 * @param field where a refusal is told
 * @param line a line below the text; empty: none
 * @throws badInput: as above, but braces that are no pair stay
 */
export const fillWord = (
  document: Uint8Array,
  field: string,
  values: Readonly<Record<string, string>>,
  line = '',
): Promise<Buffer> => ask(document, field, { act: 'fill', values, line });
