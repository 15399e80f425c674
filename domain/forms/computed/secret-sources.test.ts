import { describe, expect, test } from 'vitest';
import type { AuthorityByField } from '../authority.ts';
import { compileNewForm } from '../compile-new.ts';
import type { FieldModel } from '../model.ts';
import { field, submit } from '../test-computed.ts';
import { buildModel } from '../test-forms.ts';

describe('secret values (S1 §5)', () => {
  const mobile: FieldModel = { ...field('mobile'), 'x-component': 'single-line' };
  const masked: FieldModel = { ...mobile, 'x-secret': true, 'x-secret-rule': 'mobile' };
  const app: FieldModel = { id: 'app', title: '代理人', 'x-component': 'applicant' };
  const other: FieldModel = { ...field('place'), 'x-component': 'single-line' };
  const tableOf = (...columns: FieldModel[]): FieldModel => ({
    ...field('t'),
    'x-component': 'table',
    columns,
  });
  const text = (computed: string) => field('text', { 'x-component': 'textarea', computed });
  const yes = (computed: string) => field('yes', { 'x-component': 'switch', computed });
  const person = {
    name: '张三丰',
    certCategory: '10',
    certCode: '11010519491231002X',
    mobile: '13800138000',
  };
  const ofColumn = (title: string) => [`计算不能引用脱敏或密码的列“${title}”`];

  test.each<[FieldModel, FieldModel, readonly string[]]>([
    [
      app,
      text('string join([string(app.name), string(app.mobile)], "/")'),
      ['计算不能引用“代理人”，其内容脱敏'],
    ],
    [tableOf(app), text('string join(t.app.name, "/")'), ofColumn('代理人')],
    [tableOf(app), yes('some r in t satisfies r.app.mobile = "1"'), ofColumn('代理人')],
    [tableOf(masked), yes('some r in t satisfies r.mobile = "1"'), ofColumn('mobile')],
    [
      tableOf(masked),
      yes('every r in (if 1 = 1 then t else [])  satisfies r.mobile = "1"'),
      ofColumn('mobile'),
    ],
    [
      tableOf(masked),
      yes('some r in [t] satisfies some s in r satisfies s.mobile = "1"'),
      ofColumn('mobile'),
    ],
    [tableOf(mobile), yes('some r in t satisfies r.none = "1"'), ['计算引用了“t”没有的列“none”']],
    [
      tableOf({ ...mobile, 'x-encryption': true }),
      yes('some r in t satisfies r.mobile = "1"'),
      ['计算引用了加密存储的字段“mobile”，本字段也要加密存储'],
    ],
    [tableOf(masked, other), yes('some r in t satisfies r.place = "1"'), []],
  ])(
    '%#: publishing refuses an expression that reads them, also by the name of a row',
    (source, computed, messages) => {
      const problems = compileNewForm(buildModel([source, computed]));
      expect(Array.isArray(problems) ? problems : []).toEqual(
        messages.map((message) => ({ field: computed.id, message })),
      );
    },
  );

  test('an encrypted table may have a column computed from an encrypted one', () => {
    const columns = [
      { ...mobile, 'x-encryption': true as const },
      { ...text('mobile'), 'x-component': 'single-line' as const },
    ];
    expect(compileNewForm(buildModel([{ ...tableOf(...columns), 'x-encryption': true }]))).toHaveProperty(
      'byId',
    );
  });

  test.each<[string, AuthorityByField]>([
    ['seen', { '*': 2 }],
    ['unseen', { '*': 2, app: 0, t: 0 }],
    ['in unseen columns', { '*': 2, 't[].app': 0, 't[].mobile': 0 }],
  ])('no expression of a form published earlier gets them (%s)', (_, authority) => {
    const fields = [
      app,
      tableOf(app, masked, other, { ...text('string(app.mobile)'), id: 'own', 'x-component': 'single-line' }),
      field('a', { 'x-component': 'textarea', computed: 'string join([string(app.name)], "/")' }),
      field('b', { 'x-component': 'textarea', computed: 'string join(t.app.name, "/")' }),
      field('c', { 'x-component': 'switch', computed: 'some r in t satisfies r.mobile = "13800138000"' }),
      field('d', { 'x-component': 'textarea', computed: 'string join(t.place, "/")' }),
      other,
    ];
    const content = { app: person, t: [{ app: person, mobile: person.mobile, place: '大石街' }], place: '' };
    const sent = { ...content, t: content.t.map((row) => ({ ...row, _uid: '0' })), place: '新' };
    const { values } = submit(fields, sent, { stored: content, authority });
    expect(values).toMatchObject({ c: false, d: '大石街' });
    expect(values.t).toMatchObject(content.t);
    const cells = (values.t as { own?: unknown }[]).map(({ own }) => own ?? '');
    expect([values.a ?? '', values.b ?? '', ...cells]).toEqual(['', '', '']);
  });
});
