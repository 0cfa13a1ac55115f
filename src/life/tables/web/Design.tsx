import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { clearKeptInput, useKept } from '#platform/web/kept/useKept.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { getDesign } from '../contract.read.ts';
import { saveDesign } from '../contract.ts';
import {
  checkWords,
  designFaults,
  FIELD_KINDS,
  MAX_CHECKS,
  MAX_FIELDS,
  type TableCheck,
  type TableDesign,
  type TableField,
} from '../rules.design.ts';
import { CheckDialog } from './CheckDialog.tsx';
import { DesignView, limitsOf, sumRuleText } from './DesignView.tsx';
import { moveBy, newField, nextId, withField, withoutField } from './designing.ts';
import { FieldDialog } from './FieldDialog.tsx';
import { PATHS } from './paths.ts';
import './dataCentre.css';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { SUM_WORDS } from '../rules.sum.ts';

type Reply = ReplyOf<typeof getDesign>;

/** 设计数据表: its fields and checks; a version that was published is read here as well. */
export default function Design() {
  const { id = '' } = useParams();
  const { number } = readQuery(useLocation().search, ['number']);
  const designQuery = useCall(getDesign, { id, ...(number ? { number } : {}) }, { quiet: true, staleTime: 0 });
  useTitle(designQuery.data ? `设计数据表 ${designQuery.data.title}` : undefined);
  return (
    <RecordLoader query={designQuery}>
      {(reply) =>
        reply.can.edit ? (
          <Designer key={reply.version} id={id} reply={reply} />
        ) : (
          <Shown id={id} reply={reply} number={number ? Number(number) : undefined} />
        )
      }
    </RecordLoader>
  );
}

function Shown({ id, reply, number }: { id: string; reply: Reply; number: number | undefined }) {
  const version = reply.versions.find((one) => one.number === (number ?? reply.versions[0]?.number));
  return (
    <div className="centre-page">
      <PageHead title={`设计数据表 ${reply.title}`}>
        <ButtonLink icon="sheet" to={PATHS.tableOf(id)}>
          数据表
        </ButtonLink>
      </PageHead>
      <section className="card centre-body" aria-label="字段和核对规则">
        {version && (
          <p className="muted">
            第{version.number}版，{version.publishedAt.slice(0, 10)} {version.publishedBy}发布
            {version.rounds && `，用于${version.rounds}`}
          </p>
        )}
        <DesignView design={reply.design} dicts={reply.dicts} />
      </section>
    </div>
  );
}

type Asked = { field: TableField } | { check: TableCheck } | null;

