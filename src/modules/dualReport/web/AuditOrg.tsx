import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useOrgSide } from '#modules/org/web/pickers.nouns.tsx';
import { useUrgeAbove } from '#modules/permission/web/pickers.above.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/api.ts';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { emit } from '#platform/web/events.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { readQuery } from '#platform/web/navigation.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { RecordLoader } from '#platform/web/RecordLoader.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Gone } from '#platform/web/states.tsx';
import {
  getPair,
  listApplied,
  PAIR_VIEWS,
  type PairDetail,
  type PairRow,
  printPair,
  setPair,
} from '../contract.pair.ts';
import { pairColumns } from './pairColumns.tsx';
import { Fact, StatusTag } from './parts.tsx';
import { PATHS } from './paths.ts';

/** `auditOrg`: organisations that came to the communities of the scope, what waits first; `?id=` one of them. */
export default function AuditOrg() {
  const { id } = readQuery(useLocation().search, ['id']);
  if (id === undefined) return <Desk />;
  if (!/^[1-9]\d{0,17}$/.test(id)) return <Gone sentence="地址不完整，请从报到列表打开" />;
  return <One key={id} id={id} />;
}

type Answer = ReplyOf<typeof listApplied>;
const TABS = Object.entries(PAIR_VIEWS).map(([value, label]) => ({ value: value === 'waiting' ? '' : value, label }));

function Desk() {
  const navigate = useNavigate();
  const side = useOrgSide();
  return (
    <ListPage<PairRow, Answer>
      title="组织报到审核"
      path={PATHS.pairDesk}
      endpoint={listApplied}
      columns={pairColumns(false)}
      search={{ name: 'keyWords', placeholder: '组织名称' }}
      unit="件"
      views={{ list: TABS, counts: ({ counts: { waiting = 0, ...counts } }) => ({ ...counts, all: waiting }) }}
      {...(side ? { side } : {})}
      row={{
        label: (row) => row.homeName,
        href: (row) => PATHS.pair(row.id),
        editHref: () => null,
        menu: (row) => [
          {
            label: row.can.decide ? '审核' : '详情',
            icon: row.can.decide ? 'check' : 'eye',
            run: () => navigate(PATHS.pair(row.id)),
          },
        ],
      }}
      empty={(_answer, state) =>
        state.values.view
          ? { title: '这里还没有组织报到', text: '别的视图里可能有。' }
          : { title: '没有待审的组织报到', text: '单位党组织报到到本地后，在这里审核接受。' }
      }
    />
  );
}

function One({ id }: { id: string }) {
  const query = useCall(getPair, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <Shown row={row} onAgain={() => void query.refetch()} />}
    </RecordLoader>
  );
}

function Shown({ row, onAgain }: { row: PairDetail; onAgain: () => void }) {
  const [open, setOpen] = useState<'print' | 'end' | null>(null);
  const set = useAct(setPair);
  const setQuiet = useAct(setPair, { quiet: true });
  const urge = useUrgeAbove('sbdPair', row.id);
  const close = () => setOpen(null);
  const { id, version } = row;
  useTitle(`组织报到 ${row.homeName}`);
  return (
    <>
      <RecordTop title={`组织报到 ${row.homeName}`} />
      <header className="sbd-head">
        <h1>
          {row.homeName}
          <StatusTag name={row.statusName} />
        </h1>
        <div className="sbd-acts">
          {row.can.edit && (
            <Link className="button" to={PATHS.editPair(id)}>
              <Icon name="edit" />
              修改
            </Link>
          )}
          {row.can.end && (
            <button type="button" className="button" onClick={() => setOpen('end')}>
              <Icon name="undo" />
              结束报到
            </button>
          )}
          {row.can.print && (
            <button type="button" className="button" onClick={() => setOpen('print')}>
              <Icon name="print" />
              报到回执单
            </button>
          )}
          <ApprovalActs
            onClosed={onAgain}
            acts={{
              agree: row.can.decide && {
                label: '接受',
                run: async () => {
                  await set.mutateAsync({ id, status: 1, version });
                  emit('notice', { kind: 'success', text: '已接受，报到的党组织已收到通知' });
                },
              },
              return: row.can.decide && {
                title: `退回 ${row.homeName}的报到`,
                words: { label: '退回原因' },
                consequence: '报到的党组织会收到原因，可以改好后重新报到。',
                run: (reason) => set.mutateAsync({ id, status: 2, version, reason }),
              },
              urge: row.can.urge && urge,
              withdraw: row.can.withdraw && {
                title: `撤回 ${row.homeName}的报到`,
                act: '撤回',
                consequence: '社区不再审核这件报到，之后可以重新报到。',
                run: () => set.mutateAsync({ id, status: 4, version }),
              },
            }}
          />
        </div>
      </header>
      {row.can.whyNot && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">{row.can.whyNot}</span>
        </div>
      )}
      <div className="sbd-work">
        <section className="card" aria-label="报到信息">
          <div className="card-head">
            <h2>报到信息</h2>
          </div>
          <dl className="sbd-facts">
            <Fact label="报到党组织">{row.homeName}</Fact>
            <Fact label="社区（街道）">{row.orgName}</Fact>
            <Fact label="联系人">{row.contact}</Fact>
            <Fact label="联系电话">{row.phone}</Fact>
            <Fact label="服务岗位">{row.postNames}</Fact>
            <Fact label="可提供">{row.offers}</Fact>
          </dl>
        </section>
        <section className="card" aria-label="办理情况">
          <div className="card-head">
            <h2>办理情况</h2>
          </div>
          <dl className="sbd-facts">
            <Fact label="登记">
              {row.askedOn}，{row.askedName}
            </Fact>
            {row.decidedOn && (
              <Fact label={row.reason ? '退回' : '接受'}>
                {row.decidedOn}，{row.decidedName}
              </Fact>
            )}
            {row.reason && <Fact label="退回原因">{row.reason}</Fact>}
            {row.endedOn && (
              <Fact label="结束">
                {row.endedOn} {row.endNote}
              </Fact>
            )}
          </dl>
        </section>
      </div>
      {open === 'print' && (
        <PaperDialog
          title={`组织报到回执单 ${row.homeName}`}
          ask={(signal) => call(printPair, { id }, { quiet: true, signal })}
          onClose={close}
        />
      )}
      {open === 'end' && (
        <ReasonDialog
          title={`结束 ${row.homeName}的报到`}
          act="结束报到"
          label="结束原因"
          onDone={async (reason) => {
            await setQuiet.mutateAsync({ id, status: 3, version, reason });
            emit('notice', { kind: 'success', text: '已结束报到' });
          }}
          onClose={close}
        >
          两边的共建服务到今天为止，另一方会收到通知；以后可以重新报到。
        </ReasonDialog>
      )}
    </>
  );
}
