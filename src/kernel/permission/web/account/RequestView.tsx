import { useId, useState } from 'react';
import { useParams } from 'react-router';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { Line, RecordHead } from '#platform/web/field/record.tsx';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { decideRequest, getRequest, type RequestDetail } from '../../contract.requests.ts';
import { useUrgeAbove } from '../pickers.above.tsx';
import { ACCOUNTS } from './accountParts.tsx';
import { RightNames, reachText } from './Effect.tsx';
import { type AskedRequest, RequestActs } from './RequestActs.tsx';
import { RequestTag } from './RequestList.tsx';
import './account.css';

/** `/popedom/user/request/view/:id`: a request, what its approval would bring, and the decision. */
export default function RequestView() {
  const { id = '' } = useParams();
  const record = useCall(getRequest, { id }, { quiet: true, staleTime: 0 });
  useTitle(record.data && `账号申请 ${record.data.name}`);
  if (!record.data) return <Waiting query={record} lines={10} />;
  return <Record request={record.data} />;
}

function Record({ request }: { request: RequestDetail }) {
  const [openDialog, setOpenDialog] = useState<AskedRequest | null>(null);
  const urge = useUrgeAbove('request', request.id);
  return (
    <div className="record-page">
      <RecordTop title={request.name} />
      <RecordHead
        name={request.name}
        tags={<RequestTag state={request.state} />}
        place={
          <>
            申请任{request.orgName}
            {request.roleName}
          </>
        }
        facts={
          <>
            <span>
              申请<b>{`${request.requestedOrgName} ${request.requestedBy}`}</b>
            </span>
            <span>
              时间<b>{dateTime(request.requestedAt)}</b>
            </span>
          </>
        }
      >
        <ApprovalActs
          acts={{
            urge: request.can.withdraw && urge,
            withdraw: request.can.withdraw && {
              label: '撤回申请',
              dialog: (close) => <RequestActs asked={{ act: 'withdraw', request }} onClose={close} />,
            },
          }}
        />
        {request.can.password && (
          <Button look="primary" icon="lock" onClick={() => setOpenDialog({ act: 'password', request })}>
            领取初始密码
          </Button>
        )}
        {request.accountId && (
          <ButtonLink icon="person" to={`${ACCOUNTS}/view/${request.accountId}`}>
            查看账号
          </ButtonLink>
        )}
      </RecordHead>
      <div className="account-cards">
        <section className="card">
          <div className="card-head">
            <h2>申请内容</h2>
          </div>
          <dl className="record-fields account-facts">
            <Line label="身份证号">{request.idCardNo}</Line>
            <Line label="所在党支部">{request.memberOrgName}</Line>
            <Line label="任职组织">{request.orgName}</Line>
            <Line label="任职到">{request.validUntil ?? '长期'}</Line>
            <Line label="现有任职">{request.roles.join('、') || '没有'}</Line>
            <Line label="审批组织">{request.deciderOrgName}</Line>
            <Line label="申请理由" wide>
              {request.reason}
            </Line>
            {request.decidedAt && (
              <Line label="审批意见" wide source={`${request.decidedBy} ${dateTime(request.decidedAt)}`}>
                {request.decision || '同意'}
              </Line>
            )}
          </dl>
        </section>
        <section className="card">
          <div className="card-head">
            <h2>批准后的变化</h2>
          </div>
          <div className="account-note effect-line">
            <span className="tag ok">
              <Icon name="plus" />
              获得
            </span>
            <div>
              <b>{request.roleName}</b>
              <span className="muted">　{reachText(request.orgName, request.orgCount)}</span>
              <br />
              <span className="small">
                <RightNames names={request.rights} />
              </span>
            </div>
          </div>
        </section>
        {request.can.decide && <Decision request={request} />}
      </div>
      {openDialog && <RequestActs asked={openDialog} onClose={() => setOpenDialog(null)} />}
    </div>
  );
}

function Decision({ request }: { request: RequestDetail }) {
  const id = useId();
  const decide = useAct(decideRequest, { quiet: true });
  const [agree, setAgree] = useState<boolean | null>(null);
  const [decision, setDecision, sent] = useKeptText(`request ${request.id}`, '审批意见');
  const [fault, setFault] = useState('');
  const [asking, setAsking] = useState(false);
  const submit = () => {
    const text = agree === null ? '请选择批准或退回' : agree || decision.trim() ? '' : '请输入退回原因';
    setFault(text);
    if (text === '') setAsking(true);
    else document.getElementById(agree === null ? `${id}-yes` : `${id}-text`)?.focus();
  };
  const choice = (value: boolean, label: string, suffix: string) => (
    <label className="filter-option">
      <input
        id={`${id}-${suffix}`}
        type="radio"
        className="tick"
        name={id}
        checked={agree === value}
        onChange={() => {
          setAgree(value);
          setFault('');
        }}
      />
      {label}
    </label>
  );
  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <div className="card-head">
        <h2 id={`${id}-title`}>审批</h2>
      </div>
      <div className="account-note decision">
        <div className="choice-row" role="radiogroup" aria-label="审批结论">
          {choice(true, '批准', 'yes')}
          {choice(false, '退回', 'no')}
        </div>
        <OpinionField
          id={`${id}-text`}
          label={agree === false ? '退回原因' : '审批意见'}
          must={agree === false}
          value={decision}
          fault={fault}
          onChange={(text) => {
            setDecision(text);
            setFault('');
          }}
        />
        <div className="decision-acts">
          <Button look="primary" onClick={submit}>
            提交审批
          </Button>
        </div>
      </div>
      {asking && agree !== null && (
        <OwnPassword
          title={`${agree ? '批准' : '退回'}申请 ${request.name}`}
          icon={agree ? 'check' : 'undo'}
          act={agree ? '批准' : '退回'}
          onConfirm={async (encrypt) => {
            await decide.mutateAsync({ id: request.id, agree, decision, password: await encrypt() });
            sent();
            emit('notice', { kind: 'success', text: agree ? '已批准，申请人会收到通知' : '已退回，申请人会收到通知' });
            setAsking(false);
          }}
          onFault={(error) => setFault(error.message)}
          onClose={() => setAsking(false)}
        >
          <p>
            {agree
              ? `批准后${request.name}立即成为${request.orgName}的党务工作者，没有账号的同时开通账号。`
              : `申请退回${request.requestedOrgName}，修改后可以重新提出。`}
          </p>
        </OwnPassword>
      )}
    </section>
  );
}
