/** The platform's mark: two ridges and a river in a ring. The colours come from the class around it (`--mark`, `--mark-line`). */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 28 28"
      width={size}
      height={size}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="14" cy="14" r="12.8" stroke="var(--mark-line)" strokeWidth="1.2" />
      <path d="M2.5 18.5L8.5 9l4 6 1.5 6.5M25.5 18.5L19.5 7l-4.7 8.5L14 21.5" stroke="var(--mark)" strokeWidth="1.5" />
      <path d="M6 23.2c3-1.8 5 .9 8-.6s5 1 8-.5" stroke="var(--mark-line)" strokeWidth="1.3" />
    </svg>
  );
}
