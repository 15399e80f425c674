import { describe, expect, test } from 'vitest';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import { items } from '#contract/items.ts';
import type { BundlePart } from '#domain/office/bundle-parts.ts';
import { NamedStatementClient } from '#server/kernel/database/named-statement-client.ts';
import { readProcesses } from '#server/modules/design/processes/service.ts';
import { filesOfBundle, type ManifestContent, signWithForeignKey } from '#test/world/foreign-bundle.ts';
import { testOffice } from '#test/world/office.ts';

/**
 * Tests bundles with a valid signature and hostile content: every part is checked, and no content stops the
 * portal.
 */

const office = await testOffice();
const { file } = await office.as('tianye').done(configurationBundle.exportBundle, {});
const files = filesOfBundle(file);
const rowsOf = (part: BundlePart) => JSON.parse(files[`${part}.json`] ?? '') as Record<string, unknown>[];

/** Previews a configuration bundle in which one part has these rows. */
async function previewBundle(account: string, part: BundlePart, rows: unknown) {
  const text = typeof rows === 'string' ? rows : JSON.stringify(rows);
  const sent = await signWithForeignKey(file, (changed) => {
    changed[`${part}.json`] = text;
  });
  return await office.as(account).call(configurationBundle.preview, { body: { file: sent, parts: [part] } });
}

async function messagesOf(account: string, part: BundlePart, rows: unknown): Promise<string[]> {
  const { status, body } = await previewBundle(account, part, rows);
  expect(status).toBe(200);
  const { problems, parts } = body.data as unknown as {
    problems: { name: string; message: string }[];
    parts: unknown;
  };
  expect(parts).toContainEqual(expect.objectContaining({ part, compared: true }));
  return problems.map(({ name, message }) => `${name} ${message}`);
}

const category = { id: 'fine', name: '其他', sortBy: 9 };

describe('invalid characters in a bundle', () => {
  test.each<[string, BundlePart, unknown, string]>([
    ['xiaohan', 'categories', [{ ...category, name: 'a\u0000' }], '事项分类'],
    ['xiaohan', 'categories', '[{"id":"fine","name":"a\\ud800","sortBy":9}]', '事项分类'],
    ['xiaohan', 'holidays', [{ day: '2026-05-01', kind: 'holiday', name: '\u0000' }], '节假日'],
    ['xiaohan', 'forms', [{ '\u0000': 1 }], '表单'],
    ['dongmei', 'roles', [{ code: 'a\u0000', name: 'a', permissions: [], menus: [] }], '角色'],
    ['tianye', 'posts', [{ code: 'a', name: 'a\u0000' }], '岗位'],
  ])('are reported to %s in %s', async (account, part, rows, title) => {
    const { status, body } = await previewBundle(account, part, rows);
    expect(status).toBe(400);
    expect(body.problems).toEqual([{ field: 'file', message: `${title}：含有不允许的字符` }]);
  });

  test('are refused in the name of an office or of a file', async () => {
    const changes: ((manifest: ManifestContent) => void)[] = [
      (manifest) => Object.assign(manifest, { office: '淳安\u202e县' }),
      (manifest) => Object.assign(manifest, { office: 'a\u0000' }),
      (manifest) => Object.assign(manifest.parts[0] ?? {}, { file: 'constructor' }),
      (manifest) => Object.assign(manifest.parts[0] ?? {}, { file: '__proto__' }),
    ];
    for (const change of changes) {
      const sent = await signWithForeignKey(file, () => undefined, change);
      const { status, body } = await office
        .as('xiaohan')
        .call(configurationBundle.preview, { body: { file: sent } });
      expect(status).toBe(400);
      expect(body.problems?.[0]?.message).toBe('不是办公配置包，或由更新的版本导出');
    }
    const more = await signWithForeignKey(file, (changed) =>
      Object.defineProperty(changed, '__proto__', { value: 'x', enumerable: true }),
    );
    const { body } = await office.as('xiaohan').call(configurationBundle.preview, { body: { file: more } });
    expect(body.problems?.[0]?.message).toMatch(/^配置包的内容与签名不符/);
  });
});

