import { describe, expect, it } from 'vitest';
import { HandlerType } from '#domain/enumerations/handler-type.ts';
import { formFacts } from '../documents/form-facts.ts';
import { PictureFact } from '../documents/placeholders.ts';
import { compileNewForm } from './compile-new.ts';
import { fieldRuleCalls } from './library-rules.ts';
import { evaluateLinkage } from './linkage.ts';
import { lintLinkage } from './lint-linkage.ts';
import { maskForm } from './mask.ts';
import { mergeSubmission, problemsOfMerged } from './merge.ts';
import type { FieldModel, FormModel } from './model.ts';
import { checkOrganisations, withOfficialNames } from './named-organisations.ts';
import { mayContainMasks } from './returned-masks.ts';
import { buildForm, buildModel } from './test-forms.ts';
import { textOfForm } from './text.ts';

/** Kinds with secret parts, names of the directory or pictures, and settings of fields, inside other fields. */

const field = (id: string, kind: FieldModel['x-component'], more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title: id,
  'x-component': kind,
  ...more,
});
const inList = (...fields: FieldModel[]) => field('list', 'array', { fields });
const inObject = (...fields: FieldModel[]) => field('object', 'object', { fields });
const all = { '*': 2 } as const;
const now = new Date('2026-11-30T02:00:00Z');
const person = { name: '张三丰', certCategory: '10', certCode: '11010519491231002X', mobile: '13800138000' };
const masked = { name: '**丰', certCategory: '10', certCode: '**************002X', mobile: '138****8000' };

describe('an applicant inside a list and an object (S2 §3, §5)', () => {
  const form = buildForm([inList(inObject(field('person', 'applicant')))]);
  const stored = { list: [{ object: { person } }, { object: {} }] };

  it('is encrypted and masked in its parts', () => {
    expect(form.fields[0]?.columns[0]?.columns[0]?.encrypted).toBe(true);
    expect(maskForm(form, stored, { mayReveal: false })).toEqual({
      values: {
        list: [
          { _uid: '0', object: { person: masked } },
          { _uid: '1', object: {} },
        ],
      },
      masked: ['list[0].object.person'],
    });
  });

  it('keeps the parts of which the masks return, also in a moved row', () => {
    const typed = { ...masked, mobile: '13900139000' };
    const sent = {
      list: [
        { _uid: '1', object: {} },
        { _uid: '0', object: { person: typed } },
      ],
    };
    expect(mayContainMasks(form, sent)).toBe(true);
    const merged = mergeSubmission(form, stored, sent, all);
    expect(merged.values).toEqual({
      list: [{ object: {} }, { object: { person: { ...person, mobile: '13900139000' } } }],
    });
    expect(problemsOfMerged(form, merged, all, { now })).toEqual([]);
  });

  it('is refused with a mask of which no value is stored, at its place', () => {
    const sent = { list: [{ _uid: 'n1', object: { person: masked } }] };
    const merged = mergeSubmission(form, stored, sent, all);
    expect(problemsOfMerged(form, merged, all, { now })).toEqual([
      { field: 'list[0].object.person', message: 'person仍为脱敏内容，请重新填写' },
    ]);
  });

  it('is printed with its name and masked numbers', () => {
    const text = JSON.stringify(formFacts(form, stored, all, 'masked'));
    expect(text).toContain('张三丰');
    expect(text).not.toContain(person.certCode);
  });
});

describe('people and organisations inside a list', () => {
  const form = buildForm([inList(field('to', 'handler'))]);
  const handlerAt = (candidateCode: string, candidateName: string) => ({
    handlerType: HandlerType.staff,
    candidateCode,
    candidateName,
  });
  const nameOf = (key: string) => (key.endsWith('s1') ? '张三' : undefined);

  it('get the names of the directory, and are refused if they are unknown', () => {
    const sent = { list: [{ to: [handlerAt('s1', '旧名')] }, { to: [handlerAt('s9', '离岗')] }] };
    expect(withOfficialNames(form, sent, nameOf)).toMatchObject({
      list: [{ to: [{ candidateName: '张三' }] }, { to: [{ candidateName: '离岗' }] }],
    });
    expect(checkOrganisations(form, sent, {}, nameOf).map((problem) => problem.field)).toEqual([
      'list[1].to',
    ]);
    expect(checkOrganisations(form, sent, sent, nameOf)).toEqual([]);
  });
});

