import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileForm } from '../forms/compile.ts';
import type { CompiledForm } from '../forms/compiled-form.ts';
import type { ProcessDefinition } from '../workflow/model/model.ts';
import { factTexts, withLabels, withPaths } from './fact-texts.ts';
import type { ItemDocument } from './item-document.ts';

/** Labels that administrators read in place of the codes of forms and steps. */

const readSeed = (path: string) => JSON.parse(readFileSync(`server/seeds/data/${path}`, 'utf8'));
const nodes = {
  examine: { id: 'examine', kind: 'userTask', name: '受理审查' },
  sign: { id: 'sign', kind: 'userTask', name: '受理审查' },
} as unknown as ProcessDefinition['nodes'];
const textsOf = (item: string) =>
  factTexts([compileForm(readSeed(`forms/${item}.json`)) as CompiledForm], { nodes });
const documentWith = (text: string, more: Partial<ItemDocument['template']> = {}): ItemDocument => ({
  template: { code: 'a', name: 'a', look: 'letter', title: text, body: [], ...more },
  places: [],
});

describe('labels of facts', () => {
  const texts = textsOf('petition-letter');

  it('are the titles of forms, fields and columns, and the names of nodes', () => {
    const labelled = withLabels(
      documentWith(
        '{{表单.petition-letter.letterDate|日期}}，{{环节意见.examine.意见}}，{{文号}}{{ 今天 }}',
        {
          body: [
            {
              kind: 'table',
              rows: '表单.petition-letter.representatives',
              columns: [{ title: '姓名', share: 1, cell: '{{序号}}{{本项.certCode}}' }],
            },
          ],
        },
      ),
      texts,
    );
    expect(labelled.template.title).toBe(
      '{{群众来信登记表.来信日期|日期}}，{{受理审查.意见}}，{{文号}}{{今天}}',
    );
    expect(labelled.template.body).toMatchObject([{ columns: [{ cell: '{{序号}}{{本项.居民身份证号}}' }] }]);
  });

  it('are unique for each fact', () => {
    const labels = [...texts.values, ...texts.lists].map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(texts.values.filter(({ path }) => path.endsWith('.意见') && path.startsWith('环节意见'))).toEqual([
      { path: '环节意见.examine.意见', label: '受理审查.意见' },
      { path: '环节意见.sign.意见', label: '受理审查.意见（2）' },
    ]);
  });

  it('leave an unknown fact as it was typed', () => {
    expect(withLabels(documentWith('{{没有|日期}}{{'), texts).template.title).toBe('{{没有|日期}}{{');
  });

  it('are converted back to exactly the stored paths', () => {
    for (const item of ['petition-letter', 'permit-application', 'congress-proposal']) {
      const { documents } = readSeed(`documents/${item}.json`) as { documents: ItemDocument[] };
      const itemTexts = textsOf(item);
      for (const document of documents) {
        const labelled = withLabels(document, itemTexts);
        expect(JSON.stringify(labelled)).not.toMatch(/\{\{表单\./);
        expect(withPaths(labelled, itemTexts)).toEqual(document);
      }
    }
  });
});
