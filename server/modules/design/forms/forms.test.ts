import { afterAll, describe, expect, test } from 'vitest';
import { forms } from '#contract/forms.ts';
import { newForm } from '#domain/forms/editing.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const admin = office.as('xiaohan');

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const others = { zhangwei: 403, liuyang: 403, wujianguo: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };
const secret = { 'x-encryption': true, 'x-secret': true, 'x-secret-rule': 'mobile' };
const field = { id: 'mobile', title: '电话', 'x-component': 'single-line' };
const textOf = (more: object = {}, code = 'stall') =>
  JSON.stringify({ ...newForm(code, '占道经营申请表'), schema: { fields: [{ ...field, ...more }] } });
let number = 0;

describeCalls(office, forms, {
  list: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) => {
      expect(rows.find(({ code }) => code === 'petition-letter')).toMatchObject({
        version: 1,
        items: ['群众来信办理'],
        publishedBy: '肖涵',
      });
    },
  },
  versions: {
    caller: 'xiaohan',
    request: { query: { code: 'petition-letter' } },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ query: {} }), expectedProblems: [['code', '不能为空']] }],
    checkAnswer: async ({ rows }) => {
      expect(rows.map(({ id }) => id)).toEqual(['petition-letter:1']);
      expect((await admin.call(forms.versions, { query: { code: 'none' } })).status).toBe(404);
    },
  },
  version: {
    caller: 'xiaohan',
    request: { query: { id: 'petition-letter:1' } },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ query: {} }), expectedProblems: [['id', '不能为空']] }],
    checkAnswer: async ({ model }) => {
      expect(model).toMatchObject({ globalConfig: { code: 'petition-letter' } });
      const { problems, changes } = await admin.done(forms.check, { body: { json: JSON.stringify(model) } });
      expect({ problems, changes }).toEqual({ problems: [], changes: [] });
      expect((await admin.call(forms.version, { query: { id: 'none:1' } })).status).toBe(404);
    },
  },
  uses: {
    caller: 'xiaohan',
    request: { query: { code: 'petition-letter' } },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ query: {} }), expectedProblems: [['code', '不能为空']] }],
    checkAnswer: async ({ rows }) => {
      const usesOf = (id: string) => rows.find(({ field: fieldId }) => fieldId === id)?.uses ?? [];
      expect(usesOf('letterTitle')).toContain('事项“群众来信办理”的办件标题');
      expect(usesOf('undertakingUnit').join()).toMatch(/流程“.+”环节“.+”的处理人/);
      expect((await admin.call(forms.uses, { query: { code: 'none' } })).status).toBe(404);
    },
  },
  check: {
    caller: 'xiaohan',
    request: { body: { json: textOf({ 'x-component': 'select', title: '' }) } },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ body: {} }), expectedProblems: [['json', '不能为空']] }],
    checkAnswer: async ({ problems, form }) => {
      expect(problems).toEqual([{ field: 'mobile', message: '缺少字段名称' }]);
      expect(form).toBeNull();
      const { problems: jsonProblems } = await admin.done(forms.check, { body: { json: '{' } });
      expect(jsonProblems).toEqual([{ field: 'json', message: '不是有效的 JSON 文件' }]);
      const { problems: codeProblems } = await admin.done(forms.check, { body: { json: textOf({}, 'A b') } });
      expect(codeProblems.map((problem) => problem.field)).toEqual(['globalConfig.code']);
    },
  },
  readSchema: {
    caller: 'xiaohan',
    request: {
      body: {
        json: JSON.stringify({
          components: [
            { type: 'textfield', key: 'stall_name', label: '摊位名称', validate: { required: true } },
            { type: 'select', key: 'street', label: '路段' },
            { type: 'button', label: '提交' },
          ],
        }),
      },
    },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ body: {} }), expectedProblems: [['json', '不能为空']] }],
    checkAnswer: async ({ problems, draft }) => {
      expect(problems).toEqual([]);
      expect(draft).toEqual({
        shape: 'form-js',
        model: {
          schema: {
            fields: [
              { id: 'stallName', title: '摊位名称', 'x-component': 'single-line', required: true },
              { id: 'street', title: '路段', 'x-component': 'select' },
            ],
          },
          globalConfig: { code: 'imported-form', title: '导入的表单', columns: 2, allowEdit: [] },
        },
        leftOut: [
          { path: 'components[2]', message: '没有与“button”对应的字段类型，未取用' },
          { path: 'components[0]', message: '标识“stall_name”改为“stallName”，引用它的条件随之更改' },
        ],
        unfinished: [{ field: 'street', message: '缺少选项' }],
      });
      const { rows } = await admin.done(forms.list, {});
      expect(rows.some(({ code }) => code === 'imported-form')).toBe(false);
    },
  },
  publish: {
    caller: 'xiaohan',
    request: async () => ({ body: { json: textOf({ title: `电话${++number}` }) } }),
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ body: { json: 1 } }), expectedProblems: [['json', '格式不正确']] },
    ],
    checkAnswer: async ({ id, code, version }) => {
      expect(id).toBe(`${code}:${version}`);
      const auditRecords = await db
        .selectFrom('audit_links')
        .select('staff_name')
        .where('action', '=', 'form.publish')
        .where('object_id', '=', id)
        .execute();
      expect(auditRecords).toEqual([{ staff_name: '肖涵' }]);
    },
  },
});

