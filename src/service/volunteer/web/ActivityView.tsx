import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import { Fact, FactCard, MatterHead } from '#platform/web/field/Matter.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import { removeActivity, setActivity } from '../contract.acts.ts';
import { reportHours } from '../contract.hours.ts';
import { addSignups, signCode } from '../contract.signup.ts';
import { type ActivityDetail, getActivity } from '../contract.ts';
import { HOURS, STATE } from '../rules.ts';
import { CodeDialog } from './CodeDialog.tsx';
import { PhaseTag, periodText, StateTag } from './parts.tsx';
import { isId, PATHS } from './paths.ts';
import VolunteerDialog from './VolunteerDialog.tsx';

/** `volunteer/activity/view/:id`: an activity as whoever runs it sees it, with the act that is next. */
export default function ActivityView() {
  const { id } = useParams();
  if (!isId(id)) return <Gone />;
  return <One key={id} id={id} />;
}

function One({ id }: { id: string }) {
  const query = useCall(getActivity, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <Shown row={row} />}
    </RecordLoader>
  );
}

const notify = (text: string) => emit('notice', { kind: 'success', text });

function Shown({ row }: { row: ActivityDetail }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'publish' | 'finish' | 'cancel' | 'code' | 'add' | null>(null);
  const set = useAct(setActivity, { quiet: true });
  const add = useAct(addSignups);
  const report = useAct(reportHours);
  const close = () => setOpen(null);
  const { id, version, title, can } = row;
  const remove = useRemove({
    call: removeActivity,
    restore: restoreRecycled,
    kind: 'serviceActivity',
    consequence: (name) => `“${name}”移到回收站，可以恢复。`,
    onDeleted: () => navigate(PATHS.list),
  });
  useTitle(title);
  const isLive = row.state === STATE.published;
  return (
    <>
      <RecordTop title={title} />
      <MatterHead name={title} state={<PhaseTag phase={row.phase} />}>
        {can.remove && (
          <Button icon="trash" onClick={() => remove.ask({ id, name: title })}>
            删除
          </Button>
        )}
        {can.edit && (
          <ButtonLink icon="edit" to={PATHS.edit(id)}>
            编辑
          </ButtonLink>
        )}
        {can.cancel && (
          <Button icon="close" onClick={() => setOpen('cancel')}>
            取消活动
          </Button>
        )}
        {can.cancel && (
          <Button icon="plus" onClick={() => setOpen('add')}>
            登记报名
          </Button>
        )}
        {can.publish && (
          <Button look="primary" icon="check" onClick={() => setOpen('publish')}>
            发布
          </Button>
        )}
        {can.sign && (
          <Button icon="pinCheck" onClick={() => setOpen('code')}>
            签到码
          </Button>
        )}
        {can.audit && (
          <ButtonLink look="primary" icon="check" to={PATHS.signupsOf(id)}>
            审核{row.asked}人报名
          </ButtonLink>
        )}
        {can.finish && (
          <Button look="primary" icon="calendarCheck" onClick={() => setOpen('finish')}>
            结束活动
          </Button>
        )}
        {can.report && (
          <Button
            look="primary"
            disabled={report.isPending}
            onClick={() => report.mutate({ id, version }, { onSuccess: () => notify('已重新报审') })}
          >
            重新报审时长
          </Button>
        )}
      </MatterHead>
      {row.reason && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">取消原因：{row.reason}</span>
        </div>
      )}
      {row.phase === 'over' && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">活动时间已过。核对签到后结束活动，到场人员的时长同时报审。</span>
        </div>
      )}
      {row.hoursState === HOURS.returned && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">时长被退回：{row.hoursReason}。更正签到后重新报审。</span>
        </div>
      )}
      <div className="matter-work">
        <div>
          <section className="card" aria-label="活动内容">
            {row.cover && <StoredImage fileKey={`${row.cover}-z`} alt="" className="service-cover" />}
            <div className="card-head">
              <h2>活动内容</h2>
              <span className="card-extra">
                {row.kindName}　{row.postName}
              </span>
            </div>
            <p className="service-content">{row.content}</p>
          </section>
        </div>
        <div>
          <FactCard title="时间和地点" extra={row.orgName}>
            <Fact label="时间">{periodText(row.startsAt, row.endsAt)}</Fact>
            <Fact label="地点">{row.place}</Fact>
            <Fact label="服务时长">{row.hours}小时</Fact>
            <Fact label="联系人">
              {row.contact} {row.phone}
            </Fact>
            {row.publishedOn && (
              <Fact label="发布">
                {row.publishedOn}，{row.publishedBy}
              </Fact>
            )}
          </FactCard>
          <div className="matter-gap">
            <FactCard title="报名和签到">
              <Fact label="报名范围">{row.audienceName}</Fact>
              <Fact label="报名截止">{row.closesAt}</Fact>
              <Fact label="报名">
                <Link to={PATHS.signupsOf(id)}>{row.taken}人</Link>
                {row.queued > 0 && `，候补${row.queued}人`}
                ，上限{row.quota}人{row.audited ? '，报名要审核' : '，报名即通过'}
              </Fact>
              <Fact label="签到">
                {row.came > 0 ? (
                  <Link to={PATHS.signedOf(id)}>{row.came}人</Link>
                ) : isLive && !can.finish ? (
                  '还没有开始'
                ) : (
                  '0人'
                )}
              </Fact>
              {can.hours && (
                <Fact label="时长审核">
                  <Link to={PATHS.hoursOf(id)}>审核名单</Link> <StateTag name={row.hoursStateName} />
                  {row.hoursDecidedOn
                    ? ` ${row.hoursDecidedOn}，${row.hoursDecidedName}`
                    : ` ${row.hoursAskedOn ?? ''}，${row.hoursAskedName}报审`}
                </Fact>
              )}
            </FactCard>
          </div>
        </div>
      </div>
      {remove.dialog}
      {open === 'publish' && (
        <ConfirmDialog
          title={`发布 ${title}`}
          icon="check"
          act="发布"
          onConfirm={async () => {
            await set.mutateAsync({ id, version, status: 1 });
            notify('已发布，可以报名了');
          }}
          onClose={close}
        >
          {row.audienceName}可以报名，{row.closesAt}截止。
        </ConfirmDialog>
      )}
      {open === 'finish' && (
        <ConfirmDialog
          title={`结束 ${title}`}
          icon="calendarCheck"
          act="结束活动"
          onConfirm={async () => {
            await set.mutateAsync({ id, version, status: 3 });
            notify(row.came > 0 ? '已结束，时长已报审' : '已结束');
          }}
          onClose={close}
        >
          {row.came > 0
            ? `${row.came}人到场，每人${row.hours}小时报审；结束后不能再扫码签到。没有手机的人请先在报名名单里代签。`
            : '没有人签到，结束后不报审时长。有人到场的，请先在报名名单里代签。'}
        </ConfirmDialog>
      )}
      {open === 'cancel' && (
        <ReasonDialog
          title={`取消 ${title}`}
          act="取消活动"
          label="取消原因"
          onDone={async (reason) => {
            await set.mutateAsync({ id, version, status: 4, reason });
            notify('已取消，报名的人已收到通知');
          }}
          onClose={close}
        >
          {row.taken > 0 ? `已报名的${row.taken}人会收到原因。` : '活动留在列表里，注明已取消。'}
        </ReasonDialog>
      )}
      {open === 'code' && <CodeDialog id={id} title={title} endpoint={signCode} onClose={close} />}
      {open === 'add' && (
        <VolunteerDialog
          title="登记报名"
          onConfirm={(people) =>
            add.mutate(
              { id, memberIds: people.map((person) => person.id) },
              { onSuccess: ({ added }) => notify(`已登记${added}人，本人已收到通知`) },
            )
          }
          onClose={close}
        />
      )}
    </>
  );
}
