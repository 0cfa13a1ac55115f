import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getHelp, getHelpVersion, type HelpDetail, helpVersions, updateHelp } from '../contract.ts';
import { compareLines, linesOf } from '../rules.compare.ts';
import './help.css';

const PATH = '/contentManager/help/history';
const LIST = '/contentManager/help';

/** `/contentManager/help/history?id=…&at=…`: the texts that a document has had, one of them beside what stands now. */
export default function HelpHistory() {
  const { search } = useLocation();
  const { id, at } = readQuery(search, ['id', 'at']);
  const document = useCall(getHelp, { id: id ?? '' }, { quiet: true, staleTime: 0 });
  const list = useCall(helpVersions, { id: id ?? '' }, { quiet: true, staleTime: 0 });
  const title = document.data ? `历史版本 ${document.data.title}` : '历史版本';
  useTitle(title);
  const failed = [document, list].find((call) => call.error && !call.data);
  if (failed?.error) return <Failed error={failed.error} onRetry={() => failed.refetch()} />;
  if (!document.data || !list.data) return <Skeleton lines={10} />;
  const [now, before] = list.data;
  const chosen = list.data.find(({ version }) => String(version) === at) ?? before ?? now;
  return (
    <div className="help-page">
      <PageHead title={title}>
        <ButtonLink icon="back" to={LIST}>
          返回
        </ButtonLink>
      </PageHead>
      <div className="help-work">
        <nav className="card help-titles" aria-label="历史版本">
          <ul>
            {list.data.map((one) => (
              <li key={one.version}>
                <Link
                  className="help-entry help-version"
                  replace
                  to={pathWithQuery(PATH, { id: id ?? '', at: String(one.version) })}
                  aria-current={one === chosen ? 'true' : undefined}
                >
                  <span>
                    {dateTime(one.saveTime)}
                    {one === now && <span className="tag ok">现在</span>}
                  </span>
                  <span className="muted small">{one.saveName || '系统'}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {chosen && (
          <Version key={chosen.version} document={document.data} version={chosen.version} isNow={chosen === now} />
        )}
      </div>
    </div>
  );
}

function Version({ document, version, isNow }: { document: HelpDetail; version: number; isNow: boolean }) {
  const navigate = useNavigate();
  const helpVersionQuery = useCall(getHelpVersion, { id: document.id, version }, { quiet: true });
  const update = useAct(updateHelp);
  const [asks, setAsks] = useState(false);
  const [whole, setWhole] = useState(isNow);
  if (!helpVersionQuery.data) return <Waiting query={helpVersionQuery} lines={10} />;
  const { title, content, saveTime } = helpVersionQuery.data;
  const restore = async () => {
    await update.mutateAsync({ id: document.id, version: document.version, title, content });
    emit('notice', { kind: 'success', text: `已恢复为${dateTime(saveTime)}的版本` });
    navigate(LIST);
  };
  return (
    <section className="card help-main" aria-label={`${dateTime(saveTime)}的版本`}>
      <div className="help-document">
        {!isNow && (
          <p className="help-version-acts">
            <Button aria-pressed={!whole} onClick={() => setWhole(!whole)}>
              {whole ? '与现在对照' : '看全文'}
            </Button>
            <Button look="primary" icon="undo" onClick={() => setAsks(true)}>
              恢复这一版
            </Button>
          </p>
        )}
        {whole ? (
          <>
            <h2 className="help-title">{title}</h2>
            <RichText html={decodeHtml(content)} />
          </>
        ) : (
          <Compared earlier={helpVersionQuery.data} later={document} />
        )}
      </div>
      {asks && (
        <ConfirmDialog
          title={`恢复 ${title}`}
          icon="undo"
          act="恢复"
          onConfirm={restore}
          onClose={() => setAsks(false)}
        >
          标题和正文换成{dateTime(saveTime)}的版本。现在的文字留在历史版本中，可以再换回来。
        </ConfirmDialog>
      )}
    </section>
  );
}

const SIGNS = { same: '', gone: '−', new: '+' } as const;
const WORDS = { same: '', gone: '这一版有，现在没有：', new: '现在新加：' } as const;

function Compared({ earlier, later }: Record<'earlier' | 'later', { title: string; content: string }>) {
  const linesIn = ({ title, content }: typeof earlier) => [title, ...linesOf(decodeHtml(content))];
  const lines = compareLines(linesIn(earlier), linesIn(later));
  const gone = lines.filter(({ kind }) => kind === 'gone').length;
  const fresh = lines.filter(({ kind }) => kind === 'new').length;
  return (
    <>
      <p className="muted small">
        {gone + fresh === 0
          ? '文字与现在相同，只有格式不同。'
          : `与现在相比：这一版有而现在没有的${gone}行，现在新加的${fresh}行。`}
      </p>
      <ul className="help-compared" aria-label="与现在对照">
        {lines.map(({ kind, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name, and the list does not change
          <li key={at} className={kind}>
            <span aria-hidden="true">{SIGNS[kind]}</span>
            <span>
              {WORDS[kind] && <span className="visually-hidden">{WORDS[kind]}</span>}
              {text}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
