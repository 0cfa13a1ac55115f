import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type InsertRow, listInserts } from '../contract.insert.ts';
import { INSERT_STANDINGS } from '../rules.insert.ts';
import { InsertDialog } from './InsertDialog.tsx';
import { InsertTag } from './InsertTag.tsx';
import { INSERTS } from './paths.ts';
import './box.css';

const COLUMNS: readonly Column<InsertRow>[] = [
  {
    key: 'words',
    title: '内容',
    width: 320,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={INSERTS.view(row.id)} title={row.words}>
        {row.words}
      </RowLink>
    ),
  },
  {
    key: 'standing',
    title: '状态',
    width: 120,
    card: 'tag',
    cell: (row) => <InsertTag standing={row.standing} />,
    filter: { kind: 'choice', name: 'standing', options: optionsOf(INSERT_STANDINGS) },
  },
  {
    key: 'shown',
    title: '已播出',
    width: 110,
    align: 'right',
    card: 'side',
    cell: (row) => `${row.shown}/${row.screens}台`,
  },
  { key: 'fromAt', title: '开始', width: 150, card: 'line', cell: (row) => dateTime(row.fromAt) },
  { key: 'toAt', title: '结束', width: 150, card: 'line', cell: (row) => dateTime(row.toAt) },
  {
    key: 'orgName',
    title: '组织',
    width: 200,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  { key: 'writtenBy', title: '撰写', width: 100, card: 'line', cell: (row) => row.writtenBy },
];

/** 插播: urgent words on all screens of a subtree. */
export default function Inserts() {
  const navigate = useNavigate();
  const side = useOrgSide();
  const mayWrite = may(useSession(), 'box:insert');
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <ListPage<InsertRow>
        title="插播"
        path={INSERTS.list}
        endpoint={listInserts}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '插播内容' }}
        unit="条"
        {...(side ? { side } : {})}
        acts={() =>
          mayWrite ? (
            <Button look="primary" icon="bell" aria-haspopup="dialog" onClick={() => setWriting(true)}>
              写插播
            </Button>
          ) : null
        }
        row={{
          label: (row) => row.words,
          href: (row) => INSERTS.view(row.id),
          editHref: () => null,
          menu: (row) => [{ label: '看播出情况', icon: 'eye', run: () => navigate(INSERTS.view(row.id)) }],
        }}
        empty={{
          title: '还没有插播',
          text: '暴雨、停电、紧急集合等急事，写一句话，另一人核对发布后，本组织和下级的屏幕一分钟内播出，到时自动结束。',
        }}
      />
      {isWriting && <InsertDialog onWritten={(id) => navigate(INSERTS.view(id))} onClose={() => setWriting(false)} />}
    </>
  );
}
