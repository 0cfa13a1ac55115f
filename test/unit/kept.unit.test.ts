import { expect, test } from 'vitest';
import { keptFaults } from '../../scripts/check/structure.ts';

const page = 'src/life/orgLife/web/Some.tsx';

test.each([
  ['const leave = useBlocker(() => true);', 'leaving is asked by LeaveGuard alone'],
  ["addEventListener('beforeunload', ask);", 'leaving is asked by LeaveGuard alone'],
  ["localStorage.setItem('draft', text);", 'not by a way of its own'],
  ['void writeEncrypted(key, text);', 'not by a way of its own'],
  ['const [text, setText] = useState();\nreturn <textarea value={text} />;', 'what is typed here is lost'],
  ["import { Grid } from '#platform/web/sheet/Grid.tsx';", 'what is typed here is lost'],
  [
    'const form = useForm({ schema, initial, isNew: true });\nreturn <FormDialog form={form} />;',
    'names what it is about',
  ],
  [
    "const [until, setUntil] = useState('');\nawait extend.mutateAsync({ id: of(part), until: until.trim() });\nreturn <input value={until} onChange={(event) => setUntil(event.target.value)} />;",
    'until: typed, sent and kept by nothing',
  ],
  [
    'const [lines, setLines] = useState(start);\nconst change = (at, part) =>\n    setLines(withPart(at, part));\nawait save.mutateAsync({ version, lines: [...lines] });\nreturn <input type="text" onChange={(event) => change(at, { note: event.target.value })} />;',
    'lines: typed, sent and kept by nothing',
  ],
  ['return <input type="password" value={word} />;', 'a password is kept by nothing and asks'],
])('a page that keeps by itself, or not at all, is refused: %s', (source, fault) => {
  expect(keptFaults(page, source).join()).toContain(fault);
});

test.each([
  'const [text, setText, sent] = useKeptText(key, name);\nreturn <textarea value={text} />;',
  'const form = useForm({ schema, initial, of: row.id, isNew: true });\nreturn <FormDialog form={form} />;',
  'return <input value={wanted} />;',
  // Words to find by are no work, and a tick is not typed.
  'const [words, setWords] = useState();\nact.mutate({ id });\nreturn <input value={words} onChange={(event) => setWords(event.target.value)} />;',
  'const [all, setAll] = useState(false);\nact.mutate({ all });\nreturn <input type="checkbox" checked={all} onChange={() => setAll(!all)} />;',
])('what the kit keeps passes: %s', (source) => {
  expect(keptFaults(page, source)).toEqual([]);
});
