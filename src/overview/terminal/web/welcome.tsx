import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { nounWeb } from '#platform/web/noun/nounWeb.ts';
import { welcome, welcomeCalls } from '../nouns/welcome.ts';
import { GREETINGS, type Greeting } from '../rules.ts';
import { placeOf } from './paths.ts';
import './box.css';

const TONES: Readonly<Record<Greeting, string>> = { now: 'tag ok', later: 'tag info', over: 'tag' };
const mark = (showing: Greeting) => <span className={TONES[showing]}>{GREETINGS[showing]}</span>;

/** 欢迎词: those that are shown now and later stand before those that are over. */
export default nounWeb(welcome, welcomeCalls, nounHouse, placeOf('welcome'), {
  empty: { title: '还没有欢迎词', text: '有来宾时点“新增欢迎词”，写清接待谁、哪几天展示，到期自动撤下。' },
  columns: { title: { width: 240 }, visitors: { width: 180, card: 'line' } },
  further: [
    {
      key: 'showing',
      title: '状态',
      width: 100,
      card: 'tag',
      cell: (row) => mark(row.showing),
      filter: {
        kind: 'choice',
        name: 'showing',
        options: optionsOf(GREETINGS),
      },
    },
  ],
  tags: (record) => mark(record.showing),
  facts: (record) => [
    ['来宾', record.visitors || '所有来宾'],
    ['展示', `${record.startsOn} 至 ${record.endsOn}`],
  ],
  consequence: '终端不再展示',
});
