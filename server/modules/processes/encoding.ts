/** Numbers of characters that XML does not know and that no record can hold: NUL and halves of pairs. */
function holdsNoCharacter(xml: string): boolean {
  return [...xml.matchAll(/&#(?:x([0-9a-f]+)|(\d+));/gi)].some(([, hex, decimal]) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code === 0 || (code >= 0xd800 && code <= 0xdfff);
  });
}

/**
 * What is wrong with the characters of a file, before anything is read; null when nothing is. A file in another encoding
 * than UTF-8 comes here with its declaration, or with the signs that stand for bytes which are no UTF-8.
 */
export function checkCharacters(xml: string): string | null {
  if (holdsNoCharacter(xml)) return '不是有效的 BPMN 2.0 文件：含有不允许的字符';
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml.slice(0, xml.search(/<[a-z_]/i)))) {
    return '文件含有文档类型或实体声明（<!DOCTYPE、<!ENTITY），流程文件不需要，也不接受：请删除后再导入';
  }
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/i.exec(xml)?.[1];
  if (declared !== undefined && !/^utf-?8$/i.test(declared)) {
    return `文件声明的编码是 ${declared.slice(0, 40)}，只支持 UTF-8：请用 UTF-8 编码另存后再导入`;
  }
  return /[\0\uFFFD]/.test(xml)
    ? '文件不是 UTF-8 编码（含有无法识别的字符）：请用 UTF-8 编码另存后再导入'
    : null;
}
