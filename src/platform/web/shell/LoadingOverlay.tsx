import { useEffect, useState } from 'react';
import { on } from '../call/events.ts';

/** Milliseconds that calls may take before the overlay shows (specification, section 9). */
const PATIENCE = 800;

/** Covers the page while calls that are not silent have been running for 800 ms. */
export function LoadingOverlay() {
  const [running, setRunning] = useState(false);
  const [shown, setShown] = useState(false);
  useEffect(() => on('loading', (count) => setRunning(count > 0)), []);
  useEffect(() => {
    if (!running) return setShown(false);
    const timer = setTimeout(() => setShown(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [running]);
  return (
    <div className={shown ? 'loading shown' : 'loading'} role="status" aria-live="polite">
      {shown && (
        <span className="loading-box">
          <i className="spinner" aria-hidden="true" />
          正在处理，请稍候
        </span>
      )}
    </div>
  );
}
