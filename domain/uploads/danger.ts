import { refusalRow } from '../refusals/refusals.ts';

/**
 * Messages for files that are refused because of their content, for the person who uploaded them (decision
 * 0018).
 */
export const dangerMessage = {
  macro: '文件含有宏，不能上传；请另存为不含宏的 docx、xlsx 或 PDF 文件后重新上传',
  activeX: '文件含有ActiveX控件，不能上传；请删除控件后重新上传',
  embedded: '文件内嵌有程序或其他文件，不能上传；请取出后重新上传',
  external: '文件会自动打开外部内容，不能上传；请断开链接后重新上传',
  script: '文件含有脚本，不能上传；请去除脚本后重新上传',
  launch: '文件会启动其他程序，不能上传',
  attachment: 'PDF中带有附件，不能上传；请取出附件后分别上传',
  encrypted:
    '文件设有打开密码，无法检查，不能上传；请用原软件打开，去除密码后另存为 docx、xlsx 或 PDF 文件，再重新上传',
  bomb: '文件展开后过大，不能上传',
  picture: '图片的长宽过大，不能上传；请缩小后重新上传',
  tooComplex: '文件内容过于复杂，无法检查，不能上传',
  virus: '文件含有病毒，不能上传',
  /** Content that violates the format; the message is that of a wrong format (S2 §5). */
  broken: refusalRow.fileTypeNotAllowed.text,
} as const;

export type UnsafeContentKind = keyof typeof dangerMessage;

/** The EICAR test file in two halves, so that no virus scanner reports this source file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'];

/** Number of bytes by which two neighbouring chunks must overlap in a scan. */
export const eicarBytes = eicar.join('').length;

/** Checks whether a text, one character for each byte, contains the EICAR test file. */
export function containsEicar(text: string): boolean {
  return text.includes(eicar.join(''));
}
