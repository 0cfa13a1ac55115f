import { useState } from 'react';

import type { PaperFile } from '#platform/papers/paper.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { useKeptState, useKeptText } from '#platform/web/kept/useKept.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { NoRight } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getBookLayout, previewBookLayout, saveBookLayout } from '../contract.overlay.ts';
import { BOOK_FIELDS, type BookField, type BookPlace, layoutFaults } from '../rules/bookLayout.ts';
import { PATHS } from './paths.ts';
import './recruitment.css';
import './overlay.css';

const NUMBERS = [
  ['page', '页'],
  ['x', '左边距'],
  ['y', '上边距'],
  ['width', '宽'],
  ['height', '高'],
  ['size', '字号（磅）'],
] as const;
type NumberName = (typeof NUMBERS)[number][0];
type Typed = Record<NumberName, string> & { key: BookField };

/** `bookLayout`: where the fields of the official 《入党志愿书》 lie; measured once for the paper that is in use. */
export default function BookLayoutPage() {
  useTitle('志愿书套打位置');
  const session = useSession();
  const isAllowed = may(session, getBookLayout.access);
  const bookLayoutQuery = useCall(getBookLayout, {}, { quiet: true, staleTime: 0, enabled: isAllowed });
  if (!isAllowed) return <NoRight title="当前角色不能维护套打位置" />;
  return (
    <RecordLoader query={bookLayoutQuery} fresh>
      {(layout) => <Editing key={layout.number} layout={layout} />}
    </RecordLoader>
  );
}

type Layout = Awaited<ReturnType<typeof call<typeof getBookLayout>>>;
const typedOf = (fields: readonly BookPlace[]): Typed[] =>
  (Object.keys(BOOK_FIELDS) as BookField[]).map((key) => {
    const one = fields.find((field) => field.key === key);
    const said = (name: NumberName) => (one ? String(one[name]) : '');
    return {
      key,
      page: said('page'),
      x: said('x'),
      y: said('y'),
      width: said('width'),
      height: said('height'),
      size: said('size'),
    };
  });

