const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const PLACES = ['', '拾', '佰', '仟'];
/** Large steps, from the largest; each is read as a number of its own before its name. */
const STEPS = [
  [100_000_000, '亿'],
  [10_000, '万'],
] as const;

/** A whole number from 1 on in capitals, without a sum's name: 10010 is 壹万零壹拾. */
function whole(number: number): string {
  for (const [step, name] of STEPS) {
    if (number < step) continue;
    const rest = number % step;
    // A gap below the step, or at its own first place, is read as one 零.
    const gap = rest > 0 && rest < step / 10 ? '零' : '';
    return `${whole(Math.floor(number / step))}${name}${gap}${rest > 0 ? whole(rest) : ''}`;
  }
  let text = '';
  let open = false;
  for (const [place, digit] of [...String(number)].entries()) {
    if (digit === '0') {
      open = true;
      continue;
    }
    text += `${open && text ? '零' : ''}${DIGITS[Number(digit)]}${PLACES[String(number).length - 1 - place]}`;
    open = false;
  }
  return text;
}

/**
 * A sum in the capitals that receipts carry (the rules for bills of the People's Bank: 整 after 元 and 角, 零 before
 * 分 without 角): 1001005 fen is 人民币壹万零壹拾元零伍分.
 * @param fen whole fen, at most Number.MAX_SAFE_INTEGER either way
 * @throws RangeError for a broken number
 */
export function sumInCapitals(fen: number): string {
  if (!Number.isSafeInteger(fen)) throw new RangeError('a sum is a whole number of fen');
  const sum = Math.abs(fen);
  const yuan = Math.floor(sum / 100);
  const jiao = Math.floor(sum / 10) % 10;
  const last = sum % 10;
  const head = `人民币${fen < 0 ? '负' : ''}`;
  if (sum === 0) return `${head}零元整`;
  const cents = `${jiao ? `${DIGITS[jiao]}角` : yuan && last ? '零' : ''}${last ? `${DIGITS[last]}分` : '整'}`;
  return `${head}${yuan ? `${whole(yuan)}元` : ''}${cents}`;
}
