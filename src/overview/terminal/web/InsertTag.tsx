import { INSERT_STANDINGS, type InsertStanding } from '../rules.insert.ts';

const LOOKS: Readonly<Record<InsertStanding, [shape: string, tone: string]>> = {
  asked: ['◇', 'tag warn'],
  later: ['◆', 'tag'],
  on: ['●', 'tag red'],
  over: ['○', 'tag'],
  missed: ['■', 'tag bad'],
  returned: ['■', 'tag bad'],
  ended: ['○', 'tag'],
};

/** How a 插播 stands, by shape and word. */
export function InsertTag({ standing }: { standing: InsertStanding }) {
  const [shape, tone] = LOOKS[standing];
  return (
    <span className={tone}>
      {shape} {INSERT_STANDINGS[standing]}
    </span>
  );
}
