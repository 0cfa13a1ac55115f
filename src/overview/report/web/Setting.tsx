import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { useKeptState } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { dropReportSetting, reportSetting, type SettingLine, saveReportSetting } from '../contract.setting.ts';
import { GROUPS, REPORTS } from '../rules.ts';
import './report.css';

type Answer = ReplyOf<typeof reportSetting>;

/** `/decisionSupport/set`: which reports the own organisation and those below it are offered, in which order, with which reminder. */
export default function Setting() {
  const query = useCall(reportSetting, {}, { quiet: true, staleTime: 0 });
  return (
    <div className="report-page">
      <PageHead title="报表设置" />
      <RecordLoader query={query} fresh>
        {(answer) => <Lines key={`${answer.from?.id} ${answer.version}`} answer={answer} />}
      </RecordLoader>
    </div>
  );
}

function Lines({ answer }: { answer: Answer }) {
  const [lines, setLines, sent] = useKeptState<readonly SettingLine[]>('lines', '报表设置', answer.lines);
  const save = useAct(saveReportSetting);
  const drop = useAct(dropReportSetting);
  const isChanged = JSON.stringify(lines) !== JSON.stringify(answer.lines);
  const change = (at: number, part: Partial<SettingLine>) =>
    setLines(lines.map((line, i) => (i === at ? { ...line, ...part } : line)));
  const move = (at: number, by: -1 | 1) => {
    const next = [...lines];
    const [line] = next.splice(at, 1);
    if (line) next.splice(at + by, 0, line);
    setLines(next);
  };
  const say = (text: string) => emit('notice', { kind: 'success', text });
  const whose = answer.isOwn
    ? '本组织自己的设置，没有自己设置的下级一并沿用。'
    : answer.from
      ? `现在沿用${answer.from.name}的设置；保存后改用本组织自己的。`
      : '还没有设置过，全部提供；保存后对本组织和没有自己设置的下级生效。';
  return (
    <>
      <section className="card report-set" aria-label="报表">
        <div className="card-head report-head">
          <h2>提供哪些报表</h2>
          <span className="card-extra">{lines.filter(({ shown }) => shown).length}个提供</span>
        </div>
        <p className="report-words">{whose}不提供的，在总览里不出现，也打不开。</p>
        <ol>
          {lines.map(({ key, shown, note }, at) => {
            const { title, group } = REPORTS[key];
            return (
              <li key={key} className={shown ? undefined : 'off'}>
                <label>
                  <input
                    type="checkbox"
                    className="tick"
                    checked={shown}
                    onChange={(event) => change(at, { shown: event.target.checked })}
                  />
                  <b>{title}</b>
                  <span className="muted small">{GROUPS[group]}</span>
                </label>
                <span className="field-box">
                  <input
                    type="text"
                    value={note}
                    maxLength={100}
                    aria-label={`${title}的提醒`}
                    placeholder="提醒，例如：每季度末月25日前核对"
                    onChange={(event) => change(at, { note: event.target.value })}
                  />
                </span>
                <span className="report-moves">
                  <Button
                    look="plain"
                    size="compact"
                    aria-label={`${title}上移`}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  >
                    <span className="turned">
                      <Icon name="down" />
                    </span>
                  </Button>
                  <IconButton
                    look="plain"
                    size="compact"
                    icon="down"
                    label={`${title}下移`}
                    disabled={at === lines.length - 1}
                    onClick={() => move(at, 1)}
                  />
                </span>
              </li>
            );
          })}
        </ol>
      </section>
      <div className="report-foot">
        {answer.isOwn && (
          <Button
            disabled={drop.isPending}
            onClick={async () => {
              await drop.mutateAsync({ version: answer.version });
              say('已改回沿用上级的设置');
            }}
          >
            沿用上级
          </Button>
        )}
        <Button
          look="primary"
          disabled={save.isPending || !isChanged}
          onClick={async () => {
            await save.mutateAsync({ version: answer.version, lines: [...lines] });
            sent();
            say('已保存');
          }}
        >
          保存
        </Button>
      </div>
    </>
  );
}
