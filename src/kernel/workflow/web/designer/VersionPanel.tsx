import { useState } from 'react';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Definition } from '../../contract.definition.ts';
import type { ProcessDetail } from '../../contract.process.ts';
import { differences, type Names, type NodeDifference } from './words.ts';

const CHANGES: Readonly<Record<NodeDifference['change'], readonly [string, string]>> = {
  added: ['新增', 'ok'],
  removed: ['删除', 'bad'],
  changed: ['修改', 'warn'],
};

/** The published versions: what each changed against the drawing, and back to one of them. */
export function VersionPanel({
  history,
  published,
  now,
  names,
  onTake,
}: {
  history: ProcessDetail['history'];
  /** Number of the version in force; null: none. */
  published: number | null;
  now: Definition;
  names: Names;
  /** Takes a version's drawing over into the draft. */
  onTake: (definition: Definition, number: number) => void;
}) {
  const [compared, setCompared] = useState<readonly [before: number, after: number | null] | null>(null);
  if (history.length === 0)
    return <p className="secondary">还没有发布过。发布后，每个版本都留在这里，可以对照和回退。</p>;
  return (
    <>
      <ol className="panel-versions" aria-label="已发布的版本">
        {history.map((version, at) => {
          const before = history[at + 1];
          return (
            <li key={version.number}>
              <p>
                <b>第{version.number}版</b>
                {version.number === published && <span className="tag ok">使用中</span>}
                {version.running > 0 && <span className="tag">办理中{version.running}件</span>}
              </p>
              <p className="muted small">
                {dateTime(version.publishedAt)} {version.publishedBy}
              </p>
              {version.note && <p className="small">{version.note}</p>}
              <p className="panel-version-acts">
                <Button look="word" onClick={() => setCompared([version.number, null])}>
                  与当前草稿对照
                </Button>
                {before && (
                  <Button look="word" onClick={() => setCompared([before.number, version.number])}>
                    与第{before.number}版对照
                  </Button>
                )}
                <Button look="word" onClick={() => onTake(version.definition, version.number)}>
                  回退到此版
                </Button>
              </p>
            </li>
          );
        })}
      </ol>
      <p className="field-hint">回退是把这一版放回草稿，保存并发布后才生效；办理中的事项始终按发起时的版本走完。</p>
      {compared && (
        <CompareDialog
          history={history}
          now={now}
          names={names}
          before={compared[0]}
          after={compared[1]}
          onClose={() => setCompared(null)}
        />
      )}
    </>
  );
}

function CompareDialog({
  history,
  now,
  names,
  before,
  after,
  onClose,
}: {
  history: ProcessDetail['history'];
  now: Definition;
  names: Names;
  before: number;
  after: number | null;
  onClose: () => void;
}) {
  const drawing = (number: number) => history.find((version) => version.number === number)?.definition ?? now;
  const found = differences(drawing(before), after === null ? now : drawing(after), names);
  const afterName = after === null ? '当前草稿' : `第${after}版`;
  return (
    <Dialog
      title={`对照第${before}版与${afterName}`}
      icon="layers"
      width={900}
      onClose={onClose}
      foot={<Button onClick={onClose}>关闭</Button>}
    >
      {found.length === 0 ? (
        <p>两者完全一样。</p>
      ) : (
        <div className="diff-scroll">
          <table className="table diff">
            <caption className="visually-hidden">不同之处</caption>
            <thead>
              <tr>
                <th scope="col">节点</th>
                <th scope="col">内容</th>
                <th scope="col">第{before}版</th>
                <th scope="col">{afterName}</th>
              </tr>
            </thead>
            <tbody>
              {found.flatMap((one) =>
                (one.lines.length > 0 ? one.lines : [{ label: '', before: '', after: '' }]).map((line, at) => (
                  <tr key={`${one.id} ${line.label}`}>
                    <th scope="row">
                      {at === 0 && (
                        <>
                          <span className={`tag ${CHANGES[one.change][1]}`}>{CHANGES[one.change][0]}</span> {one.title}
                        </>
                      )}
                    </th>
                    <td>{line.label || '—'}</td>
                    <td>{line.before || '—'}</td>
                    <td>{line.after || '—'}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
