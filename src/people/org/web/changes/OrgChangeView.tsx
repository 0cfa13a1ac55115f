import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { type ChangeDetail, getChange, operateChange } from '../../contract.changes.ts';
import { ORG_TYPES } from '../../contract.ts';
import { SUBJECTS, TARGETS } from '../../rules.changes.ts';
import { ChangeOrgs } from './ChangeOrgs.tsx';
import { ChangeTag } from './ChangeTag.tsx';
import { DeleteChange } from './DeleteChange.tsx';
import '#platform/web/records/records.css';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import './changes.css';

const PATH = '/affairs/organization/change';
const ORG = '/affairs/organization/browseOrganization';

/** 组织变更文件: a draft with what it would do, one that was carried out with what it did. */
export default function OrgChangeView() {
  const { id = '' } = useParams();
  const record = useCall(getChange, { id }, { quiet: true, staleTime: 0 });
  useTitle(record.data?.number);
  if (!record.data) return <Waiting query={record} lines={10} />;
  const change = record.data;
  return (
    <div className="record-page change-page">
      <RecordTop title={change.number} />
      <Head change={change} onAgain={() => void record.refetch()} />
      <Banners change={change} />
      <div className="card record-body">
        <div className="record-main">
          <Fields change={change} />
          <People change={change} />
          <Along change={change} />
          <ChangeOrgs change={change} />
        </div>
      </div>
    </div>
  );
}

function Head({ change, onAgain }: { change: ChangeDetail; onAgain: () => void }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'carryOut' | 'reverse' | 'remove' | null>(null);
  const operate = useAct(operateChange, { quiet: true });
  const blocked = change.faults.length > 0;
  // What is acted upon is what stood there when it was asked for: it may be read anew behind the dialog.
  const [version, setVersion] = useState(change.version);
  const ask = (what: NonNullable<typeof asking>) => {
    setVersion(change.version);
    setAsking(what);
  };
  const close = () => {
    setAsking(null);
    onAgain();
  };
  const run = async (act: 'carryOut' | 'reverse', reason = '') => {
    await operate.mutateAsync({ id: change.id, version, act, reason });
    emit('notice', { kind: 'success', text: act === 'carryOut' ? '已执行' : '已撤回' });
  };
  return (
    <section className="card record-head">
      <span className="seal" aria-hidden="true">
        变
      </span>
      <div className="record-name">
        <h1>
          {change.number}
          <span className="record-tags">
            <span className="tag">{change.kindName}</span>
            <ChangeTag state={change.state} />
          </span>
        </h1>
        <p className="record-place">{change.officeName}</p>
        <p className="record-facts">
          <span>
            {change.state === 'draft' ? '将涉及组织' : '涉及组织'}
            <b>{change.orgCount.toLocaleString('en-US')}个</b>
          </span>
          <span>
            人员<b>{change.memberCount.toLocaleString('en-US')}人</b>
          </span>
        </p>
      </div>
      <div className="record-acts">
        {change.can.carryOut && (
          <Button look="primary" icon="check" disabled={blocked} onClick={() => ask('carryOut')}>
            执行
          </Button>
        )}
        {change.can.edit && (
          <ButtonLink icon="edit" to={`${PATH}/edit/${change.id}`}>
            编辑
          </ButtonLink>
        )}
        {change.can.reverse && (
          <Button icon="undo" disabled={blocked} onClick={() => ask('reverse')}>
            撤回
          </Button>
        )}
        <Button icon="print" onClick={() => window.print()}>
          打印
        </Button>
        {change.can.remove && (
          <Button danger icon="trash" onClick={() => ask('remove')}>
            删除
          </Button>
        )}
      </div>
      {asking === 'carryOut' && (
        <ConfirmDialog title={`执行 ${change.number}`} act="执行" onConfirm={() => run('carryOut')} onClose={close}>
          {change.orgName}将按本文件{change.kindName}，涉及{change.orgCount}个组织、{change.memberCount}
          名人员，一次全部完成。执行后没有新的变动以前可以撤回。
        </ConfirmDialog>
      )}
      {asking === 'reverse' && (
        <ReasonDialog
          title={`撤回 ${change.number}`}
          act="撤回"
          label="撤回原因"
          onDone={(reason) => run('reverse', reason)}
          onClose={close}
        >
          组织、编码和人员都恢复到执行以前，文件留作记录。
        </ReasonDialog>
      )}
      {asking === 'remove' && (
        <DeleteChange change={change} onDeleted={() => navigate(PATH, { replace: true })} onClose={close} />
      )}
    </section>
  );
}

