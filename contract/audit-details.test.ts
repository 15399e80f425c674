import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { objectsOfDetail, textsOfDetail } from './audit-detail-texts.ts';
import { keyOfDetail } from './audit-details.ts';
import { fullNameOfObject } from './audit-subjects.ts';
import {
  auditActions,
  auditCategoryOptions,
  labelOfAction,
  labelOfObject,
  labelOfObjectOf,
} from './audit-texts.ts';

const modules = join(import.meta.dirname, '..', 'server', 'modules');
const sources = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
/** Matches the literal action name at places that write an audit record. */
const actionPattern = /(?:action: |auditRecordOf\(\w+, )'([a-z-]+\.[a-z-]+)'/g;

/** Returns the property names of an object literal: `{ a, b: c.d(e), ...f }` has `a` and `b`. */
function namesIn(text: string): string[] {
  let depth = 0;
  const flat = [...text].map((letter) => {
    if ('}])'.includes(letter)) depth -= 1;
    const expectedText = depth === 0 ? letter : '';
    if ('{[('.includes(letter)) depth += 1;
    return expectedText;
  });
  return flat
    .join('')
    .split(',')
    .flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? []);
}

/** Returns the text between the bracket at this position and its closing one. */
function insideOf(text: string, from: number): string {
  let depth = 1;
  let position = from;
  for (; depth > 0 && position < text.length; position += 1) {
    if (text[position] === '{') depth += 1;
    if (text[position] === '}') depth -= 1;
  }
  return text.slice(from, position - 1);
}

