import { describe, expect, test } from 'vitest';
import { readDefinition } from './read-definition.ts';
import { fileToStore } from './write-file.ts';

const file = () => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:test">
  <process id="letter" name="来信"><startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="accept"/>
  <userTask id="accept" name="受理"/><sequenceFlow id="f2" sourceRef="accept" targetRef="done"/><endEvent id="done"/></process>
</definitions>`;

describe('a file in another encoding than UTF-8', () => {
  test.each(['GB2312', 'GBK', 'UTF-16', 'ISO-8859-1'])(
    'is accepted when it declares %s and was decoded, and is stored as UTF-8',
    async (encoding) => {
      const xml = file().replace('encoding="UTF-8"', `encoding="${encoding}"`);
      const result = await readDefinition(xml);
      const { problems, hints } = result;
      expect(problems).toEqual([]);
      expect(hints[0]?.message).toBe(`文件声明的编码是 ${encoding}，按 UTF-8 保存`);
      const stored = await fileToStore(xml, result);
      expect(stored.xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>/);
      expect((await readDefinition(stored.xml)).definition?.nodes.accept?.name).toBe('受理');
    },
  );

  test('is refused when its bytes are not valid in UTF-8 or in the declared encoding', async () => {
    const bytes = Buffer.concat([Buffer.from(file()), Buffer.from([0xca, 0xdc, 0xc0, 0xed])]);
    const wide = Buffer.from(file(), 'utf16le').toString('utf8');
    const messagesOf = async (xml: string) =>
      (await readDefinition(xml)).problems.map(({ message }) => message);
    for (const xml of [bytes.toString('utf8'), wide]) {
      expect(await messagesOf(xml)).toEqual([
        '文件不是 UTF-8 编码（含有无法识别的字符）：请用 UTF-8 编码另存，或在文件开头的 encoding 中写明实际编码后再导入',
      ]);
    }
    expect(await messagesOf(bytes.toString('utf8').replace('UTF-8', 'GB2312'))).toEqual([
      '文件声明的编码是 GB2312，内容却不是（含有无法识别的字符）：请把声明改为实际编码，或用 UTF-8 编码另存后再导入',
    ]);
  });

  test('is read as UTF-8 with a byte order mark or with a lower-case encoding name', async () => {
    expect((await readDefinition(`\uFEFF${file()}`)).problems).toEqual([]);
    expect((await readDefinition(file().replace('UTF-8', 'utf-8'))).problems).toEqual([]);
  });
});