function Designer({ id, reply }: { id: string; reply: Reply }) {
  const navigate = useNavigate();
  const save = useAct(saveDesign);
  const [design, setDesign] = useState<TableDesign>(reply.design);
  const [openDialog, setOpenDialog] = useState<Asked>(null);
  const isChanged = JSON.stringify(design) !== JSON.stringify(reply.design);
  useKept({
    of: 'table design',
    called: '数据表的字段',
    value: design,
    changed: isChanged,
    base: JSON.stringify(reply.design),
    restore: setDesign,
  });
  const faults = designFaults(design);
  const { fields, checks } = design;
  const keep = async () => {
    try {
      await save.mutateAsync({ id, version: reply.version, design });
      clearKeptInput();
      emit('notice', { kind: 'success', text: '字段已保存' });
      navigate(PATHS.tableOf(id));
    } catch {
      // The client has shown why.
    }
  };
  return (
    <div className="centre-page">
      <PageHead title={`设计数据表 ${reply.title}`}>
        <ButtonLink icon="sheet" to={PATHS.tableOf(id)}>
          数据表
        </ButtonLink>
        <Button look="primary" disabled={save.isPending || !isChanged} onClick={() => void keep()}>
          保存
        </Button>
      </PageHead>
      {reply.state === 'open' && (
        <div className="banner info" role="note">
          <Icon name="document" />
          <span>已经下发。改动保存后不影响正在填报的各期，在数据表里“发布新版”后从下一期起用。</span>
        </div>
      )}
      {faults.length > 0 && fields.length > 0 && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>{faults.join('；')}</span>
        </div>
      )}
      <section className="card centre-card" aria-label="字段">
        <div className="card-head">
          <h2>字段</h2>
          <span className="muted">
            {fields.length}个，最多{MAX_FIELDS}个
          </span>
          <span className="card-extra centre-acts">
            <label className="filter-option">
              <input
                type="checkbox"
                className="tick"
                checked={design.several}
                onChange={(event) => setDesign({ ...design, several: event.target.checked })}
              />
              每个组织可填多行
            </label>
            <Button
              size="compact"
              icon="plus"
              iconSize={13}
              aria-haspopup="dialog"
              disabled={fields.length >= MAX_FIELDS}
              onClick={() => setOpenDialog({ field: newField(design) })}
            >
              加字段
            </Button>
          </span>
        </div>
        {fields.length === 0 && (
          <p className="centre-quiet">还没有字段。按“加字段”，写名称、选类型，定要不要必填和怎样汇总。</p>
        )}
        <p className="centre-quiet">{SUM_WORDS}</p>
        <ol className="centre-list">
          {fields.map((field, at) => (
            <li key={field.id}>
              <span>
                {at + 1}. {field.name}
                <span className="muted centre-note">
                  {[
                    `${FIELD_KINDS[field.kind]}${field.unit && `（${field.unit}）`}`,
                    limitsOf(field, reply.dicts),
                    sumRuleText(field),
                  ]
                    .filter(Boolean)
                    .join('；')}
                </span>
              </span>
              <span className="centre-acts">
                <Button
                  size="compact"
                  aria-label={`${field.name}上移`}
                  disabled={at === 0}
                  onClick={() => setDesign({ ...design, fields: moveBy(fields, at, -1) })}
                >
                  上移
                </Button>
                <Button
                  size="compact"
                  aria-label={`${field.name}下移`}
                  disabled={at === fields.length - 1}
                  onClick={() => setDesign({ ...design, fields: moveBy(fields, at, 1) })}
                >
                  下移
                </Button>
                <Button
                  size="compact"
                  aria-haspopup="dialog"
                  aria-label={`修改${field.name}`}
                  onClick={() => setOpenDialog({ field })}
                >
                  修改
                </Button>
                <Button
                  size="compact"
                  aria-label={`删除${field.name}`}
                  onClick={() => setDesign(withoutField(design, field.id))}
                >
                  删除
                </Button>
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className="card centre-card" aria-label="核对规则">
        <div className="card-head">
          <h2>核对规则</h2>
          <span className="muted">
            {checks.length}条，最多{MAX_CHECKS}条
          </span>
          <span className="card-extra">
            <Button
              size="compact"
              icon="plus"
              iconSize={13}
              aria-haspopup="dialog"
              disabled={checks.length >= MAX_CHECKS || fields.length < 2}
              onClick={() => setOpenDialog({ check: { id: nextId(checks, 'k'), kind: 'atMost', fields: [] } })}
            >
              加规则
            </Button>
          </span>
        </div>
        {checks.length === 0 && (
          <p className="centre-quiet">还没有。可以规定一个数不大于另一个，或几个数相加等于合计，不符合的不能上报。</p>
        )}
        <ul className="centre-list">
          {checks.map((check) => (
            <li key={check.id}>
              <span>{checkWords(design, check)}</span>
              <span className="centre-acts">
                <Button
                  size="compact"
                  aria-haspopup="dialog"
                  aria-label={`修改规则${checkWords(design, check)}`}
                  onClick={() => setOpenDialog({ check })}
                >
                  修改
                </Button>
                <Button
                  size="compact"
                  aria-label={`删除规则${checkWords(design, check)}`}
                  onClick={() => setDesign({ ...design, checks: checks.filter(({ id: other }) => other !== check.id) })}
                >
                  删除
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </section>
      {openDialog && 'field' in openDialog && (
        <FieldDialog
          design={design}
          field={openDialog.field}
          dicts={reply.dicts}
          onDone={(field) => setDesign(withField(design, field))}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog && 'check' in openDialog && (
        <CheckDialog
          design={design}
          check={openDialog.check}
          onDone={(check) =>
            setDesign({
              ...design,
              checks: checks.some((one) => one.id === check.id)
                ? checks.map((one) => (one.id === check.id ? check : one))
                : [...checks, check],
            })
          }
          onClose={() => setOpenDialog(null)}
        />
      )}
    </div>
  );
}