function Banners({ change }: { change: ChangeDetail }) {
  if (change.faults.length + change.warnings.length === 0) return null;
  const banner = (tone: 'bad' | 'warn', title: string, lines: readonly { text: string; clause: string }[]) =>
    lines.length > 0 && (
      <div className={`banner ${tone}`}>
        <Icon name="warning" />
        <div>
          {title}
          <ul>
            {lines.map(({ text, clause }) => (
              <li key={text}>
                {text}
                {clause && <div className="record-clause">{clause}</div>}
              </li>
            ))}
          </ul>
        </div>
      </div>
    );
  return (
    <div className="change-banners">
      {banner(
        'bad',
        change.state === 'draft' ? '现在不能执行：' : '现在不能撤回：',
        change.faults.map((text) => ({ text, clause: '' })),
      )}
      {banner('warn', '执行后请注意：', change.warnings)}
    </div>
  );
}

function Fields({ change }: { change: ChangeDetail }) {
  const { kind } = change;
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">文件内容</h2>
      </div>
      <dl className="record-fields">
        <Line label={SUBJECTS[kind]}>
          {kind === 'revoke' && change.state === 'done' ? (
            change.orgName
          ) : (
            <Link to={`${ORG}/${change.orgId}`}>{change.orgName}</Link>
          )}
        </Line>
        {TARGETS[kind] && change.targetId && (
          <Line label={TARGETS[kind]}>
            <Link to={`${ORG}/${change.targetId}`}>{change.targetName}</Link>
          </Line>
        )}
        {change.sources.length > 0 && (
          <Line label="被合并的组织">{change.sources.map(({ name }) => name).join('、')}</Line>
        )}
        {change.name && <Line label={kind === 'rename' ? '新名称' : '新组织'}>{change.name}</Line>}
        {change.shortName && <Line label={kind === 'rename' ? '新简称' : '新组织简称'}>{change.shortName}</Line>}
        {change.type !== null && <Line label="组织类别">{ORG_TYPES[change.type as keyof typeof ORG_TYPES] ?? ''}</Line>}
        {change.parts.length > 0 && <Line label="新设组织">{change.parts.map(({ name }) => name).join('、')}</Line>}
        <Line label="发文日期">{change.issuedOn}</Line>
        <Line label="变更事由" wide>
          <span className="change-text">{change.reason}</span>
        </Line>
        <Line label="附件" wide>
          {change.files.length === 0 ? <span className="muted">没有附件</span> : <FileList files={change.files} />}
        </Line>
        {change.carriedAt && (
          <Line label="执行" source={dateTime(change.carriedAt)}>
            {change.carriedBy}
          </Line>
        )}
        {change.reversedAt && (
          <Line label="撤回" source={dateTime(change.reversedAt)}>
            {change.reversedBy}：{change.reverseReason}
          </Line>
        )}
        <Line label="最近修改" source={dateTime(change.updateDate)}>
          {change.updateName}
        </Line>
      </dl>
    </>
  );
}

function People({ change }: { change: ChangeDetail }) {
  if (change.people.length === 0) return null;
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">人员划转</h2>
      </div>
      <div className="record-scroll">
        <table className="table record-table">
          <caption className="visually-hidden">人员划转</caption>
          <thead>
            <tr>
              <th scope="col">从</th>
              <th scope="col">到</th>
              <th scope="col">人数</th>
            </tr>
          </thead>
          {change.people.map(({ from, to, n }) => (
            <tbody key={`${from} ${to}`}>
              <tr>
                <td data-label="从">{from}</td>
                <td data-label="到">{to}</td>
                <td data-label="人数">{n}人</td>
              </tr>
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
}

/** Units, groups and approvals that go with the organisations. */
function Along({ change }: { change: ChangeDetail }) {
  if (change.belongings.length === 0) return null;
  return (
    <>
      <div className="record-section">
        <h2 className="section-title">随同划转</h2>
      </div>
      <div className="record-scroll">
        <table className="table record-table">
          <caption className="visually-hidden">随同划转</caption>
          <thead>
            <tr>
              <th scope="col">内容</th>
              <th scope="col">从</th>
              <th scope="col">到</th>
              <th scope="col">数量</th>
            </tr>
          </thead>
          {change.belongings.map(({ what, amount, from, to }) => (
            <tbody key={`${what} ${from} ${to}`}>
              <tr>
                <td data-label="内容">{what}</td>
                <td data-label="从">{from}</td>
                <td data-label="到">{to}</td>
                <td data-label="数量">{amount}</td>
              </tr>
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
}
