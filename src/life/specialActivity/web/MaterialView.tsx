import { Link, useLocation } from 'react-router';
import { DecisionTag, StandingBanner } from '#house/web/given/parts.tsx';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Line, RecordHead } from '#platform/web/field/record.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { Previews } from '#platform/web/upload/Previews.tsx';
import { getMaterial, type HandIn, type MaterialDetail } from '../contract.read.ts';
import { decideMaterial, recallMaterial } from '../contract.ts';
import { Due, MaterialTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

/** 附件资料详情: what is asked, what was handed in each time, and the decision on it. */
export default function MaterialView() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const materialQuery = useCall(getMaterial, { id }, { quiet: true, staleTime: 0 });
  useTitle(materialQuery.data && `${materialQuery.data.name} ${materialQuery.data.orgName}`);
  return (
    <RecordLoader query={materialQuery}>
      {(one) => <Detail key={one.id} one={one} again={() => void materialQuery.refetch()} />}
    </RecordLoader>
  );
}

function Detail({ one, again }: { one: MaterialDetail; again: () => void }) {
  const decide = useAct(decideMaterial, { quiet: true });
  const recall = useAct(recallMaterial);
  const urge = useUrgeAbove('special', one.id);
  const { id, version, can } = one;
  const notify = (text: string) => emit('notice', { kind: 'success', text });
  const act = async (decision: 'agree' | 'return', opinion: string) => {
    await decide.mutateAsync({ id, version, decision, opinion });
    notify(decision === 'agree' ? '审核通过' : '已退回');
  };
  const [last, ...before] = one.handIns;
  return (
    <div className="record-page">
      <RecordTop title={one.name} />
      <RecordHead
        name={one.name}
        tags={<MaterialTag standing={one.standing} isReturned={one.state === 'returned'} />}
        facts={
          <>
            <span>{one.title}</span>
            <span>{one.orgName}</span>
            <span>
              <Due row={one} />
            </span>
          </>
        }
      >
        {can.handIn && (
          <ButtonLink look="primary" icon="import" to={PATHS.handInOf(id)}>
            {last ? '重新上传' : '上传附件'}
          </ButtonLink>
        )}
        <ApprovalActs
          acts={{
            agree: can.decide && {
              label: '审核通过',
              title: `审核 ${one.name}`,
              act: '审核通过',
              words: { label: '意见', free: true, max: 500 },
              consequence: `${one.orgName}的这份附件通过，计入附件情况。`,
              run: (opinion) => act('agree', opinion),
            },
            return: can.decide && {
              label: '退回',
              title: `退回 ${one.name}`,
              act: '退回',
              words: { label: '退回原因', max: 500 },
              consequence: `退回后由${one.orgName}补正，重新上传。`,
              run: (opinion) => act('return', opinion),
            },
            urge: can.recall && urge,
            withdraw: can.recall && {
              label: '撤回',
              run: async () => {
                await recall.mutateAsync({ id });
                notify('已撤回，可以补充后重新上传');
              },
            },
          }}
          onClosed={again}
        />
        <ButtonLink icon="book" to={PATHS.openOf(one.activityId)}>
          活动资料
        </ButtonLink>
      </RecordHead>
      <StandingBanner
        state={one.state}
        opinion={one.opinion}
        waits={`${one.askedByName}已上传，由${one.deciderName}审核${one.obstacle && !can.recall ? `。${one.obstacle}` : ''}`}
        over={`不再收${one.reason && `：${one.reason}`}`}
      />
      <section className="card special-body" aria-label="要求">
        <dl className="record-fields">
          <Line label="组织单位">{one.setterName}</Line>
          <Line label="参加组织">{one.orgName}</Line>
          <Line label="截止日期">{one.dueOn}</Line>
          <Line label="是否必交">{one.required ? '必交' : '选交'}</Line>
          <Line label="要求" wide>
            {one.note ? <span className="record-text">{one.note}</span> : noValue}
          </Line>
        </dl>
      </section>
      {last ? (
        <Last one={last} />
      ) : (
        <section className="card">
          <Empty title="还没有上传">
            {can.handIn ? <Link to={PATHS.handInOf(id)}>上传附件</Link> : '参加组织上传后在这里审核。'}
          </Empty>
        </section>
      )}
      {before.length > 0 && <Before times={before} />}
    </div>
  );
}

function Last({ one }: { one: HandIn }) {
  return (
    <>
      <section className="card special-body" aria-label="上传情况">
        <dl className="record-fields">
          <Line label="上传">
            {one.handedBy}，{dateTime(one.handedAt)} {one.isLate && <span className="tag warn">迟交</span>}
          </Line>
          <Line label="审核">
            <Decision one={one} />
          </Line>
          <Line label="意见" wide>
            {one.opinion || noValue}
          </Line>
          <Line label="说明" wide>
            {one.content ? <span className="record-text">{one.content}</span> : noValue}
          </Line>
        </dl>
      </section>
      <Previews key={one.id} files={one.files} />
    </>
  );
}

const Decision = ({ one }: { one: HandIn }) => (
  <>
    <DecisionTag decision={one.decision} verb="审核" />
    {one.decidedAt && ` ${one.decidedBy}，${dateTime(one.decidedAt)}`}
  </>
);

const Before = ({ times }: { times: readonly HandIn[] }) => (
  <section className="card special-body" aria-label="以前上传的">
    <h2 className="section-title">以前上传的（{times.length}次）</h2>
    <ol className="special-items">
      {times.map((one) => (
        <li key={one.id}>
          <p>
            <span className="muted">
              {one.handedBy}，{dateTime(one.handedAt)}
            </span>
            <Decision one={one} />
          </p>
          {one.opinion && <p className="muted">意见：{one.opinion}</p>}
          <FileList files={one.files} />
        </li>
      ))}
    </ol>
  </section>
);
