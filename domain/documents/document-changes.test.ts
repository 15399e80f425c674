import { describe, expect, test } from 'vitest';
import { documentChanges } from './document-changes.ts';
import type { ItemDocument } from './item-document.ts';

const text = (content: string) => ({ kind: 'text' as const, text: content });
const documentWith = (template: Partial<ItemDocument['template']>): ItemDocument => ({
  template: { code: 'a', name: '答复书', look: 'letter', title: '标题', body: [], ...template },
  places: [],
});

describe('changes of a document on publishing', () => {
  test('are empty for the same document', () => {
    const document = documentWith({ body: [text('一'), text('二')] });
    expect(documentChanges(document, structuredClone(document))).toEqual([]);
  });

  test('are listed part by part, a new part with an empty previous text', () => {
    const changes = documentChanges(
      documentWith({}),
      documentWith({ title: '新标题', sealed: true, copies: '县府办' }),
    );
    expect(changes).toEqual([
      { part: '标题', before: '标题', after: '新标题' },
      { part: '抄送', before: '', after: '县府办' },
      { part: '盖章', before: '否', after: '是' },
    ]);
  });

  test('distinguish a new block from blocks that only moved down', () => {
    const before = documentWith({ body: [text('一'), text('二'), text('三')] });
    const after = documentWith({ body: [text('新'), text('一'), text('二'), text('三改')] });
    expect(documentChanges(before, after)).toEqual([
      { part: '正文第 1 段', before: '三', after: '新' },
      { part: '正文第 4 段', before: '', after: '三改' },
    ]);
  });
});
