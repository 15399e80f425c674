import { expect, test } from 'vitest';
import { PaperForm } from '../enumerations/paper-form.ts';
import type { Paper } from '../materials/materials.ts';
import {
  checkSituations,
  formsOfAllApplicants,
  formsOfSituations,
  papersFor,
  pathTo,
  type Situation,
  situationNodes,
} from './situations.ts';

const paper = (name: string, more: Partial<Paper> = {}): Paper => ({
  name,
  form: PaperForm.copy,
  copies: 1,
  required: true,
  note: '',
  ...more,
});
const situation = (id: string, parent: string | null, more: Partial<Situation> = {}): Situation => ({
  id,
  name: `情形${id}`,
  parent,
  papers: [],
  forms: [],
  ...more,
});
const tree = [
  situation('food', null, { papers: [paper('平面图')], forms: ['food'] }),
  situation('food-new', 'food', { papers: [paper('执照', { copies: 2, note: '加盖公章' })] }),
  situation('drugs', null, { papers: [paper('药师证')] }),
];
const item = { papers: [paper('执照', { required: false })], situations: tree, formCodes: ['base', 'food'] };
const problemsOf = (situations: readonly Situation[], papers: readonly Paper[] = []) =>
  checkSituations({ formCodes: ['base'], papers, situations }).map(({ field, message }) => [field, message]);

test('a situation includes the materials of its ancestors, each once with the greater number of copies', () => {
  expect(pathTo(tree, 'food-new').map(({ id }) => id)).toEqual(['food', 'food-new']);
  expect(papersFor(item, [])).toEqual(item.papers);
  expect(papersFor(item, ['food-new'])).toEqual([
    paper('执照', { copies: 2, note: '加盖公章' }),
    paper('平面图'),
  ]);
  expect(papersFor(item, ['no-such', 'drugs']).map(({ name }) => name)).toEqual(['执照', '药师证']);
});

test('a material in another form is a separate material', () => {
  const both = { papers: [paper('执照'), paper('执照', { form: PaperForm.original })], situations: [] };
  expect(papersFor(both, [])).toHaveLength(2);
});

test('forms belong to situations, and all other forms apply to everyone', () => {
  expect(formsOfSituations(item, ['food-new'])).toEqual(['food']);
  expect(formsOfSituations(item, ['drugs'])).toEqual([]);
  expect(formsOfAllApplicants(item)).toEqual(['base']);
});

test('situation nodes contain their position in the tree (S2 §3)', () => {
  expect(
    situationNodes(tree).map(({ fullname, parent, level, isLeaf }) => [fullname, parent, level, isLeaf]),
  ).toEqual([
    ['情形food', '0', 1, false],
    ['情形food/情形food-new', 'food', 2, true],
    ['情形drugs', '0', 1, true],
  ]);
});

test('contradictory situations are rejected, with all problems at once', () => {
  expect(checkSituations({ ...item, formCodes: ['base', 'food'] })).toEqual([]);
  expect(
    problemsOf(
      [
        situation('a', 'b'),
        situation('b', 'a'),
        situation('a', 'nowhere', { forms: ['food'], papers: [paper('', { copies: 0 })] }),
        situation('c', null, { name: ' ' }),
      ],
      [paper('表', { form: 'clay' as PaperForm, copies: 1.5 })],
    ),
  ).toEqual([
    ['papers[0].form', '材料“表”：材料形式不正确'],
    ['papers[0].copies', '材料“表”：份数应为 1 至 99'],
    ['situations[2].id', '情形“情形a”：编码重复'],
    ['situations[2].parent', '情形“情形a”：没有上级情形'],
    ['situations[2].forms', '情形“情形a”：事项没有选择表单“food”'],
    ['situations[2].papers[0].name', '请填写材料名称'],
    ['situations[2].papers[0].copies', '材料“”：份数应为 1 至 99'],
    ['situations[3].name', '请填写情形名称'],
  ]);
  expect(problemsOf([situation('a', 'b'), situation('b', 'a')])).toEqual([
    ['situations[0].parent', '情形“情形a”：上级情形互相包含'],
    ['situations[1].parent', '情形“情形b”：上级情形互相包含'],
  ]);
  const deep = ['1', '2', '3', '4', '5', '6'].map((id, index) =>
    situation(id, index === 0 ? null : String(index)),
  );
  expect(problemsOf(deep)).toEqual([['situations[5].parent', '情形“情形6”：最多 5 级']]);
});