describe('the limits of a bundle', () => {
  test('refuse too many or too deeply nested rows before reading them', async () => {
    for (const rows of ['['.repeat(900_000) + ']'.repeat(900_000), `[[${'[],'.repeat(1_000_000)}[]]]`]) {
      const { body } = await previewBundle('xiaohan', 'categories', rows);
      expect(body.problems).toEqual([{ field: 'file', message: '事项分类：内容过多或层级过深' }]);
    }
    const roles = Array.from({ length: 501 }, (_, index) => ({
      code: `r${index}`,
      name: `r${index}`,
      permissions: [],
      menus: [],
    }));
    const { body } = await previewBundle('dongmei', 'roles', roles);
    expect(body.problems).toEqual([{ field: 'file', message: '角色最多 500 个' }]);
  });

  test('allow no reading of all documents for each row of documents', async () => {
    const [first] = rowsOf('documents') as { document: { template: { code: string } } }[];
    const rows = Array.from({ length: 30 }, (_, index) => {
      const row = structuredClone(first);
      if (row) row.document.template.code = `another-${index}`;
      return row;
    });
    const statements: string[] = [];
    const send = NamedStatementClient.prototype.query as (...args: unknown[]) => unknown;
    NamedStatementClient.prototype.query = function record(this: unknown, ...args: unknown[]) {
      statements.push(JSON.stringify(args[0]));
      return send.apply(this, args);
    } as never;
    expect(await messagesOf('xiaohan', 'documents', rows)).toEqual([]);
    NamedStatementClient.prototype.query = send as never;
    const reads = statements.filter((text) => /select .* from \\"document_templates\\"/.test(text));
    expect(reads.length).toBeGreaterThan(30);
    // The number of an item's documents is counted in one query.
    expect(reads.filter((text) => !text.includes('\\"code\\" =') && !text.includes('count('))).toEqual([]);
  });

  test('refuse a time limit that a process file cannot have', async () => {
    const [first] = rowsOf('processes');
    const xml = String(first?.xml);
    const longer = xml.replace(/(<portal:limit amount=)"\d+"/, '$1"3651"');
    expect(longer).not.toBe(xml);
    const [problem, ...others] = await messagesOf('xiaohan', 'processes', [{ ...first, xml: longer }]);
    expect(problem).toMatch(/时限应为 1 至 3650 的整数$/);
    expect(others).toEqual([]);
  });

  test('stop the check of processes when its time is used up', async () => {
    const files = rowsOf('processes').map(({ xml }) => String(xml));
    const [first = ''] = files;
    const notChecked = [{ field: 'xml', message: '流程过多或过于复杂，未检查' }];
    expect(await readProcesses([first, first], 'staff-xiaohan', 0)).toMatchObject([
      { problems: notChecked },
      { problems: notChecked },
    ]);
    // The first is started in time, but there is no time left for the second.
    expect(await readProcesses([first, first], 'staff-xiaohan', 0.001)).toMatchObject([
      { problems: [] },
      { problems: notChecked },
    ]);
    expect(await readProcesses(files, 'staff-xiaohan')).toMatchObject(files.map(() => ({ problems: [] })));
  });
});

