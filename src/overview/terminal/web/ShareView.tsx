import { useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { RecordHead } from '#platform/web/field/record.tsx';
import { PdfFrame } from '#platform/web/paper/PdfFrame.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Uploads } from '#platform/web/upload/Uploads.tsx';
import { getOffered } from '../contract.share.ts';
import { SHARED_NAMES } from '../rules.share.ts';
import { TakeButton } from './ShareActs.tsx';
import './box.css';

/** What an organisation above offers, as it stands there now. */
export default function ShareView() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const writes = may(useSession(), 'box:write');
  const query = useCall(getOffered, { id }, { quiet: true, staleTime: 0 });
  useTitle(query.data?.title);
  return (
    <RecordLoader query={query}>
      {(row) => (
        <div className="record-page">
          <RecordTop title={row.title} />
          <RecordHead
            name={row.title}
            tags={
              <>
                <span className="tag">{SHARED_NAMES[row.part]}</span>
                {row.taken && <span className="tag ok">展示中</span>}
              </>
            }
            place={row.orgName}
            facts={
              <>
                <span>
                  共享
                  <b>
                    {row.sharedBy} {dateTime(row.sharedAt)}
                  </b>
                </span>
                {row.takenAt && (
                  <span>
                    选用
                    <b>
                      {row.takenBy} {dateTime(row.takenAt)}
                    </b>
                  </span>
                )}
              </>
            }
          >
            {writes && <TakeButton row={row} />}
          </RecordHead>
          <section className="card box-shared" aria-label="内容">
            {row.note && <p className="muted">{row.note}</p>}
            {row.text && <p className="record-text">{row.text}</p>}
            {row.html && <RichText html={row.html} />}
            {row.files.length > 0 && <Uploads files={row.files} />}
            {row.files
              .filter(({ fileType }) => fileType === 'application/pdf')
              .map(({ id: fileId, name }) => (
                <PdfFrame key={fileId} fileId={fileId} title={name} />
              ))}
          </section>
        </div>
      )}
    </RecordLoader>
  );
}
