import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DialogField } from '#platform/web/dialogs/DialogField.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line, RecordHead } from '#platform/web/field/record.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { askOwnExtension, receiveOwnPart, withdrawOwnPart } from '../contract.ownPart.ts';
import {
  askExtension,
  decideExtension,
  decideParts,
  type PartDetail,
  receivePart,
  reopenPart,
  voidPart,
  withdrawPart,
} from '../contract.part.ts';
import { isByMeeting } from '../rules.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { ByMeeting } from './ByMeeting.tsx';
import { FiledForm } from './form/FiledForm.tsx';
import { FillForm } from './form/FillForm.tsx';
import { Others } from './Others.tsx';
import { PartMoreActs } from './PartMoreActs.tsx';
import { Proofs } from './Proofs.tsx';
import { Due, nameOf, PartTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import { ReportForm } from './ReportForm.tsx';
import { Talk } from './Talk.tsx';
import '#platform/web/records/records.css';

/** One organisation's part of a cycle: what is asked, the report or the form for it, what was said, and what can be done. */
export function PartPage({ part }: { part: PartDetail }) {
  return (
    <div className="record-page">
      <RecordTop title={nameOf(part)} />
      <RecordHead
        name={nameOf(part)}
        seal="件"
        tags={<PartTag part={part} />}
        facts={
          <>
            <span>{part.giverName}布置</span>
            <span>{part.orgName}办理</span>
            <span>
              <Due part={part} />
            </span>
            {part.assignee && <span>经办人 {part.assignee}</span>}
          </>
        }
      >
        <Acts part={part} />
      </RecordHead>
      <Standing part={part} />
      <section className="card office-body">
        <dl className="record-fields">
          <Line label="办理方式">{part.kindName}</Line>
          <Line label="起止日期">
            {part.startsOn} 至 {part.dueOn}
          </Line>
          <Line label="任务要求" wide>
            <span className="office-content">{part.content}</span>
          </Line>
        </dl>
        <FileList files={part.taskFiles} />
      </section>
      {part.children.length > 0 && <Children part={part} />}
      {part.others && <Others others={part.others} />}
      {isByMeeting(part.kind) && part.can.report && <ByMeeting part={part} kind={part.kind} />}
      {part.kind === 3 ? (
        part.can.report ? (
          <FillForm part={part} />
        ) : (
          <FiledForm part={part} />
        )
      ) : part.can.report && (!isByMeeting(part.kind) || part.nilAllowed) ? (
        <ReportForm part={part} />
      ) : (
        part.reportedAt && <Report part={part} />
      )}
      <Talk part={part} />
    </div>
  );
}

/** What has to be known before anything is done. */
function Standing({ part }: { part: PartDetail }) {
  const decide = useAct(decideExtension, { quiet: true });
  const [refusing, setRefusing] = useState(false);
  const answer = (agree: boolean, opinion = '') =>
    decide.mutateAsync({ id: part.id, version: part.version, agree, opinion });
  return (
    <>
      {part.isWatched && <Banner tone="warn">督办：{part.watchedFor}</Banner>}
      {part.revisions > 0 && part.can.report && !part.isMine && (
        <Banner tone="info">
          任务要求修改过{part.revisions}次
          <span className="office-banner-acts">
            <ButtonLink size="compact" to={PATHS.view(part.taskId)}>
              看修改前的要求
            </ButtonLink>
          </span>
        </Banner>
      )}
      {part.state === 3 && part.opinion && <Banner tone="warn">退回：{part.opinion}</Banner>}
      {part.taskState === 3 && part.state !== 4 && <Banner tone="info">任务已结束，不用再办理。</Banner>}
      {(part.taskState === 4 || part.state === 5) && <Banner tone="info">已作废，不用再办理。</Banner>}
      {part.askedUntil && (
        <Banner tone="info">
          申请延期到{part.askedUntil}：{part.askedFor}
          {part.can.decideExtension && (
            <span className="office-banner-acts">
              <Button
                look="primary"
                size="compact"
                disabled={decide.isPending}
                onClick={() =>
                  answer(true)
                    .then(() => emit('notice', { kind: 'success', text: '已同意延期' }))
                    .catch((error: Error) => emit('notice', { kind: 'error', text: error.message }))
                }
              >
                同意
              </Button>
              <Button size="compact" onClick={() => setRefusing(true)}>
                不同意
              </Button>
            </span>
          )}
        </Banner>
      )}
      {refusing && (
        <ReasonDialog
          title="不同意延期"
          act="不同意"
          label="理由"
          onDone={(opinion) => answer(false, opinion)}
          onClose={() => setRefusing(false)}
        >
          {part.orgName}会收到理由，仍在{part.dueOn}前上报。
        </ReasonDialog>
      )}
    </>
  );
}

function Banner({ tone, children }: { tone: 'info' | 'warn'; children: ReactNode }) {
  return (
    <div className={`banner ${tone}`} role="note">
      <Icon name={tone === 'warn' ? 'warning' : 'clock'} />
      <span>{children}</span>
    </div>
  );
}

function Report({ part }: { part: PartDetail }) {
  return (
    <section className="card office-body" aria-label="上报内容">
      <h2>上报内容</h2>
      <p className="office-content">{part.isNil ? '零报告' : part.report || '已确认收到'}</p>
      <FileList files={part.files} />
      <Proofs proofs={part.proofs} />
      <p className="muted small">
        {part.reportedBy}，{dateTime(part.reportedAt)}
        {part.isLate && '，补报'}
      </p>
    </section>
  );
}

/** What was handed on below, and what has come back of it. */
function Children({ part }: { part: PartDetail }) {
  return (
    <section className="card office-body" aria-label="分解给下级的任务">
      <h2>分解给下级的任务</h2>
      <ul className="office-rows">
        {part.children.map((child) => (
          <li key={child.id}>
            <Link to={PATHS.detail(child.id)}>
              <span className="office-row-name">{child.title}</span>
              <span className="muted">{child.stateName}</span>
            </Link>
            <span className="office-row-end">
              已完成{child.completed}件，共{child.live}件
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Asked = 'assign' | 'extend' | 'return' | 'reopen' | 'void' | null;

function Acts({ part }: { part: PartDetail }) {
  const { id, version, can } = part;
  const [openDialog, setOpenDialog] = useState<Asked>(null);
  const receive = useAct(part.isMine ? receiveOwnPart : receivePart);
  const withdraw = useAct(part.isMine ? withdrawOwnPart : withdrawPart);
  const decide = useAct(decideParts, { quiet: true });
  const reopen = useAct(reopenPart, { quiet: true });
  const drop = useAct(voidPart, { quiet: true });
  const navigate = useNavigate();
  /** The next part that waits is loaded at once. */
  const onward = ({ next }: { next: string | null }) => {
    emit('notice', { kind: 'success', text: next ? '已验收通过，接着看下一件' : '已验收通过，没有待验收的了' });
    if (next) navigate(pathWithQuery(PATHS.view(part.taskId), { part: next }));
  };
  const told = (text: string) => () => emit('notice', { kind: 'success', text });
  const close = () => setOpenDialog(null);
  return (
    <>
      {can.receive && (
        <Button
          look="primary"
          disabled={receive.isPending}
          onClick={() => receive.mutate({ id, version }, { onSuccess: told('已接收') })}
        >
          接收
        </Button>
      )}
      {can.decide && (
        <>
          <Button
            look="primary"
            icon="check"
            disabled={decide.isPending}
            onClick={() =>
              decide
                .mutateAsync({ ids: [id], agree: true })
                .then(onward)
                .catch((error: Error) => emit('notice', { kind: 'error', text: error.message }))
            }
          >
            验收通过
          </Button>
          <Button onClick={() => setOpenDialog('return')}>退回</Button>
        </>
      )}
      {can.withdraw && (
        <Button
          icon="undo"
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate({ id, version }, { onSuccess: told('已撤回，可以修改后重新上报') })}
        >
          撤回
        </Button>
      )}
      {can.assign && <Button onClick={() => setOpenDialog('assign')}>指派</Button>}
      {can.split && <ButtonLink to={PATHS.split(part.taskId, part.circleId)}>分解</ButtonLink>}
      <PartMoreActs part={part} />
      {can.extend && <Button onClick={() => setOpenDialog('extend')}>申请延期</Button>}
      {can.reopen && <Button onClick={() => setOpenDialog('reopen')}>重新办理</Button>}
      {can.void && <Button onClick={() => setOpenDialog('void')}>免办</Button>}
      {openDialog === 'assign' && <AssignDialog part={part} onClose={close} />}
      {openDialog === 'extend' && <ExtendDialog part={part} onClose={close} />}
      {openDialog === 'return' && (
        <ReasonDialog
          title={`退回 ${nameOf(part)}`}
          act="退回"
          label="退回原因"
          max={500}
          onDone={(opinion) => decide.mutateAsync({ ids: [id], agree: false, opinion }).then(told('已退回'))}
          onClose={close}
        >
          {part.orgName}会收到原因，补正后重新上报。
        </ReasonDialog>
      )}
      {openDialog === 'reopen' && (
        <ReasonDialog
          title={`重新办理 ${nameOf(part)}`}
          act="退回重办"
          label="原因"
          onDone={(reason) => reopen.mutateAsync({ id, version, reason }).then(told('已退回重办'))}
          onClose={close}
        >
          已完成的这一件退回{part.orgName}重新办理，原来的上报留在办理经过里。
        </ReasonDialog>
      )}
      {openDialog === 'void' && (
        <ReasonDialog
          title={`免办 ${nameOf(part)}`}
          act="免办"
          label="原因"
          onDone={(reason) => drop.mutateAsync({ id, version, reason }).then(told('已免去这一件'))}
          onClose={close}
        >
          {part.orgName}不用再办理这一件，不计入完成率。
        </ReasonDialog>
      )}
    </>
  );
}

function ExtendDialog({ part, onClose }: { part: PartDetail; onClose: () => void }) {
  const extend = useAct(part.isMine ? askOwnExtension : askExtension, { quiet: true });
  return (
    <ReasonDialog
      title={`申请延期 ${nameOf(part)}`}
      act="申请"
      label="延期原因"
      further={{
        start: { until: '' },
        draw: ({ until }, set, faults) => (
          <DialogField
            id="office-until"
            label={`延到哪天（现在是${part.dueOn}）`}
            placeholder="年-月-日"
            maxLength={10}
            value={until}
            fault={faults.until}
            onChange={(text) => set({ until: text })}
          />
        ),
      }}
      onDone={async (reason, { until }) => {
        await extend.mutateAsync({ id: part.id, version: part.version, until: until.trim(), reason });
        emit('notice', { kind: 'success', text: `已报${part.giverName}` });
      }}
      onClose={onClose}
    />
  );
}
