import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { Previews } from '#platform/web/upload/Previews.tsx';
import { type OpenDetail, openActivity } from '../contract.read.ts';
import { setPeople } from '../contract.ts';
import { KINDS, MAX_PEOPLE } from '../rules.ts';
import { ActivityTag, MaterialTag, Poster } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

const RichText = lazyPart(async () => ({ default: (await import('#platform/web/editor/RichText.tsx')).RichText }));

/** 附件详情: an activity as those read it whom it is for, with its files, what the own organisation hands in and who takes part. */
export default function OpenView() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const openActivityQuery = useCall(openActivity, { id }, { quiet: true, staleTime: 0 });
  useTitle(openActivityQuery.data?.title);
  return (
    <RecordLoader query={openActivityQuery}>
      {(activity) => <Detail key={activity.id} activity={activity} />}
    </RecordLoader>
  );
}

function Detail({ activity }: { activity: OpenDetail }) {
  return (
    <div className="record-page">
      <RecordTop title={activity.title} />
      <section className="card special-head">
        {activity.poster && <Poster poster={activity.poster} kind={activity.kind} />}
        <div className="special-head-words">
          <h1>{activity.title}</h1>
          <p className="given-tags">
            <ActivityTag of={activity} />
            <span className="tag">{KINDS[activity.kind]}</span>
            {activity.tookPart && <span className="tag gold">我已参加</span>}
          </p>
          <p className="muted">
            {activity.orgName}组织，{activity.startsOn} 至 {activity.endsOn}
          </p>
        </div>
        <div className="record-acts">
          {activity.canManage && (
            <ButtonLink icon="settings" to={PATHS.activityOf(activity.id)}>
              活动详情
            </ButtonLink>
          )}
          <ButtonLink icon="clipboard" to={PATHS.certificates}>
            我的证书
          </ButtonLink>
        </div>
      </section>
      {activity.state === 'ended' && (
        <div className="banner info" role="note">
          <Icon name="clock" />
          <span>活动已结束{activity.reason && `：${activity.reason}`}</span>
        </div>
      )}
      {activity.part && <Own activity={activity} part={activity.part} />}
      <section className="card special-body" aria-label="活动说明">
        <h2 className="section-title">活动说明</h2>
        <Suspense>
          <RichText html={activity.content} />
        </Suspense>
      </section>
      {!activity.part && activity.items.length > 0 && <Asked activity={activity} />}
      <Previews files={activity.attachments} label="活动资料" />
    </div>
  );
}

/** What the organisations hand in, for whoever only reads it. */
const Asked = ({ activity }: { activity: OpenDetail }) => (
  <section className="card special-body" aria-label="各组织要交的附件资料">
    <h2 className="section-title">各组织要交的附件资料</h2>
    <ol className="special-items">
      {activity.items.map((item) => (
        <li key={item.id}>
          <p>
            <b>{item.name}</b>
            <span className={item.required ? 'tag red' : 'tag'}>{item.required ? '必交' : '选交'}</span>
            <span className="muted">{item.dueOn} 截止</span>
          </p>
          {item.note && <p className="muted">{item.note}</p>}
        </li>
      ))}
    </ol>
  </section>
);

/** What the own organisation has to do: its materials, and who of it takes part. */
function Own({ activity, part }: { activity: OpenDetail; part: NonNullable<OpenDetail['part']> }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="card special-body" aria-label="本组织的附件资料">
      <h2 className="section-title">本组织的附件资料（{activity.items.length}项）</h2>
      {activity.items.length === 0 && <p className="muted">这项活动不用交附件资料。</p>}
      <ol className="special-items">
        {activity.items.map((item) => (
          <li key={item.id}>
            <p>
              <b>{item.name}</b>
              <span className={item.required ? 'tag red' : 'tag'}>{item.required ? '必交' : '选交'}</span>
              {item.standing && <MaterialTag standing={item.standing} />}
              <span className="muted">{item.dueOn} 截止</span>
              {item.materialId && (
                <Link
                  to={
                    (item.standing === 'open' || item.standing === 'late') && part.canName
                      ? PATHS.handInOf(item.materialId)
                      : PATHS.materialOf(item.materialId)
                  }
                >
                  {(item.standing === 'open' || item.standing === 'late') && part.canName ? '上传' : '查看'}
                </Link>
              )}
            </p>
            {item.note && <p className="muted">{item.note}</p>}
          </li>
        ))}
      </ol>
      <div className="record-section">
        <h2 className="section-title">参加党员（{part.people.length}人）</h2>
        {part.canName && (
          <Button size="compact" icon="members" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            登记参加党员
          </Button>
        )}
      </div>
      {part.people.length === 0 ? (
        <p className="muted">还没有登记。登记了的党员，本组织交齐附件后可以得到证书。</p>
      ) : (
        <ul className="given-orgs">
          {part.people.map((one) => (
            <li key={one.id} className="tag">
              {one.name}
            </li>
          ))}
        </ul>
      )}
      {open && <People part={part} onClose={() => setOpen(false)} />}
    </section>
  );
}

function People({ part, onClose }: { part: NonNullable<OpenDetail['part']>; onClose: () => void }) {
  const save = useAct(setPeople, { quiet: true });
  const [chosen, setChosen] = useState<readonly Choice[]>(part.people);
  return (
    <ConfirmDialog
      title="登记参加党员"
      icon="members"
      act="保存"
      onConfirm={async () => {
        const memberIds = chosen.map(({ id }) => id);
        await save.mutateAsync({ id: part.id, version: part.version, memberIds });
        emit('notice', { kind: 'success', text: `已登记${memberIds.length}人` });
      }}
      onClose={onClose}
    >
      <PeopleField
        label="参加党员"
        multiple
        max={MAX_PEOPLE}
        value={chosen}
        onChange={setChosen}
        hint="本组织交齐附件后，登记的党员可以得到证书"
      />
    </ConfirmDialog>
  );
}
