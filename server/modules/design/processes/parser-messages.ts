/**
 * Messages that users understand, for the warnings of the BPMN parser, whose own messages are for programmers.
 */
const texts: readonly [pattern: RegExp, text: (name: string, line: number) => string][] = [
  [/duplicate ID <([^>]*)>/, (id) => `编号“${id}”重复，请改为各不相同的编号`],
  [
    /illegal ID <([^>]*)>/,
    (id) => `编号“${id}”含有不允许的字符，请改为以字母开头，只有字母、数字和 _ - . 的编号`,
  ],
  [/unresolved reference <([^>]*)>/, (id) => `引用了不存在的元素“${id}”，请改正引用`],
  [/unknown attribute <([^>]*)>/, (name) => `无法识别的属性“${name}”，请检查拼写`],
  [
    /no namespace uri given for prefix <([^>]*)>/,
    (prefix) => `前缀“${prefix}”没有声明命名空间，请在 definitions 中写明 xmlns:${prefix}`,
  ],
  [/unexpected body text <([^>]*)>/, (text) => `不应有的文字“${text}”，请删去`],
  [
    /failed to parse document as/,
    () => '最外层的元素不是 BPMN 2.0 的 definitions，请确认导出的是 BPMN 2.0 XML',
  ],
  [
    /unparsable content (.*) detected/,
    (content, line) => `第 ${line} 行的内容无法识别：${content}，请改正或删去`,
  ],
  [/unparsable content/, (_, line) => `第 ${line} 行的内容无法识别，请改正或删去`],
];

/** Translates a warning or an error of the parser to Chinese; the parser counts lines from 0. */
export function translateParserMessage(parserMessage: string): string {
  const line = Number(/line: (\d+)/.exec(parserMessage)?.[1] ?? 0) + 1;
  for (const [pattern, text] of texts) {
    const match = pattern.exec(parserMessage);
    if (match) return text(match[1] ?? '', line);
  }
  return '内容无法识别，请重新导出';
}
