import { describe, expect, it } from 'vitest';
import { readTabText } from '../../sheets/pasted-cells.ts';
import type { AuthorityByField } from '../authority.ts';
import type { TableRow } from '../kinds/table/table.ts';
import { evaluateLinkage } from '../linkage.ts';
import type { FieldModel } from '../model.ts';
import { buildForm } from '../test-forms.ts';
import { validateForm } from '../validate.ts';
import { hasHeadRow, type PasteSettings, planPaste } from './paste-plan.ts';

const column = (id: string, title: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title,
  'x-component': 'single-line',
  ...more,
});
const people: FieldModel = {
  id: 'people',
  title: '涉及人员',
  'x-component': 'table',
  'x-props': { maxRows: 6 },
  columns: [
    column('name', '姓名', { required: true }),
    column('relation', '与事项关系', {
      'x-component': 'select',
      options: [
        { value: '1', label: '当事人' },
        { value: '2', label: '知情人' },
        { value: '3', label: '证人' },
      ],
    }),
    column('cert', '证件号码', { rules: [{ rule: 'certificate', category: '10' }] }),
    column('phone', '联系电话', { rules: [{ rule: 'mobile' }] }),
  ],
};

/** Plans a paste of a text into a table, with the verdict of its form. */
function plan(
  text: string,
  table = people,
  change: Partial<PasteSettings> & { authority?: AuthorityByField } = {},
) {
  const form = buildForm([table]);
  const field = form.fields[0];
  if (field === undefined) throw new Error('no table');
  const { authority = { '*': 2 } } = change;
  const { rows: cells } = readTabText(text);
  return planPaste({
    field,
    path: field.id,
    columns: field.columns,
    cells,
    hasHead: hasHeadRow(field.columns, cells[0]),
    firstColumn: 0,
    existing: [],
    takesDoubles: false,
    today: '2026-11-30',
    createRow: (rows) => ({
      ...Object.fromEntries(field.columns.map(({ id, kind }) => [id, kind.empty])),
      _uid: `n${rows.length + 1}${rows.at(-1)?._uid ?? ''}`,
    }),
    tryRows(rows) {
      const values = { [field.id]: rows };
      const settings = { stored: {} };
      return {
        rows: evaluateLinkage(form, values, { authority, ...settings }).rows[field.id] ?? [],
        problems: validateForm(form, values, authority, {
          ...settings,
          now: new Date('2026-11-30T02:00:00Z'),
          allowsIncomplete: true,
        }),
      };
    },
    ...change,
  });
}
const valuesOf = (rows: readonly TableRow[]) => rows.map(({ _uid, ...values }) => values);
const problemsOf = ({ rows }: ReturnType<typeof plan>) =>
  rows.flatMap(({ number, cells }) =>
    cells.flatMap(({ column: { title }, problem }) =>
      problem === undefined ? [] : [[number, title, problem]],
    ),
  );

const head = '姓名\t与事项关系\t证件号码\t联系电话\n';

