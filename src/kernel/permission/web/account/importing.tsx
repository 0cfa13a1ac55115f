import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { markStale, useCall } from '#platform/web/call/hooks.ts';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import type { RecordImporting } from '#platform/web/records/RecordImportList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ACCOUNT_IMPORT, countSlips, MOST_SLIPS, printSlips } from '../../contract.accountSheet.ts';
import { ACCOUNT_SHEET } from '../../rules.accountSheet.ts';
import { ACCOUNTS } from './accountParts.tsx';

/** Slips that are about to be printed: the next ones, or those that were printed before from a line on. */
interface Printing {
  count: number;
  againFrom?: number;
}

/** What is next after a sheet was written: the first passwords of the accounts that it made. */
function Slips({ id }: { id: string }) {
  const isOpen = may(useSession(), 'account:reset');
  const found = useCall(countSlips, isOpen ? { id } : null, { quiet: true }).data;
  const client = useQueryClient();
  const [printing, setPrinting] = useState<Printing | null>(null);
  if (!found || (found.fresh === 0 && found.printed.length === 0 && found.left.length === 0)) return null;
  const waiting = found.printed.reduce((sum, { count }) => sum + count, 0);
  const next = Math.min(found.fresh, MOST_SLIPS);
  return (
    <section className="card record-import" aria-label="初始密码">
      <h2 className="section-title">初始密码</h2>
      {found.fresh > 0 && (
        <p>
          有{found.fresh}个新账号还没有密码。打印密码条，裁开交给本人，首次登录须修改密码。
          {found.fresh > next && `一次印${next}张，印好再印其余的，先印的照样有效。`}
        </p>
      )}
      {waiting > 0 && (
        <p className="muted">{waiting}张密码条印好了，本人还没有登录过。丢失的可以重印，旧的随即失效。</p>
      )}
      {found.left.length > 0 && (
        <>
          <p>您不能发放密码的{found.left.length}个账号，不印：</p>
          <ul className="record-import-left">
            {found.left.map(({ rowNo, name, reason }) => (
              <li key={rowNo}>
                <b>
                  第{rowNo}行{name && ` ${name}`}
                </b>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="record-import-acts">
        {found.printed.map(({ from, to, count }) => (
          <Button key={from} onClick={() => setPrinting({ count, againFrom: from })}>
            {found.printed.length === 1 ? `重印${count}张` : `重印第${from}—${to}行的${count}张`}
          </Button>
        ))}
        {next > 0 && (
          <Button look="primary" icon="print" onClick={() => setPrinting({ count: next })}>
            打印{next}张密码条
          </Button>
        )}
      </div>
      {printing && (
        <OwnPassword
          title={`${printing.againFrom === undefined ? '打印' : '重印'}${printing.count}张初始密码条`}
          icon="lock"
          act={printing.againFrom === undefined ? '打印' : '重印'}
          onConfirm={async (encrypt) => {
            const { againFrom } = printing;
            const input = { id, ...(againFrom !== undefined && { againFrom }), password: await encrypt() };
            await download(printSlips, input, { quiet: true }).finally(() => markStale(client, printSlips));
            emit('notice', { kind: 'success', text: '密码条已下载，请打印后妥善保管' });
            setPrinting(null);
          }}
          onClose={() => setPrinting(null)}
        >
          <p>
            密码只出现在这一份文件里，平台不保存。
            {printing.againFrom !== undefined && '这些账号以前印的密码条随即失效。'}
          </p>
        </OwnPassword>
      )}
    </section>
  );
}

/** The import of accounts. */
export const accountImport: RecordImporting = {
  calls: ACCOUNT_IMPORT,
  kinds: [ACCOUNT_SHEET],
  named: '姓名',
  path: `${ACCOUNTS}/sheets`,
  finding: '按身份证号找到人员和账号，按名称找到党组织',
  confirms: '开通的账号从现在起可以发放密码登录；停用的立即不能登录，已登录的退出；调动的在原党组织的角色同时收回。',
  back: '开通的角色收回，没有登录过的新账号停用；停用的账号重新启用；调动的恢复到原来的党组织和原来的权限。后来又改动过的、您不能办理的保留，逐行写明原因。',
  Next: Slips,
};
