import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type CallRow, listCalls } from '../contract.call.ts';
import { CallDialog } from './CallDialog.tsx';
import CallView, { CallTags } from './CallView.tsx';
import { isId, PATHS } from './paths.ts';
import './volunteer.css';

const COLUMNS: readonly Column<CallRow>[] = [
  {
    key: 'title',
    title: '事项',
    width: 220,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.call(row.id)} title={row.title}>
        {row.title}
      </RowLink>
    ),
  },
  { key: 'state', title: '状态', width: 130, card: 'tag', cell: (row) => <CallTags row={row} /> },
  { key: 'called', title: '召集', width: 170, card: 'line', cell: (row) => row.called },
  { key: 'place', title: '集合地点', width: 180, card: 'line', cell: (row) => row.place },
  {
    key: 'answers',
    title: '能到/不能到/未答',
    width: 140,
    card: 'side',
    cell: (row) => `${row.coming}/${row.declined}/${row.silent}`,
  },
  { key: 'arrived', title: '已到', width: 70, align: 'right', card: 'line', cell: (row) => `${row.arrived}人` },
  { key: 'raisedAt', title: '召集时间', width: 150, card: 'line', cell: (row) => row.raisedAt },
  {
    key: 'orgName',
    title: '发起组织',
    width: 190,
    startsHidden: true,
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
];

/** `/service/call`: emergency calls and drills, those that run first; `?id=` one of them with its live counts. */
export default function CallList() {
  const { id } = readQuery(useLocation().search, ['id']);
  return isId(id) ? <CallView key={id} id={id} /> : <Listed />;
}

function Listed() {
  const navigate = useNavigate();
  const side = useOrgSide();
  const mayWrite = may(useSession(), 'volunteer:write');
  const [isCalling, setCalling] = useState(false);
  return (
    <>
      <ListPage<CallRow>
        title="应急召集"
        path={PATHS.calls}
        endpoint={listCalls}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '召集事项' }}
        unit="次"
        {...(side ? { side } : {})}
        acts={() =>
          mayWrite ? (
            <Button look="primary" icon="bell" aria-haspopup="dialog" onClick={() => setCalling(true)}>
              发起召集
            </Button>
          ) : null
        }
        row={{
          label: (row) => row.title,
          href: (row) => PATHS.call(row.id),
          editHref: () => null,
          menu: (row) => [{ label: '看答复', icon: 'eye', run: () => navigate(PATHS.call(row.id)) }],
        }}
        empty={{
          title: '还没有召集',
          text: '汛情、寻人等急事，一次叫到应急队、一个分组或一个小区的报到党员；平时可以演练。',
        }}
      />
      {isCalling && <CallDialog onCalled={(id) => navigate(PATHS.call(id))} onClose={() => setCalling(false)} />}
    </>
  );
}
