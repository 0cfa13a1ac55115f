import { Link, useLocation } from 'react-router';
import { useOrg } from '#people/org/web/pickers.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { bigEventCalls } from '../nouns/bigEvent.ts';
import { groupByYear } from '../rules.ts';
import { PAGES, placeOf } from './paths.ts';
import './box.css';

/** As many events as one page of years shows; whatever is older is found in the list. */
const SIZE = 200;

/** 大事年表 of one organisation itself: what is published, by its years. */
export default function Years() {
  const { user } = useSession();
  const { orgId = user.workOrgId } = readQuery(useLocation().search, ['orgId']);
  const { name } = useOrg(orgId);
  const list = useCall(
    bigEventCalls.list,
    { orgId, place: orgId, state: 'published', pageNum: 1, pageSize: SIZE },
    { quiet: true },
  );
  const years = groupByYear(list.data?.rows ?? []);
  const rest = (list.data?.total ?? 0) - SIZE;
  return (
    <>
      <PageHead>
        <ButtonLink to={PAGES.event.list}>大事记列表</ButtonLink>
      </PageHead>
      <section className="card box-years" aria-label="大事年表">
        <h2>{name}</h2>
        {list.isPending && <Skeleton lines={8} />}
        {list.error && !list.data && <Failed error={list.error} onRetry={() => list.refetch()} />}
        {list.data && years.length === 0 && (
          <Empty title="还没有已发布的大事">在大事记里新增并发布后，这里按年份排列。</Empty>
        )}
        {years.map(({ year, rows }) => (
          <section key={year} className="box-year" aria-label={`${year}年`}>
            <h3>{year}年</h3>
            <ol>
              {rows.map((row) => (
                <li key={row.id}>
                  <time dateTime={row.happenedOn}>{row.happenedOn.slice(5)}</time>
                  <div>
                    <h4>
                      <Link to={placeOf('event').browse(row.id)}>{row.title}</Link>
                    </h4>
                    <p className="muted">{row.content}</p>
                  </div>
                </li>
              ))}
            </ol>
          </section>
        ))}
        {rest > 0 && <p className="muted small">另有更早的{rest}件，请在大事记列表里查。</p>}
      </section>
    </>
  );
}
