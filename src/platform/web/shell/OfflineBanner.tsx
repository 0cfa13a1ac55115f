import { useSyncExternalStore } from 'react';
import { Icon } from '../show/icons.tsx';

/**
 * Says when the browser has lost its network. For pages in the frame: one without it is a screen that nobody sits at, or an exam,
 * whose clock it would cover and which keeps the answers and says so itself.
 */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <div className="offline" role="alert">
      <Icon name="warning" />
      网络已断开，已填写的内容还在本页；恢复连接后请再次提交。
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
