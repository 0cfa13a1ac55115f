/** The year of what is shown. */
export function YearSelect({
  year,
  years,
  onYear,
}: {
  year: number;
  years: readonly number[];
  onYear: (year: number) => void;
}) {
  return (
    <select
      className="field-box"
      aria-label="年份"
      value={year}
      onChange={(event) => onYear(Number(event.target.value))}
    >
      {years.map((one) => (
        <option key={one} value={one}>
          {one}年
        </option>
      ))}
    </select>
  );
}