describe('plan of a paste into a table (decision 0226)', () => {
  it('finds every problem at once, by cell, and rows that are the same', () => {
    const rows = [
      '童秀英\t知情人\t330199196205110029\t13800000001',
      '方建华\t当事人\t33019919700318001\t13800000002',
      '余国平\t证人\t330199198801020037\t1380000',
      '童秀英\t知情人\t330199196205110029\t13800000001',
      '洪美珍\t联系人\t3.30127E+17\t13800000005',
    ];
    const planned = plan(head + rows.join('\n'));
    expect(planned.rows.map(({ number, state, sameAs }) => [number, state, sameAs])).toEqual([
      [2, 'ready', undefined],
      [3, 'wrong', undefined],
      [4, 'wrong', undefined],
      [5, 'double', '第 2 行'],
      [6, 'wrong', undefined],
    ]);
    expect(problemsOf(planned)).toEqual([
      [3, '证件号码', '请输入正确的证件'],
      [4, '联系电话', '请输入正确的手机号'],
      [6, '与事项关系', '没有“联系人”，可选：当事人、知情人、证人'],
      [6, '证件号码', '长数字已被表格软件改成科学计数法，请填写完整的数字'],
    ]);
    expect(planned.readyRows).toHaveLength(1);
  });

  it('matches columns by their titles in any order, else by their places', () => {
    const byHead = plan('联系 电话\t序号\t姓名*\n13800000001\t1\t张三');
    expect(valuesOf(byHead.readyRows)).toEqual([
      { name: '张三', relation: '', cert: '', phone: '13800000001' },
    ]);
    expect(byHead.notes).toEqual(['第 2 列“序号”在表中没有对应的列，不粘贴']);
    const byPlace = plan('张三\t2\n李四\t当事人');
    expect(valuesOf(byPlace.readyRows)).toMatchObject([
      { name: '张三', relation: '2' },
      { name: '李四', relation: '1' },
    ]);
    expect(byPlace.rows.map(({ number }) => number)).toEqual([1, 2]);
    const inThird = plan('13800000001', people, { firstColumn: 3 });
    expect(valuesOf(inThird.readyRows)).toMatchObject([{ name: '', phone: '13800000001' }]);
  });

  it('leaves out columns and cells that cannot be edited, and no other column slips into them', () => {
    const locked: FieldModel = {
      ...people,
      columns: [
        column('name', '姓名'),
        column('unit', '单位', {
          linkage: [{ when: { field: 'name', is: 'exists' }, effects: ['disable'] }],
        }),
        column('note', '备注', {
          linkage: [{ when: { field: 'name', is: 'equals', value: '甲' }, effects: ['hide'] }],
        }),
        column('papers', '材料', { 'x-component': 'upload' }),
        column('phone', '电话'),
      ],
    };
    const planned = plan('甲\t某局\t说明\t照片.png\t1\n乙\t某局\t说明\t\t2', locked);
    expect(valuesOf(planned.readyRows)).toEqual([
      { name: '甲', unit: '', note: '', papers: [], phone: '1' },
      { name: '乙', unit: '', note: '说明', papers: [], phone: '2' },
    ]);
    expect(planned.notes).toEqual([
      '“材料”不能粘贴，请在表中填写',
      '“单位”在此不能填写，不粘贴',
      '第 1 行的“备注”在此不能填写，不粘贴',
    ]);
  });

  it('refuses more rows than the table may have, with all problems of cells', () => {
    const existing = Array.from({ length: 4 }, (_, index) => ({ name: `人${index}`, _uid: String(index) }));
    const planned = plan('甲\n乙\n丙\t没有的', people, { existing });
    expect(planned.problem).toBe('最多 6 行，表中已有 4 行，还可以粘贴 2 行；这里有 3 行，请删去多余的行');
    expect(problemsOf(planned)).toEqual([[3, '与事项关系', expect.stringContaining('没有“没有的”')]]);
    expect(planned.surplus).toBe(1);
    const many = Array.from({ length: 2000 }, (_, index) => `人${index}`).join('\n');
    expect(plan(many, { ...people, 'x-props': {} }).problem).toMatch(/^最多 500 行；这里有 2000 行/);
  });

  it('leaves out rows that the table has already, unless they are wanted, and blank rows', () => {
    const existing = [{ name: '张三', relation: '1', cert: '', phone: '', _uid: '0' }];
    const text = '\t\n张三\t当事人\n\n李四\t证人';
    const planned = plan(text, people, { existing });
    expect(planned.rows.map(({ state }) => state)).toEqual(['blank', 'double', 'blank', 'ready']);
    expect(planned.rows[1]?.sameAs).toBe('表中第 1 行');
    expect(valuesOf(planned.readyRows)).toMatchObject([{ name: '李四', relation: '3' }]);
    const all = plan(text, people, { existing, takesDoubles: true });
    expect(all.readyRows).toHaveLength(2);
    expect(new Set(all.readyRows.map(({ _uid }) => _uid)).size).toBe(2);
  });

  it('says that no column fits', () => {
    const files = { ...people, columns: [column('papers', '材料', { 'x-component': 'upload' })] };
    expect(plan('a\tb', files)).toMatchObject({ problem: '没有可以粘贴的列，请核对标题行', readyRows: [] });
  });

  it('a first row is a head if at least half of its texts are titles', () => {
    const { columns } = buildForm([people]).fields[0] ?? { columns: [] };
    expect(hasHeadRow(columns, ['姓名：', '年龄'])).toBe(true);
    expect(hasHeadRow(columns, ['姓名', '年龄', '住址'])).toBe(false);
    expect(hasHeadRow(columns, ['张三', '证人'])).toBe(false);
    expect(hasHeadRow(columns, [])).toBe(false);
  });
});
