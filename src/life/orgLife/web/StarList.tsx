import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listContests } from '../contract.star.ts';
import { PATHS } from './paths.ts';
import './event.css';

const TONES: Readonly<Record<number, string>> = { 0: '', 1: 'info', 2: 'warn', 3: 'gold', 4: 'ok' };

/** 五星创评: the contests in which the own organisation takes part, and those that it runs. */
export default function StarList() {
  const query = useCall(listContests, {}, { quiet: true });
  return (
    <div className="life-page">
      <PageHead title="五星创评">
        {query.data?.can.add && (
          <ButtonLink look="primary" icon="plus" to={PATHS.contest('0')}>
            发起创评
          </ButtonLink>
        )}
      </PageHead>
      <section className="card" aria-label="五星创评">
        <RecordLoader query={query}>
          {({ contests, can }) =>
            contests.length === 0 ? (
              <p className="life-empty">
                还没有五星创评。
                {can.add ? '发起后，下级党支部逐项自评，由本组织初审、公示、授牌。' : '由上级党组织发起。'}
              </p>
            ) : (
              <ul className="life-people">
                {contests.map((one) => (
                  <li key={one.id}>
                    <span className="grow">
                      <Link to={PATHS.scores(one.id)}>{one.title}</Link>
                      <small className="muted">
                        {one.orgName}
                        {one.state > 0 && `，参评${one.entries}个党支部，自评${one.selfDone}个，初审${one.reviewed}个`}
                      </small>
                    </span>
                    <span className={`tag ${TONES[one.state] ?? ''}`}>{one.stateName}</span>
                  </li>
                ))}
              </ul>
            )
          }
        </RecordLoader>
      </section>
    </div>
  );
}