describe('malformed rows of a bundle part', () => {
  const malformedRows: unknown[] = [
    null,
    1,
    'x',
    [],
    { name: { toString: 1, valueOf: 1 } },
    { xml: { toString: 1 } },
  ];

  test.each<[string, BundlePart]>([
    ['xiaohan', 'categories'],
    ['tianye', 'organisations'],
    ['tianye', 'halls'],
    ['tianye', 'windows'],
    ['tianye', 'posts'],
    ['tianye', 'groups'],
    ['dongmei', 'roles'],
    ['xiaohan', 'forms'],
    ['xiaohan', 'processes'],
    ['xiaohan', 'items'],
    ['xiaohan', 'documents'],
    ['fangning', 'archive'],
    ['xiaohan', 'holidays'],
  ])('are each reported to %s among the %s, with clear messages', async (account, part) => {
    const messages = await messagesOf(account, part, malformedRows);
    for (const [index] of malformedRows.entries())
      expect(
        messages.some((message) => message.includes(`第 ${index + 1} `)),
        `${index}`,
      ).toBe(true);
    for (const message of messages) expect(message).not.toMatch(/Invalid|expected|undefined|object Object/i);
  });

  test('include a list within a cell', async () => {
    expect(await messagesOf('tianye', 'posts', [{ code: 'a', name: [['b']] }])).toEqual([
      '第 1 个岗位 内容不完整或无法识别',
    ]);
  });

  test('are reported with all problems of an item', async () => {
    const [item] = rowsOf('items');
    const messages = await messagesOf('xiaohan', 'items', [
      { ...item, name: 'a\nb', sortBy: -1, categoryId: 5 },
    ]);
    expect(messages.sort()).toEqual([
      '第 1 个事项 事项名称：不能换行，也不能含有控制字符',
      '第 1 个事项 分类：格式不正确',
      expect.stringMatching(/^第 1 个事项 .*：不能小于0$/),
    ]);
    expect(await messagesOf('xiaohan', 'items', [{ ...item, taskCode: 'A b' }])).toContain(
      `${item?.name} 事项编码应以小写字母开头，由小写字母、数字和连字符组成`,
    );
  });
});

describe('the rules of manual input', () => {
  test('apply to category names of a bundle', async () => {
    for (const name of ['a\u202eb', 'a\nb', 'a'.repeat(31)]) {
      expect(await messagesOf('xiaohan', 'categories', [{ ...category, name }])).toEqual([
        '第 1 个分类 内容不完整或无法识别',
      ]);
      const { status } = await office.as('xiaohan').call(items.saveCategory, { body: { name, sortBy: 1 } });
      expect(status).toBe(400);
    }
  });

  test('apply to days of past and distant years, which a bundle leaves unchanged', async () => {
    const day = { kind: 'holiday', name: '假' };
    const { body } = await previewBundle('xiaohan', 'holidays', [
      { ...day, day: '2019-05-06' },
      { ...day, day: '2019-05-07' },
      { ...day, day: '2099-05-06' },
    ]);
    const { parts, wrong } = body.data as unknown as { wrong: number; parts: { part: string }[] };
    expect(wrong).toBe(0);
    expect(parts.find(({ part }) => part === 'holidays')).toMatchObject({
      added: 0,
      notes: ['2019年的安排不能修改，不随配置包导入', '2099年的安排不能修改，不随配置包导入'],
    });
  });

  test('apply to holiday names of a bundle', async () => {
    const year = office.context.now().getFullYear() + 1;
    const messages = await messagesOf('xiaohan', 'holidays', [
      { day: `${year}-05-06`, kind: 'holiday', name: '\u200b' },
      { day: `${year}-05-07`, kind: 'holiday', name: '长'.repeat(21) },
      { day: `${year}-05-08`, kind: 'holiday', name: 'a\u202eb' },
    ]);
    expect(messages).toEqual([
      `${year}-05-06 请输入节假日名称`,
      `${year}-05-07 节假日名称不能超过20个字符`,
      `${year}-05-08 节假日名称不能换行，也不能含有控制字符`,
    ]);
  });
});

test('a bundle that no office could import is not exported', async () => {
  const more = Array.from({ length: 501 }, (_, index) => ({ code: `more-${index}`, name: `更多 ${index}` }));
  await office.context.db.insertInto('roles').values(more).execute();
  const { status, body } = await office.as('tianye').call(configurationBundle.exportBundle, {});
  expect(status).toBe(400);
  expect(body.problems).toEqual([{ field: 'parts', message: '角色最多 500 个' }]);
});
