import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listRules, type RuleRow } from '../contract.rule.ts';
import type { RuleAct } from '../rules.owed.ts';
import { TERM_NAMES, type Terms } from '../rules.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { TermsDialog } from './TermsDialog.tsx';
import './event.css';
import './rule.css';

const STATES = { holds: ['现行', 'ok'], later: ['未到日期', 'info'], ended: ['已停止', ''] } as const;

/** 应开规则: which organisations hold what how often, on what ground, since when; changed by whoever may. */
export function RuleList() {
  const query = useCall(listRules, {}, { quiet: true });
  const [setting, setSetting] = useState(false);
  const [open, setOpen] = useState<{ act: RuleAct; rule: RuleRow | null } | null>(null);
  return (
    <div className="life-page">
      <PageHead title="应开规则">
        {query.data?.can.add && (
          <Button look="primary" icon="plus" onClick={() => setOpen({ act: 'add', rule: null })}>
            新增规则
          </Button>
        )}
      </PageHead>
      <section className="card" aria-label="应开规则">
        <div className="card-head">
          <h2>应开规则</h2>
          <span className="secondary">应开、达标、缺开都按这里的规则计算；改动从所选日期起算，以前的不变</span>
        </div>
        <RecordLoader query={query}>
          {({ rules }) =>
            rules.length === 0 ? (
              <p className="life-empty">还没有应开规则，应开总表里不会有要求。</p>
            ) : (
              <ul className="life-next life-rules">
                {rules.map((rule) => (
                  <li key={rule.id}>
                    <span className={`tag ${STATES[rule.state][1]}`}>{STATES[rule.state][0]}</span>
                    <span className="grow">
                      <b>{rule.typeName}</b>　{rule.perText}
                      <small>{rule.orgText}</small>
                      <small className="muted">{rule.clause}</small>
                      <small className="muted">
                        {rule.fromOn}起{rule.untilOn && `，${rule.untilOn}起停止`}
                        {rule.note && `；${rule.note}`}
                      </small>
                    </span>
                    {rule.can.change && (
                      <span className="life-rule-acts">
                        <Button
                          aria-label={`修改${rule.typeName}的规则`}
                          onClick={() => setOpen({ act: 'change', rule })}
                        >
                          修改
                        </Button>
                        <Button aria-label={`停止${rule.typeName}的规则`} onClick={() => setOpen({ act: 'end', rule })}>
                          停止
                        </Button>
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </RecordLoader>
      </section>
      {query.data && (
        <section className="card" aria-label="期限">
          <div className="card-head">
            <h2>期限</h2>
            {query.data.can.add && (
              <Button icon="edit" onClick={() => setSetting(true)}>
                设置期限
              </Button>
            )}
          </div>
          <ul className="life-next life-rules">
            {(Object.keys(TERM_NAMES) as (keyof Terms)[]).map((name) => (
              <li key={name}>
                <span className="grow">
                  <b>{TERM_NAMES[name].label.replace('（天）', '')}</b>　{query.data.terms[name]}天
                  <small className="muted">{TERM_NAMES[name].hint}</small>
                </span>
              </li>
            ))}
            {query.data.terms.note && (
              <li>
                <small className="muted">{query.data.terms.note}</small>
              </li>
            )}
          </ul>
        </section>
      )}
      {setting && query.data && <TermsDialog terms={query.data.terms} onClose={() => setSetting(false)} />}
      {open && query.data && (
        <RuleDialog act={open.act} rule={open.rule} today={query.data.today} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
