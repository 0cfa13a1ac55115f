import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ownTalks, type Talk } from '../contract.talk.ts';
import { stepDefinition } from '../rules/steps.ts';
import { TalkLine } from './Talk.tsx';
import './recruitment.css';
import './work.css';

/** 我的谈话: those that the session's person leads or is asked to. */
export function Talks() {
  useTitle('我的谈话');
  const ownTalksQuery = useCall(ownTalks, {}, { quiet: true, staleTime: 0 });
  return (
    <div className="fz-own">
      <PageHead title="我的谈话" />
      <RecordLoader query={ownTalksQuery}>
        {(talks) =>
          talks.length === 0 ? (
            <Empty title="没有约定的谈话">派您去谈话，或者约您谈话时，这里显示时间和地点。</Empty>
          ) : (
            <TalkList talks={talks} />
          )
        }
      </RecordLoader>
    </div>
  );
}

function TalkList({ talks }: { talks: readonly Talk[] }) {
  return (
    <section className="card" aria-label="约定的谈话">
      <ul className="fz-own-asked">
        {talks.map((talk) => (
          <li key={`${talk.fileId}.${talk.no}`} className="fz-talk">
            <div>
              <span className="muted">
                {stepDefinition(talk.no).title}，{talk.orgName}
              </span>
              <TalkLine talk={talk} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The same on the first page of somebody without office; nothing where there is none. */
export function TalksCard() {
  const ownTalksQuery = useCall(ownTalks, {}, { quiet: true, staleTime: 0 });
  return ownTalksQuery.data && ownTalksQuery.data.length > 0 ? <TalkList talks={ownTalksQuery.data} /> : null;
}
