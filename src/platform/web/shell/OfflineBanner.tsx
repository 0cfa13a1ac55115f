import { useSyncExternalStore } from 'react';
import { Icon } from '../show/icons.tsx';

/**
 * Shows when the browser has lost its network. Only for pages in the frame: a screen has no reader, and an exam keeps its answers
 * and shows this itself.
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
