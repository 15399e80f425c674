/**
 * Checks for numeric references to characters that XML does not allow and that cannot be stored: NUL and lone
 * surrogates.
 */
function hasInvalidCharacter(xml: string): boolean {
  return [...xml.matchAll(/&#(?:x([0-9a-f]+)|(\d+));/gi)].some(([, hex, decimal]) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code === 0 || (code >= 0xd800 && code <= 0xdfff);
  });
}

const head = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/i;

/** Returns the encoding declared in the file; undefined if there is none. */
export function declaredEncoding(xml: string): string | undefined {
  return head.exec(withoutByteOrderMark(xml))?.[1];
}

/** Returns the text without a byte-order mark. */
export function withoutByteOrderMark(xml: string): string {
  return xml.startsWith('\uFEFF') ? xml.slice(1) : xml;
}

/** Returns the text with UTF-8 as declared encoding, which is correct after it was read. */
export function withUtf8Declaration(xml: string): string {
  const text = withoutByteOrderMark(xml);
  const encoding = declaredEncoding(text);
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return text;
  return text.replace(head, (declaration) => declaration.replace(encoding, 'UTF-8'));
}

/** Returns the problem of a file's characters, before parsing; null if there is none. */
export function checkCharacters(xml: string): string | null {
  if (hasInvalidCharacter(xml)) return '不是有效的 BPMN 2.0 文件：含有不允许的字符';
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml.slice(0, xml.search(/<[a-z_]/i)))) {
    return '文件含有文档类型或实体声明（<!DOCTYPE、<!ENTITY），流程文件不需要，也不接受：请删除后再导入';
  }
  if (!/[\0\uFFFD]/.test(xml)) return null;
  const encoding = declaredEncoding(xml);
  return encoding === undefined || /^utf-?8$/i.test(encoding)
    ? '文件不是 UTF-8 编码（含有无法识别的字符）：请用 UTF-8 编码另存，或在文件开头的 encoding 中写明实际编码后再导入'
    : `文件声明的编码是 ${encoding.slice(0, 40)}，内容却不是（含有无法识别的字符）：请把声明改为实际编码，或用 UTF-8 编码另存后再导入`;
}