test('refuses a schema that is no JSON, too deep, too large or of no known shape, before it is read', async () => {
  const deep = `{"properties":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`;
  const large = JSON.stringify({ components: Array.from({ length: 60_000 }, () => 1) });
  for (const [json, message] of [
    ['{', '不是有效的 JSON 文件'],
    [deep, '内容的层级过深'],
    [large, '内容的层级过深'],
    ['{"components":["a\\u0000"]}', '含有不允许的字符'],
    [textOf(), '不是 Formily、form-js 或 SurveyJS 的表单'],
    ['{"components":[]}', '文件中没有可以取用的字段'],
  ] as const) {
    const { problems, draft } = await admin.done(forms.readSchema, { body: { json } });
    expect(draft).toBeNull();
    expect(problems).toEqual([{ field: 'json', message: expect.stringContaining(message) }]);
  }
});

test('names what uses a field that the next version no longer has', async () => {
  const { model } = await admin.done(forms.version, { query: { id: 'petition-letter:1' } });
  const { schema, ...rest } = model as FormModel;
  const fields = schema.fields.filter(({ id }) => id !== 'letterTitle');
  const body = { json: JSON.stringify({ ...rest, schema: { fields } }) };
  const { hints, problems } = await admin.done(forms.check, { body });
  expect(problems).toEqual([]);
  expect(hints).toHaveLength(1);
  expect(hints[0]?.message).toMatch(/^删除的字段“.+”仍用于.*事项“群众来信办理”的办件标题/);
});

describe('the next version of a form', () => {
  test('is recorded in the audit log with its changes', async () => {
    await admin.done(forms.publish, { body: { json: textOf({}, 'recorded') } });
    await admin.done(forms.publish, { body: { json: textOf({ title: '联系电话' }, 'recorded') } });
    const auditRecords = await db
      .selectFrom('audit_links')
      .select('detail')
      .where('object_id', 'in', ['recorded:1', 'recorded:2'])
      .orderBy('seq')
      .execute();
    expect(auditRecords.map(({ detail }) => detail)).toEqual([
      { code: 'recorded', version: 1 },
      {
        code: 'recorded',
        version: 2,
        changes: [{ title: '字段“联系电话”的名称', was: '电话', now: '联系电话' }],
      },
    ]);
  });

  test('cannot remove encryption or masking from a field', async () => {
    await admin.done(forms.publish, { body: { json: textOf(secret, 'guarded') } });
    const { status, body } = await admin.call(forms.publish, { body: { json: textOf({}, 'guarded') } });
    expect(status).toBe(400);
    expect(body.problems?.map(({ message }) => message)).toEqual([
      '字段“电话”已加密存储，不能取消加密',
      '字段“电话”已脱敏显示，不能取消脱敏',
    ]);
  });

  test('is refused when its text has invalid characters or nests too deeply', async () => {
    const withHelp = (help: unknown) => textOf({ help: help as string }, 'noted');
    for (const [json, message] of [
      [withHelp('a\u0000'), '含有不允许的字符'],
      [withHelp('a\ud800'), '含有不允许的字符'],
      [withHelp('@').replace('"@"', `${'['.repeat(9_000)}${']'.repeat(9_000)}`), '内容的层级过深'],
    ] as const) {
      const problems = [{ field: 'json', message }];
      expect((await admin.done(forms.check, { body: { json } })).problems).toEqual(problems);
      const { status, body } = await admin.call(forms.publish, { body: { json } });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errmsg: '表单未通过检查', problems });
    }
    const { problems } = await admin.done(forms.check, { body: { json: textOf({}, 'constructor') } });
    expect(problems.map(({ field }) => field)).toEqual(['globalConfig.code']);
  });

  test('is not created for an identical model', async () => {
    const second = await admin.done(forms.publish, { body: { json: textOf(secret, 'guarded') } });
    expect(second.version).toBe(1);
  });
});

test('options of a mapped applicant field (S2 §3) are published as the protection of the field', async () => {
  const options = { 'mobile-encryption': true, 'mobile-secret': true };
  const { id } = await admin.done(forms.publish, { body: { json: textOf(options, 'mapped') } });
  const { model } = await admin.done(forms.version, { query: { id } });
  expect((model as FormModel).schema.fields).toEqual([{ ...field, 'x-applicant': 'mobile', ...secret }]);
  const removed = await admin.call(forms.publish, { body: { json: textOf({}, 'mapped') } });
  expect(removed.body.problems).toContainEqual({
    field: 'mobile',
    message: '字段“电话”已加密存储，不能取消加密',
  });
  const { problems } = await admin.done(forms.check, {
    body: { json: textOf({ 'x-applicant': 'name', ...options }, 'mapped') },
  });
  expect(problems).toEqual([
    { field: 'mobile', message: 'mobile 的保护选项只能用于取自申请人“手机号码”的字段' },
  ]);
});
