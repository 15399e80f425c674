import { describe, expect, test } from 'vitest';
import { documentChanges } from './document-changes.ts';
import type { ItemDocument } from './item-document.ts';

const text = (words: string) => ({ kind: 'text' as const, text: words });
const written = (template: Partial<ItemDocument['template']>): ItemDocument => ({
  template: { code: 'a', name: '答复书', look: 'letter', title: '标题', body: [], ...template },
  places: [],
});

describe('what publishing changes', () => {
  test('is nothing for the same document', () => {
    const document = written({ body: [text('一'), text('二')] });
    expect(documentChanges(document, structuredClone(document))).toEqual([]);
  });

  test('is named part by part, a part that is new with nothing before it', () => {
    const changes = documentChanges(
      written({}),
      written({ title: '新标题', sealed: true, copies: '县府办' }),
    );
    expect(changes).toEqual([
      { part: '标题', before: '标题', after: '新标题' },
      { part: '抄送', before: '', after: '县府办' },
      { part: '盖章', before: '否', after: '是' },
    ]);
  });

  test('tells a block that came from those that only stand further down', () => {
    const before = written({ body: [text('一'), text('二'), text('三')] });
    const after = written({ body: [text('新'), text('一'), text('二'), text('三改')] });
    expect(documentChanges(before, after)).toEqual([
      { part: '正文第 1 段', before: '三', after: '新' },
      { part: '正文第 4 段', before: '', after: '三改' },
    ]);
  });
});
