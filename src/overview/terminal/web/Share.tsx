import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  listOffered,
  listOwnOffers,
  listTakers,
  type OfferedRow,
  type OwnOffer,
  withdrawOffer,
} from '../contract.share.ts';
import { SHARED_NAMES } from '../rules.share.ts';
import { placeOf, SHARE } from './paths.ts';
import { TakeButton } from './ShareActs.tsx';
import './box.css';

const TABS = [
  { key: 'above', label: '上级共享给我们的' },
  { key: 'own', label: '我们共享出去的' },
] as const;
type Tab = (typeof TABS)[number]['key'];
const KEEP = ['tab'] as const;
const PARTS = optionsOf(SHARED_NAMES);
const shown = (taken: boolean) => <span className={taken ? 'tag ok' : 'tag'}>{taken ? '展示中' : '未展示'}</span>;

/** 共享: what organisations above offer, and what the own one and those below offer. */
export default function Share() {
  const navigate = useNavigate();
  const { tab: wantedTab } = readQuery(useLocation().search, ['tab']);
  const tab: Tab = wantedTab === 'own' ? 'own' : 'above';
  return (
    <div className="list-page">
      <PageHead title="共享" />
      <Tabs
        label="共享"
        panel="box-share"
        current={tab}
        onPick={(next) => navigate(pathWithQuery(SHARE.list, { tab: next }), { replace: true })}
        tabs={TABS}
      />
      <div id="box-share" role="tabpanel" aria-label={TABS.find(({ key }) => key === tab)?.label}>
        {tab === 'above' ? <Offered /> : <Own />}
      </div>
    </div>
  );
}

const part = {
  key: 'part',
  title: '栏目',
  width: 110,
  card: 'line',
  cell: (row: { part: OfferedRow['part'] }) => <span className="tag">{SHARED_NAMES[row.part]}</span>,
  filter: { kind: 'choice', name: 'part', options: PARTS },
} as const;
const orgName = {
  key: 'orgName',
  title: '共享组织',
  width: 220,
  card: 'line',
  cell: (row: { orgName: string }) => row.orgName,
} as const;
const sharedAt = {
  key: 'sharedAt',
  title: '共享时间',
  width: 150,
  card: 'line',
  cell: (row: { sharedAt: string }) => dateTime(row.sharedAt),
} as const;

function Offered() {
  const writes = may(useSession(), 'box:write');
  const columns: readonly Column<OfferedRow>[] = [
    {
      key: 'title',
      title: '标题',
      width: 280,
      card: 'title',
      cell: (row) => <Link to={SHARE.view(row.id)}>{row.title}</Link>,
    },
    part,
    {
      key: 'taken',
      title: '本组织屏幕',
      width: 120,
      card: 'tag',
      cell: (row) => shown(row.taken),
      filter: {
        kind: 'choice',
        name: 'taken',
        options: [
          { value: 'true', label: '展示中' },
          { value: 'false', label: '未展示' },
        ],
      },
    },
    orgName,
    sharedAt,
  ];
  return (
    <PlainList<OfferedRow>
      caption="上级共享给我们的"
      endpoint={listOffered}
      keep={KEEP}
      columns={columns}
      search={{ name: 'keyWords', placeholder: '标题' }}
      unit="项"
      {...(writes ? { actsWidth: 150, acts: (row: OfferedRow) => <TakeButton row={row} inRow /> } : {})}
      empty={{ title: '上级还没有共享内容', text: '上级组织共享后列在这里，选用的在本组织的屏幕上展示，随来源更新。' }}
    />
  );
}

function Own() {
  const [withdrawing, setWithdrawing] = useState<OwnOffer | null>(null);
  const [asking, setAsking] = useState<OwnOffer | null>(null);
  const withdraw = useAct(withdrawOffer, { quiet: true });
  const columns: readonly Column<OwnOffer>[] = [
    {
      key: 'title',
      title: '标题',
      width: 280,
      card: 'title',
      cell: (row) => <Link to={placeOf(row.part).browse(row.rowId)}>{row.title}</Link>,
    },
    part,
    {
      key: 'takers',
      title: '展示的组织',
      width: 120,
      align: 'right',
      card: 'line',
      cell: (row) =>
        row.takers > 0 ? (
          <Button look="row" onClick={() => setAsking(row)}>
            {row.takers}个<span className="visually-hidden">，{row.title}</span>
          </Button>
        ) : (
          <span className="muted">—</span>
        ),
    },
    orgName,
    sharedAt,
  ];
  return (
    <>
      <PlainList<OwnOffer>
        caption="我们共享出去的"
        endpoint={listOwnOffers}
        keep={KEEP}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '标题' }}
        unit="项"
        acts={(row) =>
          row.can.withdraw && (
            <Button look="row" onClick={() => setWithdrawing(row)}>
              撤回<span className="visually-hidden">{row.title}</span>
            </Button>
          )
        }
        empty={{
          title: '还没有共享内容',
          text: '在宣传大厅、媒体资源、教育资源、图书里打开已发布的一项，点“共享给下级”。',
        }}
      />
      {withdrawing && (
        <ConfirmDialog
          title={`撤回共享 ${withdrawing.title}`}
          act="撤回"
          onConfirm={() => withdraw.mutateAsync({ id: withdrawing.id })}
          onClose={() => setWithdrawing(null)}
        >
          {withdrawing.takers > 0 ? `${withdrawing.takers}个组织的屏幕` : '下级组织的屏幕'}
          一分钟内不再展示；本组织的不受影响。
        </ConfirmDialog>
      )}
      {asking && <Takers of={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

/** As many as a dialog shows; a city has more branches than anybody reads here. */
const MOST = 200;

function Takers({ of, onClose }: { of: OwnOffer; onClose: () => void }) {
  const list = useCall(listTakers, { id: of.id, pageSize: MOST }, { quiet: true, staleTime: 0 });
  const rest = (list.data?.total ?? 0) - MOST;
  return (
    <Dialog
      title={`展示的组织 ${of.title}`}
      icon="organisation"
      width={700}
      onClose={onClose}
      foot={<Button onClick={onClose}>关闭</Button>}
    >
      {list.isPending && <Skeleton lines={4} />}
      {list.error && !list.data && <Failed error={list.error} onRetry={() => list.refetch()} />}
      <ul className="box-takers">
        {list.data?.rows.map((row) => (
          <li key={row.orgId}>
            <span className="grow">{row.orgName}</span>
            <span className="muted small">
              {row.takenBy} {dateTime(row.takenAt)}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="muted small">另有{rest}个。</p>}
    </Dialog>
  );
}
