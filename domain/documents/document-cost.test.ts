import { describe, expect, it } from 'vitest';
import { PatternCostExceededError } from '../forms/pattern-cost.ts';
import { type DocumentTemplate, fillTemplate, type TemplateBlock } from './document-template.ts';
import type { Facts } from './placeholders.ts';

const identifiers = { number: '', verification: null };
const costlyCondition = { field: '表单.信访.内容', is: 'regexp', value: '(.?){450}z' } as const;

function fill(body: readonly TemplateBlock[], facts: Facts) {
  const template: DocumentTemplate = {
    code: 'notice',
    name: '告知书',
    look: 'letter',
    title: '告知书',
    body,
  };
  return fillTemplate(template, facts, identifiers).body;
}

const letterWith = (content: string): Facts => ({ 表单: { 信访: { 内容: content } } });
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ 姓名: `人${index}` }));

describe('work limit of one document', () => {
  const block = { kind: 'text', text: '一', when: costlyCondition } as const;

  it('applies to the patterns of all its conditions together; a document beyond it is not made', () => {
    const facts = letterWith('x'.repeat(5_000));
    expect(fill([block], facts)).toEqual([]);
    expect(() => fill([block, block], facts)).toThrow(PatternCostExceededError);
  });

  it('applies to the entries of a list and the rows of a part together', () => {
    const facts = { ...letterWith('x'.repeat(5_000)), 名单: people(2) };
    expect(() => fill([{ ...block, each: '名单' }], facts)).toThrow(PatternCostExceededError);
    const rows = ['一', '二'].map((label) => ({ label, value: '三', when: costlyCondition }));
    expect(() => fill([{ kind: 'fields', rows }], facts)).toThrow(PatternCostExceededError);
  });

  it('starts again for each document', () => {
    const facts = letterWith('x'.repeat(5_000));
    for (const _document of ['first', 'second']) expect(fill([block], facts)).toEqual([]);
  });

  it('stops a list within a list, and a long text in many places', () => {
    const facts = { ...letterWith('长'.repeat(20_000)), 名单: people(500), 清单: people(500) };
    const columns = Array.from({ length: 12 }, () => ({ title: '姓名', share: 1, cell: '{{本项.姓名}}' }));
    const table = { kind: 'table', columns, rows: '清单' } as const;
    expect(fill([table], facts)).toHaveLength(1);
    expect(() => fill([{ ...table, each: '名单' }], facts)).toThrow(PatternCostExceededError);
    const text = '{{表单.信访.内容}}'.repeat(1_000);
    expect(() => fill([{ kind: 'text', text }], facts)).toThrow(PatternCostExceededError);
  });
});
