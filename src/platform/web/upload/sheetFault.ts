const LARGEST = 20 * 1024 * 1024;

/** Why chosen files cannot be uploaded (the sentences of specification 5), or the empty text. */
export function fileFault(files: readonly { name: string; size: number }[]): string {
  const [file] = files;
  if (!file) return '请选择要上传的文件';
  if (files.length > 1) return '一次只能上传一个表格';
  if (!/\.(xlsx|xls|csv)$/i.test(file.name)) return '文件格式错误，请选择 xlsx、xls 或 csv 文件';
  if (file.size > LARGEST) return '文件超过20M';
  return file.size === 0 ? '文件是空的，请重新选择' : '';
}
