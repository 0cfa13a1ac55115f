import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listNeeds, type NeedRow, needPoster } from '../contract.need.ts';
import { NEED_KINDS, NEED_VIEWS } from '../rules.need.ts';
import { NeedDialog } from './NeedDialog.tsx';
import { farText, Given, NeedTag } from './NeedParts.tsx';
import NeedView from './NeedView.tsx';
import { isId, PATHS } from './paths.ts';

const TABS = [{ value: '', label: '全部' }, ...optionsOf(NEED_VIEWS)];

const COLUMNS: readonly Column<NeedRow>[] = [
  {
    key: 'title',
    title: '需求',
    width: 200,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.need(row.id)} title={row.title}>
        {row.title}
      </RowLink>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'tag',
    cell: (row) => <NeedTag state={row.state} name={row.stateName} />,
  },
  {
    key: 'kind',
    title: '类型',
    width: 90,
    card: 'line',
    cell: (row) => row.kindName,
    filter: { kind: 'choice', name: 'kind', options: optionsOf(NEED_KINDS) },
  },
  { key: 'post', title: '服务类别', width: 110, card: 'line', cell: (row) => row.postName },
  { key: 'place', title: '地点', width: 150, card: 'line', cell: (row) => <span title={row.place}>{row.place}</span> },
  { key: 'byOn', title: '希望完成', width: 110, card: 'side', cell: (row) => row.byOn },
  {
    key: 'taker',
    title: '认领',
    width: 150,
    cell: (row) => row.takerName || (row.sentTo ? `派给${row.sentTo}` : noValue),
  },
  {
    key: 'stars',
    title: '评价',
    width: 110,
    cell: (row) => (row.stars === null ? noValue : <Given stars={row.stars} />),
  },
  {
    key: 'orgName',
    title: '社区党组织',
    width: 170,
    startsHidden: true,
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  { key: 'distance', title: '距离', width: 100, startsHidden: true, cell: (row) => farText(row.distance) || noValue },
  { key: 'source', title: '来源', width: 110, startsHidden: true, cell: (row) => row.sourceName },
  { key: 'askedOn', title: '提出日期', width: 110, startsHidden: true, cell: (row) => row.askedOn },
];

/** `/service/need`: what residents need, what waits first; `?id=` one of them. */
export default function NeedList() {
  const { id } = readQuery(useLocation().search, ['id']);
  return isId(id) ? <NeedView key={id} id={id} /> : <Listed />;
}

function Listed() {
  const navigate = useNavigate();
  const side = useOrgSide();
  const mayWrite = may(useSession(), 'volunteer:write');
  const [isAdding, setAdding] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <ListPage<NeedRow, ReplyOf<typeof listNeeds>>
        title="居民需求"
        path={PATHS.needs}
        endpoint={listNeeds}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '需求标题' }}
        unit="件"
        views={{ list: TABS, counts: ({ counts }) => counts }}
        {...(side ? { side } : {})}
        acts={() => (
          <>
            <Button icon="print" aria-haspopup="dialog" onClick={() => setPrinting(true)}>
              需求码海报
            </Button>
            {mayWrite && (
              <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setAdding(true)}>
                登记需求
              </Button>
            )}
          </>
        )}
        note={(_list, answer) =>
          answer ? (
            <p className="service-listed">
              居民用手机扫海报上的需求码提出，不用登录。
              <a href={`#${answer.followPath}`}>打开本组织的需求页</a>
            </p>
          ) : null
        }
        row={{
          label: (row) => row.title,
          href: (row) => PATHS.need(row.id),
          editHref: () => null,
          menu: (row) => [
            { label: row.state === 0 ? '受理' : '详情', icon: 'eye', run: () => navigate(PATHS.need(row.id)) },
          ],
        }}
        empty={{
          title: '还没有需求',
          text: '把需求码海报贴在小区里，居民扫码就能提出；当面或电话里说的，点“登记需求”。',
        }}
      />
      {isAdding && <NeedDialog onClose={() => setAdding(false)} />}
      {isPrinting && (
        <PaperDialog
          title="打印需求码海报"
          ask={(signal) => call(needPoster, {}, { quiet: true, signal })}
          onClose={() => setPrinting(false)}
        />
      )}
    </>
  );
}
