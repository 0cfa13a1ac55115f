import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useDict } from '#modules/dictionary/web/pickers.ts';
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
  decideReport,
  endReport,
  getReport,
  listReceived,
  printReport,
  type ReportDetail,
  type ReportRow,
  VIEWS,
  withdrawReport,
} from '../contract.ts';
import { POSTS } from '../rules.ts';
import { Fact, StatusTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import { reportColumns } from './reportColumns.tsx';

/** `auditMember`: what came to the communities of the scope, what waits first; `?id=` one report with the act that is next. */
export default function AuditMember() {
  const { id } = readQuery(useLocation().search, ['id']);
  if (id === undefined) return <Desk />;
  if (!/^[1-9]\d{0,17}$/.test(id)) return <Gone sentence="地址不完整，请从报到列表打开" />;
  return <One key={id} id={id} />;
}

type Answer = ReplyOf<typeof listReceived>;
const TABS = Object.entries(VIEWS).map(([value, label]) => ({ value: value === 'waiting' ? '' : value, label }));

function Desk() {
  const navigate = useNavigate();
  const side = useOrgSide();
  const posts = useDict(POSTS)[POSTS];
  return (
    <ListPage<ReportRow, Answer>
      title="党员报到审核"
      path={PATHS.desk}
      endpoint={listReceived}
      columns={reportColumns(posts, false)}
      search={{ name: 'keyWords', placeholder: '姓名' }}
      unit="人"
      views={{ list: TABS, counts: ({ counts: { waiting = 0, ...counts } }) => ({ ...counts, all: waiting }) }}
      {...(side ? { side } : {})}
      row={{
        label: (row) => row.name,
        href: (row) => PATHS.detail(row.id),
        editHref: () => null,
        menu: (row) => [
          {
            label: row.can.decide ? '审核' : '详情',
            icon: row.can.decide ? 'check' : 'eye',
            run: () => navigate(PATHS.detail(row.id)),
          },
        ],
      }}
      empty={(_answer, state) =>
        state.values.view
          ? { title: '这里还没有报到', text: '别的视图里可能有。' }
          : { title: '没有待审的报到', text: '在职党员报到到本地社区后，在这里审核接收。' }
      }
    />
  );
}

function One({ id }: { id: string }) {
  const query = useCall(getReport, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <Shown row={row} onAgain={() => void query.refetch()} />}
    </RecordLoader>
  );
}

function Shown({ row, onAgain }: { row: ReportDetail; onAgain: () => void }) {
  const [open, setOpen] = useState<'print' | 'end' | null>(null);
  const decide = useAct(decideReport);
  const withdraw = useAct(withdrawReport);
  const end = useAct(endReport, { quiet: true });
  const urge = useUrgeAbove('sbdReport', row.id);
  const close = () => setOpen(null);
  const version = row.version;
  useTitle(`党员报到 ${row.name}`);
  return (
    <>
      <RecordTop title={`党员报到 ${row.name}`} />
      <header className="sbd-head">
        <h1>
          {row.name}
          <StatusTag name={row.statusName} />
        </h1>
        <div className="sbd-acts">
          {row.can.edit && (
            <Link className="button" to={PATHS.edit(row.id)}>
              <Icon name="edit" />
              修改
            </Link>
          )}
          {row.can.end && (
            <button type="button" className="button" onClick={() => setOpen('end')}>
              <Icon name="undo" />
              登记迁出
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
                label: '接收',
                run: async () => {
                  await decide.mutateAsync({ type: 1, id: row.id, version });
                  emit('notice', { kind: 'success', text: `已接收${row.name}，本人和所在党组织已收到通知` });
                },
              },
              return: row.can.decide && {
                title: `退回 ${row.name}的报到`,
                words: { label: '退回原因' },
                consequence: '本人和所在党组织会收到原因，可以改好后重新报到。',
                run: (reason) => decide.mutateAsync({ type: 2, id: row.id, version, reason }),
              },
              urge: row.can.urge && urge,
              withdraw: row.can.withdraw && {
                title: `撤回 ${row.name}的报到`,
                act: '撤回',
                consequence: '社区不再审核这件报到，之后可以重新报到。',
                run: () => withdraw.mutateAsync({ id: row.id, version }),
              },
            }}
          />
        </div>
      </header>
      {(row.can.whyNot || row.livingAt) && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">
            {row.can.whyNot || `现在${row.livingAt}报到；接收后，那里的报到同日结束（迁出）。`}
          </span>
        </div>
      )}
      <div className="sbd-work">
        <section className="card" aria-label="报到信息">
          <div className="card-head">
            <h2>报到信息</h2>
            <span className="card-extra">
              {row.sourceName} {row.askedOn}
            </span>
          </div>
          <dl className="sbd-facts">
            <Fact label="社区党组织">{row.orgName}</Fact>
            <Fact label="居住地址">{row.residence}</Fact>
            <Fact label="小区">{row.quarter}</Fact>
            <Fact label="服务岗位">{row.postNames}</Fact>
            <Fact label="服务时间">{row.timeNames}</Fact>
            <Fact label="特长">{row.skills}</Fact>
          </dl>
        </section>
        <section className="card" aria-label="党员和办理">
          <div className="card-head">
            <h2>党员和办理</h2>
          </div>
          <dl className="sbd-facts">
            <Fact label="姓名">
              {row.memberId ? <Link to={`/affairs/member/browse/${row.memberId}`}>{row.name}</Link> : row.name}
            </Fact>
            <Fact label="手机号">{row.phone}</Fact>
            <Fact label="所在党组织">{row.homeName}</Fact>
            <Fact label="工作单位">{row.workUnit}</Fact>
            <Fact label="登记人">{row.askedName}</Fact>
            {row.decidedOn && (
              <Fact label={row.reason ? '退回' : '接收'}>
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
          title={`报到回执单 ${row.name}`}
          ask={(signal) => call(printReport, { id: row.id }, { quiet: true, signal })}
          onClose={close}
        />
      )}
      {open === 'end' && (
        <ReasonDialog
          title={`登记迁出 ${row.name}`}
          act="登记迁出"
          label="迁出原因"
          max={100}
          onDone={async (note) => {
            await end.mutateAsync({ id: row.id, version, note });
            emit('notice', { kind: 'success', text: '已登记迁出' });
          }}
          onClose={close}
        >
          不再住在{row.orgName}的登记迁出；搬到别的社区的，到新社区报到，接收后自动迁出。
        </ReasonDialog>
      )}
    </>
  );
}
