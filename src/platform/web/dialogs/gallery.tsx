import { useRef, useState } from 'react';
import { ApprovalActs } from '../approval/ApprovalActs.tsx';
import { emit } from '../call/events.ts';
import { ApiError } from '../call/request.ts';
import { Case, Cases } from '../gallery/Case.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { DiffDialog } from './DiffDialog.tsx';
import { Menu } from './Menu.tsx';

const WIDTHS = [470, 700, 900, 1000] as const;
const DIFFERENCES = [
  { field: 'phone', label: '手机号', base: '138****0022', theirs: '139****0022', mine: '137****0022' },
  { field: 'post', label: '职务', base: '', theirs: '组织委员', mine: '' },
];

type Open = 'confirm' | 'delete' | 'password' | 'diff' | 'menu' | (typeof WIDTHS)[number];

/** Dialogs of each width and kind, the menu of a row, and the bar after a reversible act. */
export default function DialogGallery() {
  const [open, setOpen] = useState<Open | null>(null);
  const [outcome, setOutcome] = useState('');
  const anchor = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(null);
  const opener = (what: Open, title: string) => <Button onClick={() => setOpen(what)}>{title}</Button>;
  return (
    <Cases>
      <Case title="宽度470、700、900、1000">
        <div className="gallery-line">
          {WIDTHS.map((width) => (
            <span key={width}>{opener(width, `${width}像素`)}</span>
          ))}
        </div>
      </Case>
      <Case title="确认、删除、对照">
        <div className="gallery-line">
          {opener('confirm', '确认')}
          {opener('delete', '删除：须写原因')}
          {opener('password', '删除：原因和密码')}
          {opener('diff', '对照两份')}
        </div>
      </Case>
      <Case title="办理：同意、退回、催办、撤回">
        <div className="gallery-line">
          <ApprovalActs
            acts={{
              agree: {
                title: '同意 购置投影仪',
                words: { label: '意见', free: true },
                consequence: '交给下一个节点。',
                run: async (words) => setOutcome(`已同意${words && `：${words}`}`),
              },
              return: {
                title: '退回 购置投影仪',
                words: { label: '退回原因' },
                consequence: '退回后由申请人修改，重新提交。',
                run: async (words) => setOutcome(`已退回：${words}`),
              },
              urge: { off: '2小时后可以再催', run: async () => setOutcome('已催办') },
              withdraw: {
                title: '撤回 购置投影仪',
                consequence: '撤回后上级不再审批。',
                run: () => Promise.reject(new ApiError('这件申请已被处理', 409, 409)),
              },
            }}
          />
        </div>
      </Case>
      <Case title="菜单">
        <Button
          ref={anchor}
          aria-haspopup="menu"
          aria-expanded={open === 'menu'}
          onClick={() => setOpen(open === 'menu' ? null : 'menu')}
        >
          更多
        </Button>
      </Case>
      <Case title="撤销条：8秒">
        <Button
          onClick={() => emit('undoable', { text: '已归档3条通知', act: '撤销', run: () => setOutcome('已撤销') })}
        >
          归档3条通知
        </Button>
        <p role="status">{outcome}</p>
      </Case>
      {WIDTHS.map(
        (width) =>
          open === width && (
            <Dialog
              key={width}
              title={`选择人员 ${width}像素`}
              width={width}
              onClose={close}
              foot={
                <>
                  <Button onClick={close}>取消</Button>
                  <Button look="primary" onClick={close}>
                    确定
                  </Button>
                </>
              }
            >
              <p>窄屏时对话框与屏幕同宽，两侧各留16像素。</p>
            </Dialog>
          ),
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          title="撤回 第三季度报告"
          act="撤回"
          onConfirm={async () => setOutcome('已撤回')}
          onClose={close}
        >
          撤回后上级不再看到这份报告，可修改后重新提交。
        </ConfirmDialog>
      )}
      {(open === 'delete' || open === 'password') && (
        <DeleteDialog
          verb="删除党员"
          name="黄立新"
          consequence="档案移入回收站，30天内可恢复。"
          withPassword={open === 'password'}
          onDelete={async ({ deleteReason }) => setOutcome(`已删除，原因：${deleteReason}`)}
          onClose={close}
        />
      )}
      {open === 'diff' && (
        <DiffDialog
          name="黄立新"
          who="王建军在10:40"
          differences={DIFFERENCES}
          onMerge={(mine) => {
            setOutcome(`已合并，保留我填写的${mine.size}项`);
            close();
          }}
          onClose={close}
        />
      )}
      {open === 'menu' && anchor.current && (
        <Menu
          anchor={anchor.current}
          label="黄立新的操作"
          acts={[
            { label: '编辑', icon: 'edit', hotkey: 'E', run: () => setOutcome('编辑') },
            { label: '打印', icon: 'print', run: () => setOutcome('打印') },
            { label: '减少党员', icon: 'trash', danger: true, run: () => setOutcome('减少党员') },
          ]}
          onClose={close}
        />
      )}
    </Cases>
  );
}
