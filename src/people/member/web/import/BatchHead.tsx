import { Fragment } from 'react';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { dateTime } from '#platform/web/show/time.ts';
import type { ImportBatch } from '../../contract.import.ts';
import { undoneSummary } from './UndoneBatch.tsx';

const STEPS = ['上传文件', '匹配列', '校验', '修正', '完成'];
/** The step at which a batch stands, from 0. */
const STEP: Readonly<Record<ImportBatch['state'], number>> = {
  uploaded: 1,
  failed: 1,
  checking: 2,
  fixing: 3,
  done: 5,
  undone: 5,
};

const kindOf = (fileName: string) => (/\.csv$/i.test(fileName) ? '逗号分隔的表' : '电子表格');

/** The file, the steps, and how many of its rows are where. `duplicates`: among the bad ones. */
export function BatchHead({ batch, duplicates }: { batch: ImportBatch; duplicates: number }) {
  const at = STEP[batch.state];
  return (
    <section className="card import-head" aria-label="导入进度">
      <div className="import-file">
        <span className="import-file-icon">
          <Icon name="sheet" size={22} />
        </span>
        <div>
          <b className="ellipsis" title={batch.fileName}>
            {batch.fileName}
          </b>
          <p>
            {kindOf(batch.fileName)}，{formatNumber(batch.total)}行
          </p>
          <p>{dateTime(batch.createTime)}上传，进度自动保存</p>
        </div>
      </div>
      <div className="import-progress">
        <ol className="import-steps">
          {STEPS.map((step, index) => (
            <Fragment key={step}>
              {index > 0 && <li className="import-step-line" aria-hidden="true" />}
              <li
                className={index < at ? 'done' : index === at ? 'now' : undefined}
                aria-current={index === at ? 'step' : undefined}
              >
                <span className="import-step-mark">{index < at ? <Icon name="check" /> : index + 1}</span>
                {step}
              </li>
            </Fragment>
          ))}
        </ol>
        {batch.state === 'undone' ? (
          <p className="import-legend">本批已撤销：{undoneSummary(batch)}。</p>
        ) : (
          <Counts batch={batch} duplicates={duplicates} />
        )}
      </div>
    </section>
  );
}

function Counts({ batch, duplicates }: { batch: ImportBatch; duplicates: number }) {
  const left = batch.total - batch.progress;
  return (
    <>
      <div
        className="import-bar"
        role="progressbar"
        aria-label="已处理的行"
        aria-valuemin={0}
        aria-valuemax={batch.total}
        aria-valuenow={batch.progress}
      >
        <i className="written" style={{ flexGrow: batch.written }} />
        <i className="written" style={{ flexGrow: batch.updated }} />
        <i className="bad" style={{ flexGrow: batch.bad }} />
        <i className="skipped" style={{ flexGrow: batch.skipped }} />
        <i className="left" style={{ flexGrow: left }} />
      </div>
      <p className="import-legend">
        <span>
          <i className="import-square" />
          已入库<b>{formatNumber(batch.written)}</b>行
        </span>
        <span>
          <i className="import-diamond" />
          待修正<b>{formatNumber(batch.bad)}</b>行
        </span>
        {batch.updated > 0 && (
          <span>
            <i className="import-square" />
            已更新<b>{formatNumber(batch.updated)}</b>人
          </span>
        )}
        {batch.skipped > 0 && (
          <span title="选择跳过的行，以及已在册且完全一致的行">
            <i className="import-square skipped" />
            跳过<b>{formatNumber(batch.skipped)}</b>行
          </span>
        )}
        {left > 0 && <span className="muted">未处理{formatNumber(left)}行</span>}
        {duplicates > 0 && <span className="muted">其中疑似重复{formatNumber(duplicates)}行</span>}
        <span className="muted import-legend-note">正确的行先入库，改好一行入一行</span>
      </p>
    </>
  );
}
