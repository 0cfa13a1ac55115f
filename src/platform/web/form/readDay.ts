/** 20110622, 2011.6.22 and 2011年6月22日 as `2011-06-22`; anything else as it is, for the schema to judge. */
export function readDay(text: string): string {
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  const parts = digits ?? /^(\d{4})\s*[-./年]\s*(\d{1,2})\s*[-./月]\s*(\d{1,2})\s*日?$/.exec(text.trim());
  if (!parts) return text.trim();
  return `${parts[1]}-${parts[2]?.padStart(2, '0')}-${parts[3]?.padStart(2, '0')}`;
}
