import { Link, useLocation, useNavigate } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column as ListColumn } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listColumns } from '../contract.columns.ts';
import { approvals } from '../contract.desk.ts';
import { type ArticleRow, listArticles, removeArticle } from '../contract.ts';
import { COLUMN_KINDS, STATES, VIEWS, type View } from '../rules.ts';
import { ArticleBulk, BULK } from './ArticleBulk.tsx';
import { StateTags } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

const KEPT = ['tab'];
const EMPTY: Readonly<Record<string, readonly [string, string]>> = {
  audit: ['没有等您审核的资讯', '下级组织送审的资讯会出现在这里。'],
  scheduled: ['没有定时发布的资讯', '审核通过、还没到发布时间的会出现在这里。'],
  expiring: ['没有即将过期的资讯', '七天内到展示截止日期的会出现在这里。'],
  cleanup: ['没有要清理的资讯', '已过展示截止、链接失效或原组织已撤销的会出现在这里，请保留、续期或撤下。'],
  withdrawn: ['没有撤下的资讯', '撤下的资讯会出现在这里，没有改过的可以恢复。'],
};

/** 稿件管理: the desk of those who write and decide. */
export default function ArticleList() {
  const session = useSession();
  const navigate = useNavigate();
  const { tab: wantedTab } = readQuery(useLocation().search, ['tab']);
  const tab = wantedTab && wantedTab in VIEWS ? (wantedTab as View) : 'all';
  const columns = useCall(listColumns, {}, { quiet: true });
  const waiting = useCall(approvals, {}, { quiet: true });
  const orgId = session.user.workOrgId;
  const tabs = [
    { key: 'all', label: '全部' },
    ...Object.entries(VIEWS).map(([key, label]) => ({
      key,
      label,
      count: key === 'audit' ? waiting.data?.waiting || undefined : undefined,
    })),
  ];
  return (
    <div className="list-page">
      <PageHead title="稿件管理">
        <ButtonLink icon="screen" to={PATHS.edit('video', 'add', orgId)}>
          新增视频
        </ButtonLink>
        <ButtonLink look="primary" icon="plus" to={PATHS.edit('article', 'add', orgId)}>
          新增文章
        </ButtonLink>
      </PageHead>
      <Tabs
        label="稿件"
        tabs={tabs}
        current={tab}
        panel="archive-list"
        onPick={(key) =>
          navigate(pathWithQuery(PATHS.desk, { tab: key === 'all' ? undefined : key }), { replace: true })
        }
      />
      <div
        id="archive-list"
        className="archive-list"
        role="tabpanel"
        aria-label={tabs.find(({ key }) => key === tab)?.label ?? ''}
      >
        <Rows key={tab} view={tab} columns={(columns.data ?? []).map(({ id, name }) => ({ value: id, label: name }))} />
      </div>
    </div>
  );
}

function Rows({ view, columns }: { view: View | 'all'; columns: { value: string; label: string }[] }) {
  const acts = BULK[view];
  const removal = useRemove({
    call: removeArticle,
    restore: restoreRecycled,
    kind: 'archiveArticle',
    consequence: () => '这篇还没有发布，删除后进入回收站。',
  });
  const list: readonly ListColumn<ArticleRow>[] = [
    {
      key: 'title',
      title: '标题',
      width: 300,
      card: 'title',
      cell: (row) => <Link to={PATHS.deskView(row.kind, row.id)}>{row.title}</Link>,
    },
    {
      key: 'state',
      title: '状态',
      width: 150,
      card: 'tag',
      cell: (row) => <StateTags row={row} />,
      filter: { kind: 'choice', name: 'state', options: optionsOf(STATES) },
    },
    {
      key: 'column',
      title: '栏目',
      width: 110,
      card: 'line',
      cell: (row) => row.columnName,
      filter: { kind: 'choice', name: 'columnId', options: columns },
    },
    {
      key: 'kind',
      title: '类型',
      width: 70,
      cell: (row) => COLUMN_KINDS[row.kind as keyof typeof COLUMN_KINDS] ?? row.kind,
      filter: { kind: 'choice', name: 'kind', options: optionsOf(COLUMN_KINDS) },
    },
    { key: 'org', title: '供稿组织', width: 180, card: 'line', cell: (row) => row.orgName },
    {
      key: 'when',
      title: '发布时间',
      width: 150,
      card: 'line',
      cell: (row) =>
        row.state === 3 && row.publishAt
          ? `${dateTime(row.publishAt)} 自动`
          : row.firstShown
            ? dateTime(row.firstShown)
            : noValue,
    },
    ...(view === 'cleanup'
      ? [
          {
            key: 'outlived',
            title: '为什么清理',
            width: 180,
            card: 'line',
            cell: (row) => <span className="tag warn">{row.outlived}</span>,
          } satisfies ListColumn<ArticleRow>,
        ]
      : []),
    { key: 'until', title: '展示截止', width: 110, cell: (row) => row.shownUntil ?? '不限' },
    {
      key: 'readers',
      title: '阅读人数',
      width: 84,
      align: 'right',
      card: 'line',
      cell: (row) => (row.firstShown ? row.readers : noValue),
    },
    { key: 'by', title: '修改人', width: 100, cell: (row) => row.updateName },
  ];
  const [title, text] = EMPTY[view] ?? ['还没有资讯', '点“新增文章”写第一篇，送审同意后发布到党建资讯。'];
  return (
    <>
      <PlainList<ArticleRow>
        caption={view === 'all' ? '稿件' : VIEWS[view]}
        endpoint={listArticles}
        columns={list}
        search={{ name: 'keyWords', placeholder: '标题' }}
        keep={KEPT}
        unit="篇"
        inputOf={({ tab: _tab, ...values }) => ({ ...values, view: view === 'all' ? '' : view })}
        label={(row) => row.title}
        {...(acts
          ? {
              bulk: (chosen: { rows: readonly ArticleRow[]; clear: () => void }) => (
                <ArticleBulk {...chosen} acts={acts} columns={columns} />
              ),
            }
          : {})}
        actsWidth={150}
        acts={(row) => (
          <span className="record-row-acts">
            <ButtonLink look="row" data-act={row.can.audit ? undefined : 'view'} to={PATHS.deskView(row.kind, row.id)}>
              {row.can.audit ? '审核' : '查看'}
            </ButtonLink>
            {row.can.edit && (
              <ButtonLink look="row" to={PATHS.edit(row.kind, row.id, row.orgId)}>
                {row.isShown ? '更正' : '编辑'}
              </ButtonLink>
            )}
            {row.can.remove && (
              <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.title })}>
                删除
              </Button>
            )}
          </span>
        )}
        empty={{ title, text }}
      />
      {removal.dialog}
    </>
  );
}
