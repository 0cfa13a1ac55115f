import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { OrgDialog } from '#modules/org/web/pickers.tsx';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { emit } from '#platform/web/events.ts';
import { useForm } from '#platform/web/form/useForm.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { Waiting } from '#platform/web/RecordLoader.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { CoverField } from '#platform/web/upload/CoverField.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { listConditions } from '../contract.read.ts';
import { setFiles, setOrgs } from '../contract.ts';
import { MAX_ORGS } from '../rules.ts';
import type { Activity } from './ActivityActs.tsx';
import { Catalogue } from './Catalogue.tsx';
import { none, PartTag, Poster } from './parts.tsx';
import { PATHS } from './paths.ts';

/** Whom it is for, what is handed in, poster and files; whoever only takes part sees what concerns it. */
export function ActivityBelow({ activity }: { activity: Activity }) {
  return (
    <>
      {activity.reason && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>
            {activity.state === 'withdrawn' ? '已撤回' : '已结束'}：{activity.reason}
          </span>
        </div>
      )}
      <Catalogue activity={activity} />
      {(activity.parts > 0 || activity.own.set) && <Orgs activity={activity} />}
      <Files activity={activity} />
    </>
  );
}

function Orgs({ activity }: { activity: Activity }) {
  const [open, setOpen] = useState(false);
  const save = useAct(setOrgs);
  const isDraft = activity.state === 'draft';
  const send = (chosen: readonly Choice[]) => {
    const orgIds = chosen.map(({ id }) => id);
    save
      .mutateAsync({ id: activity.id, version: activity.version, orgIds })
      .then(({ added }) =>
        emit('notice', {
          kind: 'success',
          text: isDraft ? `已选${orgIds.length}个参加组织` : `已增加${added}个参加组织`,
        }),
      )
      // The client has shown why.
      .catch(() => {});
  };
  return (
    <section className="special-section" aria-labelledby="special-orgs">
      <div className="record-section">
        <h2 id="special-orgs" className="section-title">
          参加组织（{activity.parts}个）
        </h2>
        {activity.own.set && (
          <button
            type="button"
            className={isDraft && activity.parts === 0 ? 'button primary compact' : 'button compact'}
            aria-haspopup="dialog"
            disabled={save.isPending}
            onClick={() => setOpen(true)}
          >
            <Icon name="organisation" />
            {isDraft ? '选择参加组织' : '增加参加组织'}
          </button>
        )}
        {!isDraft && <Link to={PATHS.conditionsOf(activity.id)}>附件情况</Link>}
      </div>
      {isDraft ? <Chosen activity={activity} /> : <Parts activity={activity} />}
      {open && (
        <OrgDialog
          title={isDraft ? '选择参加组织' : '增加参加组织'}
          multiple
          max={MAX_ORGS}
          chosen={isDraft ? activity.orgs.map((org) => ({ ...org, note: '' })) : []}
          refuse={({ id }) => (!isDraft && activity.orgs.some((org) => org.id === id) ? '已经参加' : '')}
          onConfirm={send}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

function Chosen({ activity }: { activity: Activity }) {
  if (activity.orgs.length === 0)
    return <p className="muted">还没有选。选好参加组织才能发布；选了上级组织，它下面的党员都能看到活动资料。</p>;
  return (
    <ul className="special-orgs">
      {activity.orgs.map(({ id, name }) => (
        <li key={id} className="tag">
          {name}
        </li>
      ))}
    </ul>
  );
}

function Parts({ activity }: { activity: Activity }) {
  const isOut = activity.state !== 'withdrawn';
  const found = useCall(listConditions, { activityId: activity.id, pageSize: 200 }, { quiet: true, enabled: isOut });
  if (!isOut) return <Chosen activity={activity} />;
  if (!found.data) return <Waiting query={found} lines={4} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="special-scroll" tabIndex={0} aria-label="各参加组织的情况">
      <table className="special-table">
        <thead>
          <tr>
            <th scope="col">参加组织</th>
            <th scope="col">情况</th>
            <th scope="col">通过</th>
            <th scope="col">缺少的附件</th>
            <th scope="col">参加党员</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {found.data.rows.map((part) => (
            <tr key={part.id}>
              <th scope="row">{part.orgName}</th>
              <td>
                <PartTag standing={part.standing} />
              </td>
              <td>
                {part.accepted}/{part.required}
              </td>
              <td>{part.missing.join('、') || none}</td>
              <td>{part.people > 0 ? `${part.people}人` : none}</td>
              <td>
                <Link className="row-act" to={PATHS.materialsOfPart(part.id)}>
                  {part.asked > 0 ? '去审核' : '查看'}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const fileSchema = z.object({ poster: z.string(), files: z.string() });

function Files({ activity }: { activity: Activity }) {
  const [open, setOpen] = useState(false);
  const has = activity.files.length > 0 || activity.poster !== '';
  if (!has && !activity.own.set) return null;
  return (
    <section className="special-section" aria-labelledby="special-files">
      <div className="record-section">
        <h2 id="special-files" className="section-title">
          海报和活动资料（{activity.files.length}份）
        </h2>
        {activity.own.set && (
          <button type="button" className="button compact" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <Icon name="document" />
            {has ? '更换海报和资料' : '添加海报和资料'}
          </button>
        )}
      </div>
      {!has && <p className="muted">还没有。海报显示在“活动资料”里，资料供参加组织和党员查看、下载。</p>}
      {activity.poster && (
        <div className="special-own-poster">
          <Poster poster={activity.poster} kind={activity.kind} />
        </div>
      )}
      <FileList files={activity.files} label="活动资料" />
      {open && <FilesDialog activity={activity} onClose={() => setOpen(false)} />}
    </section>
  );
}

function FilesDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const save = useAct(setFiles, { quiet: true });
  const form = useForm({
    schema: fileSchema,
    initial: { poster: activity.poster, files: activity.files.map(({ id }) => id).join() },
    isNew: false,
  });
  return (
    <FormDialog
      title={`海报和活动资料 ${activity.title}`}
      icon="document"
      width={700}
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() =>
        save.mutateAsync({
          id: activity.id,
          version: activity.version,
          poster: form.text('poster'),
          files: form.text('files').split(',').filter(Boolean),
        })
      }
    >
      <CoverField form={form} name="poster" label="海报" />
      <AttachmentField form={form} name="files" label="活动资料" format="common" count={20} kept={activity.files} />
    </FormDialog>
  );
}
