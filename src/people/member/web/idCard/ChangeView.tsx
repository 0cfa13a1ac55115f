import { useId, useState } from 'react';
import { useParams } from 'react-router';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { MaskedValue } from '#platform/web/field/MaskedValue.tsx';
import { Line, RecordHead } from '#platform/web/field/record.tsx';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { FileList } from '#platform/web/upload/FileList.tsx';
import {
  approveIdCardChange,
  getIdCardChange,
  type IdCardChangeDetail,
  revealIdCardChange,
} from '../../contract.idCard.ts';
import '../member.css';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { ChangeTag } from './ChangeList.tsx';
import { WithdrawChange } from './WithdrawChange.tsx';

/** `/affairs/member/idCardChange/view/:id`: a request, what its approval changes, and the decision. */
export default function ChangeView() {
  const { id = '' } = useParams();
  const record = useCall(getIdCardChange, { id }, { quiet: true, staleTime: 0 });
  useTitle(record.data && `身份证号变更 ${record.data.name}`);
  if (!record.data) return <Waiting query={record} lines={10} />;
  const change = record.data;
  return (
    <div className="record-page">
      <RecordTop title={change.name} />
      <Head change={change} onAgain={() => void record.refetch()} />
      <div className="card record-main">
        <Facts change={change} />
        <Papers change={change} />
      </div>
    </div>
  );
}

function Head({ change, onAgain }: { change: IdCardChangeDetail; onAgain: () => void }) {
  const { can } = change;
  const urge = useUrgeAbove('idCard', change.id);
  const decide = (agree: boolean) => (close: () => void) => <Decide change={change} agree={agree} onClose={close} />;
  return (
    <RecordHead
      name={change.name}
      tags={<ChangeTag state={change.state} />}
      place={change.orgName}
      facts={
        <>
          <span>
            申请<b>{`${change.requestedOrgName} ${change.requestedBy}`}</b>
          </span>
          <span>
            时间<b>{dateTime(change.requestedAt)}</b>
          </span>
        </>
      }
    >
      <ApprovalActs
        acts={{
          agree: can.decide && { label: '批准', off: change.obstacle !== '', dialog: decide(true) },
          return: can.decide && { dialog: decide(false) },
          urge: can.withdraw && urge,
          withdraw: can.withdraw && {
            label: '撤回申请',
            dialog: (close) => <WithdrawChange change={change} onClose={close} />,
          },
        }}
        onClosed={onAgain}
      />
      <ButtonLink icon="person" to={`/affairs/member/browse/${change.memberId}`}>
        党员档案
      </ButtonLink>
    </RecordHead>
  );
}

function Facts({ change }: { change: IdCardChangeDetail }) {
  const reveal = change.can.reveal
    ? (reason: string) =>
        call(revealIdCardChange, { id: change.id, reason }, { quiet: true }).then((reply) => reply.value)
    : null;
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">变更内容</h2>
      </div>
      {change.obstacle && (
        <div className="banner bad" role="alert">
          <Icon name="warning" />
          <span className="grow">现在不能批准：{change.obstacle}</span>
        </div>
      )}
      <dl className="record-fields">
        <Line label="原身份证号">{change.oldIdCardNo}</Line>
        <Line label="新身份证号">
          <MaskedValue label="新身份证号" masked={change.newIdCardNo} reveal={reveal} />
        </Line>
        {change.changes.map(({ label, before, after }) => (
          <Line key={label} label={label}>
            <span className="member-old">{before || '无'}</span> → <b>{after}</b>
          </Line>
        ))}
        {change.isLogin && <Line label="登录名">随之改为新身份证号，密码不变，已登录的要重新登录</Line>}
        <Line label="审批组织">{change.deciderOrgName}</Line>
        <Line label="变更原因" wide>
          {change.reason}
        </Line>
        {change.decidedAt && change.state !== 'withdrawn' && (
          <Line label="审批意见" wide source={`${change.decidedBy} ${dateTime(change.decidedAt)}`}>
            {change.decision || '同意'}
          </Line>
        )}
      </dl>
    </>
  );
}

function Papers({ change: { proof } }: { change: IdCardChangeDetail }) {
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">证明材料</h2>
      </div>
      <FileList files={proof} label="证明材料" />
    </>
  );
}

function Decide({ change, agree, onClose }: { change: IdCardChangeDetail; agree: boolean; onClose: () => void }) {
  const id = useId();
  const approve = useAct(approveIdCardChange, { quiet: true });
  const [decision, setDecision, sent] = useKeptText(`change ${change.id}`, '审批意见');
  const [fault, setFault] = useState('');
  return (
    <OwnPassword
      title={`${agree ? '批准' : '退回'} ${change.name}`}
      icon={agree ? 'check' : 'undo'}
      act={agree ? '批准' : '退回'}
      onConfirm={async (encrypt) => {
        if (!agree && !decision.trim()) {
          setFault('请输入退回原因');
          document.getElementById(id)?.focus();
          return;
        }
        await approve.mutateAsync({ id: change.id, agree, decision, password: await encrypt() });
        sent();
        emit('notice', { kind: 'success', text: agree ? '已批准，身份证号已变更' : '已退回，申请人会收到通知' });
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        {agree
          ? `批准后${change.name}的身份证号立即改为${change.newIdCardNo}，按原号仍能找到。`
          : `申请退回${change.requestedOrgName}，修改后可以重新提出。`}
      </p>
      <OpinionField
        id={id}
        label={agree ? '审批意见' : '退回原因'}
        must={!agree}
        value={decision}
        fault={fault}
        onChange={(text) => {
          setDecision(text);
          setFault('');
        }}
      />
    </OwnPassword>
  );
}
