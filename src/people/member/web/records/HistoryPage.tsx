import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { keyOf, useAct, useCall } from '#platform/web/call/hooks.ts';
import { isConflict } from '#platform/web/call/request.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getHistory, restoreHistory } from '../../contract.history.ts';
import '#platform/web/records/records.css';
import '../member.css';

/** 历史党员信息: `:id` is the version's, `:reason` a value of the dictionary of reasons. */
export default function HistoryPage() {
  const { id = '', reason = '' } = useParams();
  const session = useSession();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [restoring, setRestoring] = useState(false);
  // Each asking stands in the log: the answer is used for as long as the page is open.
  const version = useCall(getHistory, { id, reason }, { quiet: true, staleTime: Number.POSITIVE_INFINITY });
  const client = useQueryClient();
  // Looked at once more, it stands beside what is there then, and in the log.
  useEffect(() => () => client.removeQueries({ queryKey: keyOf(getHistory) }), [client]);
  const title = version.data ? `历史党员信息 ${version.data.name}` : '历史党员信息';
  useTitle(title);
  if (!version.data) return <Waiting query={version} lines={12} />;
  // What has changed since stands first.
  const fields = version.data.fields.toSorted((a, b) => Number(a.value === a.now) - Number(b.value === b.now));
  const { memberId, from, to, who, reasonName } = version.data;
  const mayRestore = may(session, 'member:write') && fields.some(({ restorable }) => restorable);
  return (
    <>
      <PageHead title={title}>
        {mayRestore && (
          <Button look="primary" icon="undo" disabled={chosen.length === 0} onClick={() => setRestoring(true)}>
            {chosen.length === 0 ? '勾选后恢复' : `恢复${chosen.length}项`}
          </Button>
        )}
        <ButtonLink to={pathWithQuery(`/affairs/member/browse/${memberId}`, { tab: 'history' })}>返回档案</ButtonLink>
      </PageHead>
      <section className="card record-rows" aria-label="历史版本">
        <div className="record-section">
          <h2 className="section-title">第{version.data.version}版</h2>
          <span className="muted tiny history-when">
            {dateTime(from)} 至 {dateTime(to)}，{who || '系统'}登记；查看原因：{reasonName}
          </span>
        </div>
        <table className="table record-table member-compared">
          <caption className="visually-hidden">当时与现在的内容</caption>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">当时</th>
              <th scope="col">现在</th>
            </tr>
          </thead>
          {fields.map(({ field, label, value, now, restorable }) => (
            <tbody key={field}>
              <tr>
                <th scope="row">{label}</th>
                <td data-label="当时">
                  <span>
                    {mayRestore && restorable && (
                      <input
                        type="checkbox"
                        className="tick"
                        aria-label={`恢复${label}`}
                        checked={chosen.includes(field)}
                        onChange={(event) =>
                          setChosen(event.target.checked ? [...chosen, field] : chosen.filter((one) => one !== field))
                        }
                      />
                    )}{' '}
                    {value || '—'}
                  </span>
                </td>
                <td data-label="现在">
                  {value === now ? <span className="history-same">未变</span> : <b>{now || '—'}</b>}
                </td>
              </tr>
            </tbody>
          ))}
        </table>
      </section>
      {restoring && (
        <Restore
          id={id}
          version={version.data}
          chosen={chosen}
          again={() => void version.refetch()}
          onClose={() => setRestoring(false)}
        />
      )}
    </>
  );
}

/** Writes the chosen fields again, after they were shown once more, for a reason. */
function Restore({
  id,
  version,
  chosen,
  again,
  onClose,
}: {
  id: string;
  version: ReplyOf<typeof getHistory>;
  chosen: readonly string[];
  /** Reads what stands now: somebody else was first. */
  again: () => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const restore = useAct(restoreHistory, { quiet: true });
  const { stands } = useStands();
  const { memberId, memberVersion, name, fields } = version;
  return (
    <ReasonDialog
      title={`恢复 ${name} 第${version.version}版`}
      act="恢复"
      label="恢复原因"
      onDone={async (reason) => {
        try {
          await restore.mutateAsync({ id, version: memberVersion, fields: [...chosen], reason });
        } catch (error) {
          if (isConflict(error)) again();
          throw error;
        }
        emit('notice', { kind: 'success', text: '已恢复，写为新版本' });
        // Who has left meanwhile is at something else.
        if (!stands.current) return;
        navigate(`/affairs/member/browse/${memberId}`);
      }}
      onClose={onClose}
    >
      <ul>
        {fields
          .filter(({ field }) => chosen.includes(field))
          .map(({ field, label, value, now }) => (
            <li key={field}>
              {label}：{now || '空'} → {value || '空'}
            </li>
          ))}
      </ul>
    </ReasonDialog>
  );
}
