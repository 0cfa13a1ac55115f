import type { KeyboardEvent } from 'react';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';

export type LoginTab = 'account' | 'qr';

interface TabsProps {
  chosen: LoginTab;
  onChoose: (tab: LoginTab) => void;
  /** Whether there is a login by QR code. */
  second: boolean;
}

/** Account or QR code; the arrow keys change between them. */
export function Tabs({ chosen, onChoose, second }: TabsProps) {
  const change = (event: KeyboardEvent) => {
    if (!second || !['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const tab = event.key === 'Home' || (event.key !== 'End' && chosen === 'qr') ? 'account' : 'qr';
    onChoose(tab);
    document.getElementById(`login-tab-${tab}`)?.focus();
  };
  const tab = (name: LoginTab, title: string) => (
    <Pressable
      id={`login-tab-${name}`}
      role="tab"
      className="tab"
      aria-selected={chosen === name}
      aria-controls="login-panel"
      tabIndex={chosen === name ? 0 : -1}
      onClick={() => onChoose(name)}
      onKeyDown={change}
    >
      {name === 'qr' && <Icon name="scan" />}
      {title}
    </Pressable>
  );
  return (
    <div className="tabs login-tabs" role="tablist" aria-label="登录方式">
      {tab('account', '账号登录')}
      {second && tab('qr', '扫码登录')}
    </div>
  );
}
