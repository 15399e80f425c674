import { expect, it } from 'vitest';
import { readFills, readOptions } from './interface-answer.ts';
import type { FormInterface } from './interface-model.ts';

const definition: FormInterface = {
  id: 'company',
  title: '企业',
  targetUrl: 'https://example.test/company',
  method: 'GET',
  responseParams: [{ key: 'name', field: 'fault' }],
};

it('texts for a field of any id are filled in, also one that is named like a part of our answers (S2 §3)', () => {
  const company = { value: '1', label: '甲', name: '千岛湖乳业' };
  expect(readFills(definition, { errcode: 0, data: company })).toEqual({ fills: { fault: '千岛湖乳业' } });
  expect(readOptions(definition, { errcode: 0, data: [company] })).toEqual([
    { value: '1', label: '甲', fills: { fault: '千岛湖乳业' } },
  ]);
});
