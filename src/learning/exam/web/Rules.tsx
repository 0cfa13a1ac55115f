import { useCall } from '#platform/web/call/hooks.ts';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { getLib, listLibs } from '../contract.bank.ts';
import { DIFFICULTIES, KINDS } from '../rules.ts';
import type { RuleItem } from './PaperEdit.tsx';

/** By what a paper is drawn: bank, kind, difficulty, count, score; each line says how many there are. */
export function Rules({ form, rules }: { form: Form; rules: readonly RuleItem[] }) {
  const libs = useCall(listLibs, { pageSize: 200 }, { quiet: true });
  const all = libs.data?.rows ?? [];
  const write = (next: readonly RuleItem[]) => form.set({ rules: JSON.stringify(next) });
  const patch = (at: number, change: Partial<RuleItem>) =>
    write(rules.map((rule, place) => (place === at ? { ...rule, ...change } : rule)));
  return (
    <Field form={form} name="rules" label="抽题规则" required wide hint="保存时核对题库里的题够不够抽">
      {(control) => (
        <div id={control.id} className="exam-rules" tabIndex={-1} aria-invalid={control['aria-invalid']}>
          {rules.map((rule, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place
            <fieldset key={at} className="exam-rule" aria-label={`规则${at + 1}`}>
              <span className="field-box">
                <select
                  aria-label="题库"
                  value={rule.libId}
                  onChange={(event) => patch(at, { libId: event.target.value })}
                >
                  {all.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </span>
              <span className="field-box">
                <select
                  aria-label="题型"
                  value={rule.kind}
                  onChange={(event) => patch(at, { kind: event.target.value })}
                >
                  {Object.entries(KINDS).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </span>
              <span className="field-box">
                <select
                  aria-label="难度"
                  value={rule.difficulty}
                  onChange={(event) => patch(at, { difficulty: event.target.value })}
                >
                  <option value="">不限难度</option>
                  {Object.entries(DIFFICULTIES).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </span>
              <span className="field-box exam-score">
                <input
                  aria-label="题数"
                  inputMode="numeric"
                  value={rule.amount}
                  onChange={(event) => patch(at, { amount: event.target.value })}
                />
                道
              </span>
              <span className="field-box exam-score">
                每题
                <input
                  aria-label="每题分值"
                  inputMode="decimal"
                  value={rule.score}
                  onChange={(event) => patch(at, { score: event.target.value })}
                />
                分
              </span>
              <There rule={rule} />
              <IconButton
                look="plain"
                size="compact"
                icon="close"
                iconSize={14}
                label={`移除规则${at + 1}`}
                onClick={() => write(rules.filter((_one, place) => place !== at))}
              />
            </fieldset>
          ))}
          <Button
            icon="plus"
            disabled={all.length === 0}
            onClick={() =>
              write([
                ...rules,
                { libId: rules.at(-1)?.libId ?? all[0]?.id ?? '', kind: '1', difficulty: '', amount: '10', score: '2' },
              ])
            }
          >
            添加规则
          </Button>
          {libs.data && all.length === 0 && <span className="muted">还没有题库，请先在“题库”里新增。</span>}
        </div>
      )}
    </Field>
  );
}

/** How many questions a rule alone would find. */
function There({ rule }: { rule: RuleItem }) {
  const libQuery = useCall(getLib, { id: rule.libId || '1' }, { quiet: true, enabled: rule.libId !== '' });
  if (!libQuery.data) return null;
  const there = libQuery.data.levels
    .filter(
      ({ kind, difficulty }) =>
        String(kind) === rule.kind && (rule.difficulty === '' || String(difficulty) === rule.difficulty),
    )
    .reduce((sum, { n }) => sum + n, 0);
  const short = there < (Number(rule.amount) || 0);
  return <span className={short ? 'tag bad' : 'muted small'}>{short ? `只有${there}道` : `题库有${there}道`}</span>;
}
