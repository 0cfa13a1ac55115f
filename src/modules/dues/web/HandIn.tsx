/** 批量缴纳. */
export default function HandIn() {
  return null;
}
