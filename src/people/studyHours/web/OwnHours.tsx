import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ownHours, ownLines } from '../contract.ts';
import { hoursText, SheetCards } from './parts.tsx';

const SHOWN = 50;
const MOST = 200;

/** 我的学时: the own year against the duty, by source, with each entry; made for the phone as well. */
export default function OwnHours() {
  const [year, setYear] = useState<number>();
  const [size, setSize] = useState(SHOWN);
  const of = year === undefined ? {} : { year };
  const query = useCall(ownHours, of, { quiet: true, keepPrevious: true });
  const lines = useCall(ownLines, { ...of, pageSize: size }, { quiet: true, keepPrevious: true });
  return (
    <div className="hours-page">
      <PageHead />
      <RecordLoader query={query}>{(sheet) => <SheetCards sheet={sheet} onYear={setYear} />}</RecordLoader>
      {lines.data && lines.data.rows.length > 0 && (
        <section className="card" aria-label="学时明细">
          <div className="card-head">
            <h2>学时明细</h2>
            <span className="secondary">有出入的，请联系党支部核对</span>
          </div>
          <ul className="hours-lines">
            {lines.data.rows.map((row) => (
              <li key={row.id}>
                <span className="grow">
                  {row.link ? <Link to={row.link}>{row.title}</Link> : <span>{row.title}</span>}
                  <small className="muted">
                    {row.day}　{row.sourceName}
                    {row.central && '　集中培训'}
                    {row.why && `　${row.minutes < 0 ? '冲回：' : ''}${row.why}`}
                  </small>
                </span>
                <b className={row.hours < 0 ? 'hours-minus' : undefined}>{hoursText(row.hours)}学时</b>
              </li>
            ))}
          </ul>
          {lines.data.total > lines.data.rows.length && size < MOST && (
            <div className="hours-foot">
              <Button onClick={() => setSize(MOST)}>更多</Button>
            </div>
          )}
        </section>
      )}
    </div>
  );
}