function Editing({ layout }: { layout: Layout }) {
  const of = `layout ${layout.number}`;
  const [rows, setRows, rowsSent] = useKeptState(`${of} rows`, '套打位置', typedOf(layout.fields));
  const [paper, setPaper, paperSent] = useKeptState(`${of} paper`, '纸张尺寸', {
    width: String(layout.width),
    height: String(layout.height),
  });
  const [remark, setRemark, remarkSent] = useKeptText(`${of} remark`, '说明');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [shown, setShown] = useState<{ ask: (signal: AbortSignal) => Promise<PaperFile> } | null>(null);
  const save = useAct(saveBookLayout, { quiet: true });
  const set = (key: BookField, name: NumberName, value: string) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, [name]: value } : row)));
  /** What is typed as a layout; a line without anything is left out of the paper. Null: something is amiss. */
  const read = () => {
    const found: Record<string, string> = {};
    const fields = rows.flatMap(({ key, ...typed }) => {
      const said = Object.values(typed);
      if (said.every((value) => value.trim() === '')) return [];
      if (said.some((value) => value.trim() === '' || !Number.isFinite(Number(value)))) {
        found[key] = `${BOOK_FIELDS[key]}：请把六项都填成数字，不套打的六项都留空`;
        return [];
      }
      const n = (name: NumberName) => Number(typed[name]);
      return [{ key, page: n('page'), x: n('x'), y: n('y'), width: n('width'), height: n('height'), size: n('size') }];
    });
    const given = { width: Number(paper.width), height: Number(paper.height), fields };
    const all = { ...layoutFaults(given), ...found };
    setFaults(all);
    return Object.keys(all).length === 0 ? given : null;
  };
  const onSave = async () => {
    const given = read();
    if (!given) return;
    try {
      await save.mutateAsync({ number: layout.number, ...given, remark });
      for (const sent of [rowsSent, paperSent, remarkSent]) sent();
      emit('notice', { kind: 'success', text: '已保存，之后的套打用这一版' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const told = Object.entries(error.fields).map(([key, text]) => [key.replace('fields.', ''), text]);
      setFaults(told.length > 0 ? Object.fromEntries(told) : { '': error.message });
    }
  };
  const preview = () => {
    const given = read();
    if (given) setShown({ ask: (signal) => call(previewBookLayout, given, { quiet: true, signal }) });
  };
  return (
    <div className="fz-page">
      <PageHead title="志愿书套打位置">
        <ButtonLink to={PATHS.printers}>打印机校准</ButtonLink>
        <ButtonLink to={PATHS.templates}>材料模板</ButtonLink>
      </PageHead>
      <p className="muted">
        用直尺量正式志愿书上各栏可以写字的地方，单位毫米，从纸的左上角量起；不套打的栏六项都留空。打印框线放在志愿书上对光核对，再保存。
      </p>
      <section className="card fz-layout-card" aria-label="各栏位置">
        <div className="fz-paper-size">
          {(['width', 'height'] as const).map((side) => (
            <label key={side}>
              {side === 'width' ? '纸宽（毫米）' : '纸高（毫米）'}
              <span className="field-box">
                <input
                  value={paper[side]}
                  inputMode="decimal"
                  maxLength={6}
                  onChange={(event) => setPaper({ ...paper, [side]: event.target.value })}
                />
              </span>
            </label>
          ))}
        </div>
        {faults[''] && (
          <p className="field-fault" role="alert">
            {faults['']}
          </p>
        )}
        <div className="fz-scroll">
          <table className="fz-layout">
            <thead>
              <tr>
                <th scope="col">栏目</th>
                {NUMBERS.map(([name, label]) => (
                  <th key={name} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <th scope="row">
                    {BOOK_FIELDS[row.key]}
                    {faults[row.key] && (
                      <p className="field-fault" role="alert">
                        {faults[row.key]}
                      </p>
                    )}
                  </th>
                  {NUMBERS.map(([name, label]) => (
                    <td key={name}>
                      <span className={faults[row.key] === undefined ? 'field-box' : 'field-box wrong'}>
                        <input
                          aria-label={`${BOOK_FIELDS[row.key]}${label}`}
                          aria-invalid={faults[row.key] !== undefined}
                          value={row[name]}
                          inputMode="decimal"
                          maxLength={6}
                          onChange={(event) => set(row.key, name, event.target.value)}
                        />
                      </span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className="form-field">
          <label className="field-label" htmlFor="layout-remark">
            修改说明
          </label>
          <span className="field-box">
            <input
              id="layout-remark"
              value={remark}
              maxLength={60}
              placeholder="如：按2022年版志愿书量得"
              onChange={(event) => setRemark(event.target.value)}
            />
          </span>
          {faults.remark && (
            <p className="field-fault" role="alert">
              {faults.remark}
            </p>
          )}
        </div>
        <div className="fz-acts">
          <Button onClick={preview}>打印框线核对</Button>
          <Button look="primary" disabled={save.isPending} onClick={() => void onSave()}>
            保存为新版本
          </Button>
        </div>
      </section>
      <section className="card" aria-label="版本">
        <div className="card-head">
          <h2>版本</h2>
        </div>
        <ul className="fz-templates">
          {layout.versions.map((one) => (
            <li key={one.number}>
              <span className="grow">
                第{one.number}版 {one.number === layout.number && <span className="tag ok">现用</span>}
                <span className="muted small">
                  {one.remark}　{one.createdBy}　{dateTime(one.createdAt)}
                </span>
              </span>
              {one.number !== layout.number && (
                <Button look="row" onClick={() => void take(one.number)}>
                  取出
                </Button>
              )}
            </li>
          ))}
          <li>
            <span className="grow">
              内置位置 {layout.number === 0 && <span className="tag ok">现用</span>}
              <span className="muted small">A4纸，随平台提供，按正式志愿书量过再用</span>
            </span>
            {layout.number !== 0 && (
              <Button look="row" onClick={() => void take(0)}>
                取出
              </Button>
            )}
          </li>
        </ul>
      </section>
      {shown && <PaperDialog title="志愿书套打位置" ask={shown.ask} onClose={() => setShown(null)} />}
    </div>
  );

  /** Puts an earlier version into the form, to be saved as the next one. */
  async function take(number: number) {
    // The client has shown why it failed.
    const found = await call(getBookLayout, { number }).catch(() => null);
    if (!found) return;
    setRows(typedOf(found.fields));
    setPaper({ width: String(found.width), height: String(found.height) });
    setRemark(number === 0 ? '恢复内置位置' : `恢复第${number}版`);
    setFaults({});
  }
}
