import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { GivenSection, OverBanner, PartsTable } from '#house/web/given/parts.tsx';
import { GivenOrgs } from '#people/org/web/pickers.given.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { useForm } from '#platform/web/form/useForm.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { CoverField } from '#platform/web/upload/CoverField.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { listConditions } from '../contract.read.ts';
import { setFiles, setOrgs } from '../contract.ts';
import { MAX_ORGS } from '../rules.ts';
import type { Activity } from './ActivityActs.tsx';
import { Catalogue } from './Catalogue.tsx';
import { PartTag, Poster } from './parts.tsx';
import { PATHS } from './paths.ts';

/** Whom it is for, what is handed in, poster and files; whoever only takes part sees what concerns it. */
export function ActivityBelow({ activity }: { activity: Activity }) {
  const { state, parts, own } = activity;
  const isOut = state === 'published' || state === 'ended';
  return (
    <>
      <OverBanner words={state === 'withdrawn' ? '已撤回' : '已结束'} reason={activity.reason} />
      <Catalogue activity={activity} />
      {(parts > 0 || own.set) && (
        <GivenOrgs
          row={activity}
          noun="参加组织"
          call={setOrgs}
          max={MAX_ORGS}
          refuse={() => ''}
          empty="还没有选。选好参加组织才能发布；选了上级组织，它下面的党员都能看到活动资料。"
        >
          {isOut ? <Parts activity={activity} /> : null}
        </GivenOrgs>
      )}
      <Files activity={activity} />
    </>
  );
}

function Parts({ activity }: { activity: Activity }) {
  const conditionsQuery = useCall(listConditions, { activityId: activity.id, pageSize: 200 }, { quiet: true });
  if (!conditionsQuery.data) return <Waiting query={conditionsQuery} lines={4} />;
  return (
    <>
      <p>
        <Link to={PATHS.conditionsOf(activity.id)}>附件情况</Link>
      </p>
      <PartsTable label="各参加组织的情况" heads={['参加组织', '情况', '通过', '缺少的附件', '参加党员', '操作']}>
        {conditionsQuery.data.rows.map((part) => (
          <tr key={part.id}>
            <th scope="row">{part.orgName}</th>
            <td>
              <PartTag standing={part.standing} />
            </td>
            <td>
              {part.accepted}/{part.required}
            </td>
            <td className="wraps">{part.missing.join('、') || noValue}</td>
            <td>{part.people > 0 ? `${part.people}人` : noValue}</td>
            <td>
              <ButtonLink look="row" to={PATHS.materialsOfPart(part.id)}>
                {part.asked > 0 ? '去审核' : '查看'}
              </ButtonLink>
            </td>
          </tr>
        ))}
      </PartsTable>
    </>
  );
}

const fileSchema = z.object({ poster: z.string(), files: z.string() });

function Files({ activity }: { activity: Activity }) {
  /** As it was when the dialog opened: whoever saved since then is told of, and not written over. */
  const [edited, setEdited] = useState<Activity | null>(null);
  const has = activity.files.length > 0 || activity.poster !== '';
  if (!has && !activity.own.set) return null;
  return (
    <GivenSection
      id="special-files"
      title={`海报和活动资料（${activity.files.length}份）`}
      act={
        activity.own.set && (
          <Button size="compact" icon="document" aria-haspopup="dialog" onClick={() => setEdited(activity)}>
            {has ? '更换海报和资料' : '添加海报和资料'}
          </Button>
        )
      }
    >
      {!has && <p className="muted">还没有。海报显示在“活动资料”里，资料供参加组织和党员查看、下载。</p>}
      {activity.poster && (
        <div className="special-own-poster">
          <Poster poster={activity.poster} kind={activity.kind} />
        </div>
      )}
      <FileList files={activity.files} label="活动资料" />
      {edited && <FilesDialog activity={edited} onClose={() => setEdited(null)} />}
    </GivenSection>
  );
}

function FilesDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const save = useAct(setFiles, { quiet: true });
  const form = useForm({
    schema: fileSchema,
    initial: { poster: activity.poster, files: activity.files.map(({ id }) => id).join() },
    of: `FilesDialog ${activity.id}`,
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
