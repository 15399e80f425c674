import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileForm } from '../forms/compile.ts';
import type { CompiledForm } from '../forms/compiled-form.ts';
import type { ProcessDefinition } from '../workflow/model/model.ts';
import { factTexts, withLabels, withPaths } from './fact-texts.ts';
import type { ItemDocument } from './item-document.ts';

/** Labels that administrators read in place of the codes of forms and steps. */

const read = (path: string) => JSON.parse(readFileSync(`server/seeds/data/${path}`, 'utf8'));
const nodes = {
  examine: { id: 'examine', kind: 'userTask', name: '受理审查' },
  sign: { id: 'sign', kind: 'userTask', name: '受理审查' },
} as unknown as ProcessDefinition['nodes'];
const textsOf = (item: string) =>
  factTexts([compileForm(read(`forms/${item}.json`)) as CompiledForm], { nodes });
const written = (text: string, more: Partial<ItemDocument['template']> = {}): ItemDocument => ({
  template: { code: 'a', name: 'a', look: 'letter', title: text, body: [], ...more },
  places: [],
});

describe('labels of facts', () => {
  const words = textsOf('petition-letter');

  it('are the titles of forms, fields and columns, and the names of nodes', () => {
    const shown = withLabels(
      written('{{表单.petition-letter.letterDate|日期}}，{{环节意见.examine.意见}}，{{文号}}{{ 今天 }}', {
        body: [
          {
            kind: 'table',
            rows: '表单.petition-letter.representatives',
            columns: [{ title: '姓名', share: 1, cell: '{{序号}}{{本项.certCode}}' }],
          },
        ],
      }),
      words,
    );
    expect(shown.template.title).toBe(
      '{{群众来信登记表.来信日期|日期}}，{{受理审查.意见}}，{{文号}}{{今天}}',
    );
    expect(shown.template.body).toMatchObject([{ columns: [{ cell: '{{序号}}{{本项.居民身份证号}}' }] }]);
  });

  it('are unique for each fact', () => {
    const labels = [...words.values, ...words.lists].map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(words.values.filter(({ path }) => path.endsWith('.意见') && path.startsWith('环节意见'))).toEqual([
      { path: '环节意见.examine.意见', label: '受理审查.意见' },
      { path: '环节意见.sign.意见', label: '受理审查.意见（2）' },
    ]);
  });

  it('leave an unknown fact as it was typed', () => {
    expect(withLabels(written('{{没有|日期}}{{'), words).template.title).toBe('{{没有|日期}}{{');
  });

  it('are converted back to exactly the stored paths', () => {
    for (const item of ['petition-letter', 'permit-application', 'congress-proposal']) {
      const { documents } = read(`documents/${item}.json`) as { documents: ItemDocument[] };
      const own = textsOf(item);
      for (const document of documents) {
        const shown = withLabels(document, own);
        expect(JSON.stringify(shown)).not.toMatch(/\{\{表单\./);
        expect(withPaths(shown, own)).toEqual(document);
      }
    }
  });
});
