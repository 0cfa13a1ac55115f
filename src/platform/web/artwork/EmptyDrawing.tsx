/** The small ridge drawing of empty states. */
export function EmptyDrawing() {
  return (
    <svg
      viewBox="0 0 132 64"
      width="132"
      height="64"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="88" cy="20" r="9" stroke="var(--gold-line)" />
      <path
        d="M8 50c10-14 18-26 28-26s14 12 22 20c6-10 12-18 20-18 12 0 24 14 44 24"
        stroke="var(--red)"
        strokeWidth="1.3"
        opacity=".75"
      />
      <path d="M20 50c6-6 10-12 16-12s8 6 12 10M66 50c5-6 9-10 14-10s10 5 16 10" stroke="var(--red)" opacity=".4" />
      <path d="M14 56h34M56 56h20M86 56h32M34 61h22M70 61h30" stroke="var(--gold-line)" />
    </svg>
  );
}
