import { useMemo } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Failed } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listShown, type ShownRow } from '../contract.ts';
import { KIND_NAMES, KINDS, type Kind, periodText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './openAffairs.css';

/** `threeAffairsOpenClassify/:type`: what is published of one kind, by the items of the catalogue. */
export default function ShownList() {
  const { type = '' } = useParams();
  const kind = KIND_NAMES.find((one) => one === type) ?? 'party';
  return <Shown key={kind} kind={kind} />;
}

function Shown({ kind }: { kind: Kind }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { itemId } = readQuery(search, ['itemId']);
  const path = PATHS.classify(kind);
  const figures = useCall(listShown, { kind, pageSize: 1 }, { quiet: true });
  const items = figures.data?.items;
  const columns = useMemo<readonly Column<ShownRow>[]>(
    () => [
      {
        key: 'title',
        title: '标题',
        width: 260,
        card: 'title',
        cell: (row) => <Link to={PATHS.detail(row.id)}>{row.title}</Link>,
      },
      {
        key: 'item',
        title: '公开项目',
        width: 140,
        card: 'line',
        cell: (row) => row.itemName,
        filter: {
          kind: 'choice',
          name: 'itemId',
          options: (items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
      },
      { key: 'period', title: '期次', width: 126, card: 'line', cell: (row) => periodText(row.period) },
      { key: 'orgName', title: '公开组织', width: 160, card: 'line', cell: (row) => row.orgName },
      { key: 'shownFrom', title: '公开日期', width: 104, cell: (row) => row.shownFrom },
      {
        key: 'isOver',
        title: '公开期',
        width: 122,
        card: 'tag',
        cell: (row) =>
          row.isOver ? <span className="tag">已期满</span> : <span className="tag ok">至{row.shownUntil}</span>,
      },
    ],
    [items],
  );
  return (
    <div className="open-shown">
      <PageHead title="已公开的事项" />
      <Tabs
        label="公开类别"
        panel="open-shown"
        current={kind}
        onPick={(next) => navigate(PATHS.classify(next))}
        tabs={KIND_NAMES.map((one) => ({ key: one, label: KINDS[one], count: figures.data?.kinds[one] || undefined }))}
      />
      <div id="open-shown" role="tabpanel" aria-label={KINDS[kind]} className="open-work">
        <nav className="card open-items" aria-label="公开项目">
          {figures.error && !figures.data && <Failed error={figures.error} onRetry={() => figures.refetch()} />}
          <ul>
            <li>
              <Link to={path} aria-current={itemId ? undefined : 'true'}>
                全部项目<span className="muted">{figures.data?.kinds[kind] ?? ''}</span>
              </Link>
            </li>
            {items?.map((item) => (
              <li key={item.id}>
                <Link
                  to={pathWithQuery(path, { itemId: item.id })}
                  aria-current={item.id === itemId ? 'true' : undefined}
                >
                  {item.name}
                  <span className="muted">{item.count}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="card">
          <PlainList<ShownRow>
            caption={`${KINDS[kind]}，已公开的事项`}
            endpoint={listShown}
            columns={columns}
            search={{ name: 'words', placeholder: '标题或内容' }}
            unit="件"
            inputOf={(values) => ({ ...values, kind })}
            acts={(row) => (
              <ButtonLink look="row" to={PATHS.detail(row.id)}>
                查看<span className="visually-hidden">{row.title}</span>
              </ButtonLink>
            )}
            empty={{
              title: '这里还没有公开的事项',
              text: `${user.workOrg.name}公开${KINDS[kind].replace('公开', '')}后，会显示在这里。`,
            }}
          />
        </div>
      </div>
    </div>
  );
}
