export function pauseAfter(last: number, run: { ready: boolean; ms: number }): number;
