import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { type FileRow, getFile, listFiles } from '../contract.ts';
import { ENDINGS } from '../rules/path.ts';
import { OwnPath } from './own/OwnPath.tsx';
import { TalksCard } from './Talks.tsx';
import './recruitment.css';
import './own/own.css';

/** The own way into the party with the talks that were agreed, below the head of the page that shows it. */
export function OwnWay() {
  const filesQuery = useCall(listFiles, {}, { quiet: true, staleTime: 0 });
  return (
    <div className="fz-own">
      <TalksCard />
      <RecordLoader query={filesQuery}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="没有您的发展档案">
              递交入党申请书并由党支部登记以后，这里会显示每一步的进度。有疑问请联系所在党支部。
            </Empty>
          ) : (
            <Chosen rows={rows} />
          )
        }
      </RecordLoader>
    </div>
  );
}

const nameOf = ({ ending, endedOn, appliedOn }: FileRow): string =>
  ending ? `${endedOn ?? ''} ${ENDINGS[ending]}` : `正在办理${appliedOn ? `，${appliedOn} 申请` : ''}`;

function Chosen({ rows }: { rows: readonly FileRow[] }) {
  const [id, setId] = useState((rows.find(({ ending }) => ending === null) ?? rows[0])?.id ?? '');
  const fileQuery = useCall(getFile, { id }, { quiet: true, staleTime: 0 });
  return (
    <>
      {rows.length > 1 && (
        <div className="tabs" role="tablist" aria-label="发展档案">
          {rows.map((row) => (
            <Pressable
              key={row.id}
              role="tab"
              className="tab"
              aria-selected={row.id === id}
              onClick={() => setId(row.id)}
            >
              {nameOf(row)}
            </Pressable>
          ))}
        </div>
      )}
      <RecordLoader query={fileQuery}>{(file) => <OwnPath key={file.id} file={file} />}</RecordLoader>
    </>
  );
}