describe('texts of the audit log', () => {
  it('exist for every action that the server records by a literal name', () => {
    const actions = sources.flatMap((name) =>
      [...readFileSync(join(modules, name), 'utf8').matchAll(actionPattern)].map(([, action = '']) => action),
    );
    expect(actions.length).toBeGreaterThan(10);
    expect(actions.filter((action) => labelOfAction(action) === action)).toEqual([]);
  });

  it('exist for exactly the categories that have actions', () => {
    const categories = new Set(auditActions.map((action) => action.split('.')[0]));
    expect(new Set(auditCategoryOptions.map(({ value }) => value))).toEqual(categories);
  });

  const status = Object.values(WorkOrderStatus)[0] as WorkOrderStatus;
  const names = {
    'role handler': '经办人',
    'organisation 330127-xfj': '淳安县信访局',
    'account linmei': '林梅（linmei）',
    'menu todo': '待办事项',
    'form-code letter': '来信登记表',
  };
  it.each([
    ['work-order.handle', '', { status }, [['办件状态', workOrderStatusLabel[status]]]],
    ['work-order.restore-forms', '', { forms: ['letter', 'gone'] }, [['表单', '来信登记表、gone']]],
    [
      'account.roles',
      '',
      { given: ['handler'], taken: [], tasksLeft: 2 },
      [
        ['授予', '经办人'],
        ['无人可办的待办', '2'],
      ],
    ],
    [
      'role.edit',
      '',
      { given: ['audit:read'], taken: [], menus: ['todo'] },
      [
        ['授予权限', '查看审计记录'],
        ['菜单', '待办事项'],
      ],
    ],
    [
      'organisation.create',
      'a',
      { now: { id: 'a', name: '应急局', kind: 'organisation', parent: '330127-xfj', phone: '', sortBy: 3 } },
      [['现在', '标识 a，名称 应急局，类型 机构，上级机构 淳安县信访局，顺序 3']],
    ],
    [
      'organisation.move',
      'a',
      { from: '330127-xfj', to: 'b', before: null },
      [
        ['原上级', '淳安县信访局'],
        ['新上级', 'b'],
      ],
    ],
    [
      'account.edit',
      '',
      { orgId: '330127-xfj → b', landing: '/ → /todo' },
      [
        ['机构', '淳安县信访局 → b'],
        ['首页', '按菜单自动选择 → 待办事项'],
      ],
    ],
    [
      'document-template.discard',
      '',
      { name: '回执', code: 'receipt', version: 6 },
      [
        ['名称', '回执'],
        ['文书编码', 'receipt'],
        ['版本', '6'],
      ],
    ],
    [
      'form.publish',
      'petition:2',
      {
        code: 'petition',
        version: 2,
        changes: [
          { title: '表单', was: '来信表，一列', now: '来信登记表，一列' },
          { title: '字段“来信编号”', was: '', now: 'letter' },
        ],
        unlistedChanges: 3,
      },
      [
        ['表单编码', 'petition'],
        ['版本', '2'],
        ['改动', '表单：来信表，一列 → 来信登记表，一列；\n字段“来信编号”：无 → letter'],
        ['未列出的改动数', '3'],
      ],
    ],
    [
      'document-series.set',
      '',
      { from: 0, to: 34 },
      [
        ['原已编至', '0'],
        ['改为从此号之后编', '34'],
      ],
    ],
    [
      'sheet.import',
      'people',
      {
        title: '人员',
        addedKeys: ['linmei'],
        changedRows: [{ key: 'linmei', fields: [{ title: '职务', was: '', now: '科长' }] }],
      },
      [
        ['名称', '人员'],
        ['新增的行', '林梅（linmei）'],
        ['修改的行', '林梅（linmei）（职务：无 → 科长）'],
      ],
    ],
    [
      'security.call.forbidden',
      '',
      { outcome: 'refused', code: 'forbidden' },
      [
        ['结果', '被拒'],
        ['结果代码', '您没有该操作的权限'],
      ],
    ],
    [
      'message-settings.save',
      '',
      { channels: { urged: ['10'] }, quietFrom: null },
      [['渠道', '被催办 短信']],
    ],
    [
      'holiday.set',
      '',
      { kind: 'holiday', before: [{ day: '2026-10-01', kind: 'workday' }] },
      [
        ['类型', '放假'],
        ['原来的安排', '日期 2026-10-01，类型 调休上班'],
      ],
    ],
  ] as const)(
    'describe the details of %s without codes and empty values',
    (action, objectId, detail, texts) => {
      expect(textsOfDetail({ action, objectId, detail, names })).toEqual(texts);
    },
  );

  it('list the objects whose names are needed, those of an imported sheet by its kind of rows', () => {
    const changedRows = [{ key: 'linmei', fields: [] }];
    expect(
      objectsOfDetail({
        action: 'sheet.import',
        objectId: 'people',
        detail: { addedKeys: ['lin'], changedRows },
      }),
    ).toEqual([
      { kind: 'account', id: 'lin' },
      { kind: 'account', id: 'linmei' },
    ]);
    expect(
      objectsOfDetail({ action: 'role.edit', objectId: 'r', detail: { given: ['audit:read'] } }),
    ).toEqual([]);
  });

  it('exist for every kind of object that the server records', () => {
    const kinds = sources.flatMap((name) =>
      [...readFileSync(join(modules, name), 'utf8').matchAll(/objectKind: '([a-z-]+)'/g)].map(
        ([, kind = '']) => kind,
      ),
    );
    expect(new Set(kinds).size).toBeGreaterThan(30);
    expect(kinds.filter((kind) => labelOfObject(kind) === kind)).toEqual([]);
  });

  it.each([
    ['security.audit.read', {}, '审计记录'],
    ['security.applicant.revealed', { workorderCode: '2026000123' }, '办件 2026000123'],
    ['security.password.change-failed', {}, '账号 徐军'],
    ['security.second-factor.removed', {}, '账号 徐军'],
    ['security.call.limited', {}, '功能'],
  ])('name the subject of a call correctly for %s', (action, detail, name) => {
    const link = { action, objectKind: 'call', objectId: '', objectName: '', staffName: '徐军', detail };
    expect(fullNameOfObject(link)).toBe(name);
    expect(name.startsWith(labelOfObjectOf(link))).toBe(true);
  });

  it('exist for every detail that the server records, in every place', () => {
    const names = sources.flatMap((name) => {
      const source = readFileSync(join(modules, name), 'utf8');
      const [first] = /action: ['`]([a-z-]+)/.exec(source)?.slice(1) ?? [];
      const places = source.matchAll(
        /\bdetail(?:: | = )\{|\bauditRecordOf\((?:[\w.${}`':-]+(?:\([^)]*\))?, )+\{/g,
      );
      return [...places].flatMap(({ 0: { length }, index }) =>
        namesIn(insideOf(source, index + length)).map((key) => `${first ?? ''}. ${key}`),
      );
    });
    expect(new Set(names).size).toBeGreaterThan(90);
    const unknown = [...new Set(names)].filter((name) => {
      const [action = '', key = ''] = name.split(' ');
      return !/[\u4e00-\u9fff]/.test(keyOfDetail(action, key)?.label ?? '');
    });
    expect(unknown).toEqual([]);
  });
});