it('a signature inside a list has its picture in the text of the row', () => {
  const form = buildForm([inList(field('sign', 'signature'))]);
  const files = [{ id: 'f1', name: '签名.png', size: 9 }];
  expect(textOfForm(form, { list: [{ sign: files }] })[0]?.rows?.[0]?.[0]).toMatchObject({
    pictures: [{ id: 'f1', name: '签名.png' }],
  });
});

it('a document has the signatures of fields, of objects and of rows as pictures (S2 §2)', () => {
  const sign = field('sign', 'signature');
  const form = buildForm([sign, inObject(sign), inList(sign)]);
  const files = [{ id: 'f1', name: '签名.png', size: 9 }];
  const values = { sign: files, object: { sign: files }, list: [{ sign: files }, { sign: [] }] };
  const picture = new PictureFact('签名.png', 'f1');
  expect(formFacts(form, values, all, 'masked')).toEqual({
    sign: picture,
    object: { sign: picture },
    list: [{ sign: picture }, { sign: '' }],
  });
  expect(formFacts(form, values, { '*': 2, sign: 0 }, 'masked')).not.toHaveProperty('sign');
});

it('signatures inside an object, and inside the objects of a row, have their pictures after the text', () => {
  const files = [{ id: 'f1', name: '签名.png', size: 9 }];
  const pictures = [{ id: 'f1', name: '签名.png' }];
  const object = inObject(field('sign', 'signature', { title: '签字' }));
  const [ofForm] = textOfForm(buildForm([object]), { object: { sign: files } });
  expect(ofForm).toMatchObject({ text: '签字：签名.png', picturesInside: pictures });
  const [list] = textOfForm(buildForm([inList(object)]), { list: [{ object: { sign: files } }] });
  expect(list?.rows?.[0]?.[0]).toMatchObject({ text: '签字：签名.png', picturesInside: pictures });
  expect(list).not.toHaveProperty('picturesInside');
});

describe('publishing refuses inside a list or an object', () => {
  const problemsOf = (
    fields: readonly FieldModel[],
    interfaces?: FormModel['globalConfig']['interfaces'],
  ) => {
    const model = buildModel(fields);
    const compiled = compileNewForm(
      interfaces ? { ...model, globalConfig: { ...model.globalConfig, interfaces } } : model,
    );
    return Array.isArray(compiled) ? compiled.map(({ field: path, message }) => `${path}：${message}`) : [];
  };
  it('an interface of a field (S2 §7)', () => {
    const target = { id: 'x', title: '接口', targetUrl: 'https://a.example/x', method: 'GET' as const };
    const fields = [inObject(field('b', 'single-line', { defaultValueInterface: 'x' }))];
    expect(problemsOf(fields, [target])).toContain('object.b：自增列表、对象和子表单中的字段不能使用接口');
  });

  it('a rule of the library', () => {
    const rules = [{ rule: 'process' as const, code: 'r', fields: {} }];
    expect(problemsOf([field('t', 'table', { columns: [field('b', 'single-line', { rules })] })])).toEqual([
      't[].b：表格的列不能使用规则库的规则，请设在表格或其他字段上',
    ]);
    expect(problemsOf([inObject(field('b', 'single-line', { rules }))])).toEqual([
      'object.b：列表和对象中的字段不能使用规则库的规则，请设在列表、对象或其他字段上',
    ]);
  });

  it('linkage with a value that the compared field never has', () => {
    const hides = { when: { field: 'b', is: 'equals' as const, value: '五' }, effects: ['hide' as const] };
    const fields = [inList(inObject(field('b', 'number'), field('c', 'single-line', { linkage: [hides] })))];
    expect(lintLinkage(fields).errors.map((problem) => problem.field)).toEqual(['list[].object.c']);
  });
});

it('a rule of the library gets no list with a secret part', () => {
  const call = { rule: 'process' as const, code: 'r', fields: { value: 'list' } };
  const fields = [inList(field('person', 'applicant')), field('a', 'single-line', { rules: [call] })];
  const compiled = compileNewForm(buildModel(fields));
  expect(compiled).toEqual([{ field: 'a', message: '规则库的规则不能引用脱敏字段或密码字段“list”' }]);
  const open = buildForm([inList(field('b', 'single-line')), field('a', 'single-line', { rules: [call] })]);
  const state = evaluateLinkage(open, { a: '甲', list: [{ b: '乙' }] }, { authority: all });
  expect(fieldRuleCalls(open, state)[0]?.values).toEqual({ value: [{ b: '乙' }] });
});
