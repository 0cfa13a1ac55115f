import { useState } from 'react';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import type { RecordImporting } from '#platform/web/records/RecordImportList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ACCOUNT_IMPORT, countSlips, printSlips } from '../../contract.accountSheet.ts';
import { ACCOUNT_SHEET } from '../../rules.accountSheet.ts';
import { ACCOUNTS } from './accountParts.tsx';

/** What is next after a sheet was written: the first passwords of the accounts that it made. */
function Slips({ id }: { id: string }) {
  const isOpen = may(useSession(), 'account:reset');
  const count = useCall(countSlips, isOpen ? { id } : null, { quiet: true });
  const [isAsking, setAsking] = useState(false);
  const found = count.data;
  if (!found || found.waiting === 0) return null;
  const again = found.waiting - Math.min(found.fresh, found.waiting);
  return (
    <section className="card record-import" aria-label="初始密码">
      <h2 className="section-title">初始密码</h2>
      <p>
        有{found.waiting}
        {found.isMore ? '个以上' : '个'}新账号还没有人登录过。打印密码条，裁开交给本人，首次登录须修改密码。
      </p>
      <div className="record-import-acts">
        <Button look="primary" icon="print" onClick={() => setAsking(true)}>
          打印密码条
        </Button>
      </div>
      {isAsking && (
        <OwnPassword
          title={`打印${found.waiting}张初始密码条`}
          icon="lock"
          act="打印"
          onConfirm={async (encrypt) => {
            await download(printSlips, { id, password: await encrypt() }, { quiet: true });
            emit('notice', { kind: 'success', text: '密码条已下载，请打印后妥善保管' });
            void count.refetch();
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            密码只出现在这一份文件里，平台不保存。
            {again > 0 && `其中${again}个账号以前印过，以前的密码条随即失效。`}
            {found.isMore && '一次最多印100张，印完的登录后再印其余的。'}
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
