import { useState } from 'react';
import { useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { deviceCalls } from '../nouns/device.ts';
import { digitsText, PAIR_DIGITS, STATUSES } from '../rules.device.ts';
import { PairDialog } from './PairDialog.tsx';
import { PAGES } from './paths.ts';
import './box.css';

/** What a phone opens that has scanned a screen: which of our terminals is it? */
export default function Pair() {
  const { code = '' } = readQuery(useLocation().search, ['code']);
  const digits = code.replace(/\D/g, '').slice(0, PAIR_DIGITS);
  const [chosen, setChosen] = useState<{ id: string; name: string; bound: boolean; isWall: boolean } | null>(null);
  const query = useCall(deviceCalls.list, { pageSize: 200 }, { quiet: true });
  const rows = query.data?.rows.toSorted((a, b) => Number(b.status === 'unbound') - Number(a.status === 'unbound'));
  return (
    <>
      <PageHead title="配对电视" />
      <section className="card box-shared">
        <p>
          电视上的数字{digits && <b>{digitsText(digits)}</b>}，选它是哪一台终端；还没有登记的，先
          <ButtonLink to={pathWithQuery(PAGES.device.form, {})}>新增终端</ButtonLink>
        </p>
        {!rows && <Waiting query={query} lines={4} />}
        {rows?.length === 0 && <p className="muted">本组织还没有登记终端。</p>}
        <ul className="box-takers">
          {rows?.map((row) => (
            <li key={row.id}>
              <b>{row.name}</b>
              <span className="muted">
                {row.place}，{STATUSES[row.status]}
              </span>
              <Button
                onClick={() =>
                  setChosen({ id: row.id, name: row.name, bound: row.boundAt !== null, isWall: row.isWall })
                }
              >
                {row.boundAt === null ? '配对这一台' : '换到这台电视'}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      {chosen && <PairDialog {...chosen} digits={digits} onClose={() => setChosen(null)} />}
    </>
  );
}
