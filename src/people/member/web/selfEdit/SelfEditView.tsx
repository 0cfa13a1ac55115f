import { useId, useState } from 'react';
import { useParams } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { MaskedValue } from '#platform/web/field/MaskedValue.tsx';
import { Line, RecordHead } from '#platform/web/field/record.tsx';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { decideSelfEdit, getSelfEdit, revealSelfEdit, type SelfEditDetail } from '../../contract.selfEdit.ts';
import { SELF_FIELDS } from '../../rules/selfEdit.ts';
import '#platform/web/records/records.css';
import '../member.css';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { EditTag } from './editParts.tsx';

/** `/affairs/member/selfEdit/view/:id`: a proposal field by field, the old beside the new, and the review. */
export default function SelfEditView() {
  const { id = '' } = useParams();
  const record = useCall(getSelfEdit, { id }, { quiet: true, staleTime: 0 });
  useTitle(record.data && `审核信息修改 ${record.data.name}`);
  if (!record.data) return <Waiting query={record} lines={10} />;
  const edit = record.data;
  return (
    <div className="record-page">
      <RecordTop title={edit.name} />
      <RecordHead
        name={edit.name}
        tags={<EditTag state={edit.state} />}
        place={edit.orgName}
        facts={
          <span>
            提交<b>{dateTime(edit.proposedAt)}</b>
          </span>
        }
      >
        <ButtonLink icon="person" to={`/affairs/member/browse/${edit.memberId}`}>
          党员档案
        </ButtonLink>
      </RecordHead>
      <Review key={`${edit.id}-${edit.state}`} edit={edit} onAgain={() => void record.refetch()} />
    </div>
  );
}

function Review({ edit, onAgain }: { edit: SelfEditDetail; onAgain: () => void }) {
  const id = useId();
  const decide = useAct(decideSelfEdit, { quiet: true });
  const open = edit.can.decide;
  const [accepted, setAccepted] = useState<readonly string[]>(edit.fields.map(({ field }) => field));
  const [decision, setDecision, sent] = useKeptText(`edit ${edit.id}`, '审核意见');
  const [fault, setFault] = useState('');
  const { tell } = useStands();
  const all = accepted.length === edit.fields.length;
  const submit = async () => {
    if (!all && !decision.trim()) {
      setFault('请输入不采纳的原因');
      document.getElementById(id)?.focus();
      return;
    }
    try {
      const fields = SELF_FIELDS.filter((field) => accepted.includes(field));
      await decide.mutateAsync({ id: edit.id, version: edit.version, accepted: fields, decision });
      sent();
      emit('notice', { kind: 'success', text: '审核已提交，党员会收到通知' });
      onAgain();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (tell(error)) return;
      setFault(error.fields.decision ?? error.message);
      // What stands now may have changed under the eyes.
      if (!error.fields.decision) onAgain();
    }
  };
  return (
    <section className="card record-rows" aria-label="修改内容">
      <div className="record-section">
        <h2 className="section-title">修改内容</h2>
        {open && <span className="muted tiny">去掉勾选的不采纳</span>}
      </div>
      <table className="table record-table member-compared">
        <caption className="visually-hidden">修改前后的内容</caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">修改前</th>
            <th scope="col">修改后</th>
            <th scope="col">{open ? '采纳' : '结果'}</th>
          </tr>
        </thead>
        {edit.fields.map((field) => (
          <tbody key={field.field}>
            <tr>
              <th scope="row">{field.label}</th>
              <td data-label="修改前">
                {field.before || '—'}
                {open && field.now !== field.before && (
                  <div className="banner warn">提交后档案已改为：{field.now || '空'}</div>
                )}
              </td>
              <td data-label="修改后">
                {open && field.field === 'phonenumber' && field.after ? (
                  <MaskedValue
                    label="新手机号"
                    masked={field.after}
                    reveal={(reason) =>
                      call(revealSelfEdit, { id: edit.id, reason }, { quiet: true }).then(({ value }) => value)
                    }
                  />
                ) : (
                  <b>{field.after || '（清空）'}</b>
                )}
              </td>
              <td data-label={open ? '采纳' : '结果'}>
                {open ? (
                  <input
                    type="checkbox"
                    className="tick"
                    aria-label={`采纳${field.label}`}
                    checked={accepted.includes(field.field)}
                    onChange={(event) => {
                      setFault('');
                      setAccepted(
                        event.target.checked
                          ? [...accepted, field.field]
                          : accepted.filter((name) => name !== field.field),
                      );
                    }}
                  />
                ) : field.accepted === null ? (
                  '—'
                ) : (
                  <span className={field.accepted ? 'tag ok' : 'tag bad'}>{field.accepted ? '已采纳' : '未采纳'}</span>
                )}
              </td>
            </tr>
          </tbody>
        ))}
      </table>
      <dl className="record-fields">
        {edit.note && (
          <Line label="本人说明" wide>
            {edit.note}
          </Line>
        )}
        {edit.decidedAt && edit.state !== 'withdrawn' && (
          <Line label="审核意见" wide source={`${edit.decidedBy} ${dateTime(edit.decidedAt)}`}>
            {edit.decision || '同意'}
          </Line>
        )}
      </dl>
      {edit.state === 'pending' && !open && <p className="muted small">本人提交的修改由他人审核。</p>}
      {open && (
        <div className="self-edit-decision">
          <OpinionField
            id={id}
            label={all ? '审核意见' : '不采纳的原因'}
            must={!all}
            value={decision}
            fault={fault}
            onChange={(text) => {
              setDecision(text);
              setFault('');
            }}
          />
          <div className="self-edit-acts">
            <Button look="primary" disabled={decide.isPending} onClick={submit}>
              {accepted.length === 0 ? '全部不采纳' : all ? '全部采纳' : `采纳${accepted.length}项`}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
