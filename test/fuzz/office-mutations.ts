import type { BundlePart } from '#domain/office/bundle-parts.ts';
import type { Random } from '#server/seeds/demo/random.ts';

/**
 * Changes that tests of configuration bundles make to the rows of an office. Each one states by itself, from
 * the guides, whether the office imports the rows (docs/decisions/0176). It shares no rule with the product.
 */

export type Row = Record<string, unknown>;
export type Rows = Row[];
/** Every part of an office as rows. */
export type Parts = Record<BundlePart, Rows>;

export interface OfficeMutation {
  part: BundlePart;
  /** `invalid` if no row of the bundle may be imported. */
  validity: 'valid' | 'invalid';
  name: string;
  /** Returns whether the change could be made to these rows. */
  apply(parts: Parts, random: Random, newCode: () => string): boolean;
}

export const noRow = 'a value that is not a row';
export const nameOf = ({ part, name }: OfficeMutation) => `${part}: ${name}`;

export const keyOf: Record<BundlePart, (row: Row) => string> = {
  categories: ({ id }) => String(id),
  organisations: ({ code }) => String(code),
  halls: ({ code }) => String(code),
  windows: ({ code }) => String(code),
  posts: ({ code }) => String(code),
  groups: ({ code }) => String(code),
  roles: ({ code }) => String(code),
  rules: ({ group, rule }) => JSON.stringify((group as Row)?.id ?? ((rule as Row).ruleBase as Row).id),
  elements: ({ code }) => String(code),
  forms: ({ globalConfig }) => String((globalConfig as Row).code),
  processes: ({ key }) => String(key),
  items: ({ taskCode }) => String(taskCode),
  documents: ({ taskCode, document }) => `${taskCode}/${((document as Row).template as Row).code}`,
  archive: ({ kind, orgId, taskCode }) => `${kind} ${orgId ?? taskCode}`,
  holidays: ({ day }) => String(day),
};

/** Returns `false` if the change cannot be made to the row. */
type Change = (row: Row, random: Random, parts: Parts, newCode: () => string) => unknown;

/** Changes a row of the part. */
const changeRow = (
  part: BundlePart,
  validity: OfficeMutation['validity'],
  name: string,
  write: Change,
): OfficeMutation => ({
  part,
  validity,
  name,
  apply(parts, random, newCode) {
    if (parts[part].length === 0) return false;
    const index = random.int(0, parts[part].length - 1);
    const row = structuredClone(parts[part][index]) as Row;
    if (write(row, random, parts, newCode) === false) return false;
    parts[part][index] = row;
    return true;
  },
});

/** Adds a row that is like an existing one. */
const addRow = (
  part: BundlePart,
  validity: OfficeMutation['validity'],
  name: string,
  write: Change,
): OfficeMutation => ({
  part,
  validity,
  name,
  apply(parts, random, newCode) {
    if (parts[part].length === 0) return false;
    const row = structuredClone(random.pick(parts[part]));
    if (write(row, random, parts, newCode) === false) return false;
    parts[part].splice(random.int(0, parts[part].length), 0, row);
    return true;
  },
});

const nameParts = [
  '办理',
  '综合',
  '一网通办',
  '便民服务',
  '审查',
  'A-1',
  '（新）',
  '“引号”',
  '<b>&amp;',
  '😀',
  '㐀𠀀',
];
const makeName = (random: Random) => `${random.pick(nameParts)}${random.int(1, 99)}${random.pick(nameParts)}`;
const badNames = ['', ' ', 'a\nb', '反\u202e向', '\u200b', '长'.repeat(300)];

const isOrganisation = (row: Row) => row.kind === '机构';
const pickOrganisation = (parts: Parts, random: Random) =>
  random.pick(parts.organisations.filter(isOrganisation));
const nameOfForm = (row: Row) => row.globalConfig as { code: string; title: string };
const templateOf = (row: Row) => (row.document as { template: { code: string; name: string } }).template;
const assignName = (row: Row, random: Random) => {
  row.name = makeName(random);
};
const assignInvalidName = (row: Row, random: Random) => {
  row.name = random.pick(badNames);
};
const assignCode: Change = (row, random, _parts, newCode) => {
  row.code = newCode();
  row.name = makeName(random);
};
/** Copies the steps of a process with another key and name, as a modeller saves a copy. */
const renamedProcess = (row: Row, key: string, name: string) => {
  const { key: previousKey } = row as { key: string };
  row.xml = String(row.xml)
    .replace(
      new RegExp(`<bpmn:process id="${previousKey}" name="[^"]*"`),
      `<bpmn:process id="${key}" name="${name}"`,
    )
    .replaceAll(`bpmnElement="${previousKey}"`, `bpmnElement="${key}"`);
  Object.assign(row, { key, name });
};
const makeProcessName = (random: Random) => `流程${random.int(1, 9_999)}`;

const sheetMutations = (['halls', 'windows', 'posts', 'groups', 'organisations'] as const).flatMap(
  (part): OfficeMutation[] => [
    changeRow(part, 'valid', 'another name', assignName),
    changeRow(part, 'valid', 'another order', (row, random) => {
      row.sortBy = random.int(0, 9_999);
    }),
    changeRow(part, 'invalid', 'an invalid name', assignInvalidName),
    changeRow(part, 'invalid', 'an invalid order', (row, random) => {
      row.sortBy = random.pick(['x', -1, 1.5, 1e9, { a: 1 }, [['a']]]);
    }),
    addRow(part, 'invalid', 'an invalid code', (row, random) => {
      row.code = random.pick(['有 空', 'a b', '-a', 'a'.repeat(65), '', null, 'a/b']);
    }),
    addRow(part, 'invalid', 'the same twice', () => undefined),
  ],
);

export const officeMutations: readonly OfficeMutation[] = [
  ...sheetMutations,
  addRow(
    'categories',
    'valid',
    'a new one',
    (row, random, _parts, newCode) =>
      Object.assign(row, { id: newCode(), name: `类${random.int(1, 999)}`, sortBy: random.int(0, 99) }) &&
      undefined,
  ),
  addRow('categories', 'invalid', 'an invalid name', (row, random, _parts, newCode) => {
    Object.assign(row, { id: newCode(), name: random.pick(badNames) });
  }),
  addRow('organisations', 'valid', 'a new organisation', (row, random, parts, newCode) => {
    const parent = pickOrganisation(parts, random);
    Object.assign(row, { code: newCode(), name: makeName(random), kind: '机构', parent: parent.code });
  }),
  addRow('organisations', 'valid', 'a new department', (row, random, parts, newCode) => {
    const parent = pickOrganisation(parts, random);
    Object.assign(row, { code: newCode(), name: makeName(random), kind: '部门', parent: parent.code });
  }),
  addRow('organisations', 'invalid', 'under a department', (row, random, parts, newCode) => {
    const departments = parts.organisations.filter((each) => !isOrganisation(each));
    if (departments.length === 0) return false;
    Object.assign(row, { code: newCode(), kind: '部门', parent: random.pick(departments).code });
    return true;
  }),
  addRow('organisations', 'invalid', 'under an unknown organisation', (row, _random, _parts, newCode) => {
    Object.assign(row, { code: newCode(), kind: '机构', parent: newCode() });
  }),
  addRow('organisations', 'invalid', 'under itself', (row, _random, _parts, newCode) => {
    const code = newCode();
    Object.assign(row, { code, kind: '机构', parent: code });
  }),
  {
    part: 'organisations',
    validity: 'invalid',
    name: 'a cycle',
    apply({ organisations }, random, newCode) {
      const codes = Array.from({ length: random.int(2, 5) }, newCode);
      for (const [index, code] of codes.entries()) {
        const row = { ...random.pick(organisations), code, kind: '机构', name: `圈${index}` };
        organisations.push({ ...row, parent: codes[(index + 1) % codes.length] });
      }
      return true;
    },
  },
  {
    part: 'organisations',
    validity: 'invalid',
    name: 'deeper than twenty levels',
    apply({ organisations }, random, newCode) {
      let parent = '10002';
      for (let level = 0; level < 21; level += 1) {
        const code = newCode();
        organisations.splice(random.int(0, organisations.length), 0, {
          ...(organisations[0] as Row),
          code,
          kind: '机构',
          name: `层${level}`,
          parent: parent,
        });
        parent = code;
      }
      return true;
    },
  },
  addRow('halls', 'valid', 'a new one', assignCode),
  addRow('halls', 'invalid', 'of no organisation', (row, _random, _parts, newCode) => {
    Object.assign(row, { code: newCode(), orgId: newCode() });
  }),
  addRow('windows', 'valid', 'a new one', (row, random, parts, newCode) => {
    const hall = random.pick(parts.halls);
    Object.assign(row, { code: newCode(), name: makeName(random), number: newCode(), hallId: hall.code });
  }),
  addRow('windows', 'invalid', 'a number that another has', (row, _random, _parts, newCode) => {
    row.code = newCode();
  }),
  addRow('posts', 'valid', 'a new one', (row, random, parts, newCode) => {
    const orgId = random.chance(0.3) ? null : pickOrganisation(parts, random).code;
    Object.assign(row, { code: newCode(), name: makeName(random), orgId });
  }),
  addRow('posts', 'invalid', 'of no organisation', (row, _random, _parts, newCode) => {
    Object.assign(row, { code: newCode(), orgId: newCode() });
  }),
  addRow('groups', 'valid', 'a new one', assignCode),
  addRow('groups', 'invalid', 'for no category', (row, _random, _parts, newCode) => {
    Object.assign(row, { code: newCode(), applications: [newCode()] });
  }),
  addRow('roles', 'valid', 'a new one', (row, random, parts, newCode) => {
    const matters = parts.roles.find(({ code }) => code === 'handler') as Row;
    Object.assign(row, structuredClone(matters), {
      code: newCode(),
      name: makeName(random).replaceAll(';', ''),
    });
  }),
  addRow('roles', 'invalid', 'a name with a separator of spreadsheets', (row, random, _parts, newCode) => {
    Object.assign(row, {
      code: newCode(),
      name: `${makeName(random)}${random.pick(['、', '，', ',', ';', '；'])}乙`,
    });
  }),
  addRow('roles', 'invalid', 'an unknown permission', (row, _random, _parts, newCode) => {
    Object.assign(row, { code: newCode(), permissions: ['work-order:fly'] });
  }),
  addRow('roles', 'invalid', 'the same twice', () => undefined),
  changeRow('forms', 'valid', 'another title', (row, random) => {
    nameOfForm(row).title = makeName(random);
  }),
  addRow('forms', 'valid', 'a new one', (row, random, _parts, newCode) => {
    Object.assign(nameOfForm(row), { code: newCode(), title: makeName(random) });
  }),
  addRow('forms', 'invalid', 'the same twice', () => undefined),
  changeRow('forms', 'invalid', 'an invalid field', (row, random) => {
    const { fields } = row.schema as { fields: Row[] };
    fields.push(
      random.pick([{}, { id: 'x' }, { id: 'x', title: 'x', 'x-component': 'rocket' }, null, 7]) as Row,
    );
  }),
  changeRow('processes', 'valid', 'another name', (row, random) =>
    renamedProcess(row, String(row.key), makeProcessName(random)),
  ),
  addRow('processes', 'valid', 'a new one', (row, random, _parts, newCode) =>
    renamedProcess(row, newCode(), makeProcessName(random)),
  ),
  addRow('processes', 'invalid', 'the same twice', () => undefined),
  changeRow('processes', 'invalid', 'an invalid file', (row, random) => {
    const xml = String(row.xml);
    row.xml = random.pick([
      xml.slice(0, random.int(1, xml.length - 20)),
      xml.replace('<bpmn:startEvent', '<bpmn:startEvents'),
      xml.replace(/<bpmn:endEvent[\s\S]*?<\/bpmn:endEvent>/, ''),
      '<a/>',
      ' ',
    ]);
  }),
  changeRow('items', 'valid', 'another name', assignName),
  changeRow('items', 'valid', 'another summary', (row, random) => {
    row.summary = makeName(random);
  }),
  addRow('items', 'valid', 'a new one', (row, random, _parts, newCode) => {
    Object.assign(row, { taskCode: newCode(), name: makeName(random), sortBy: random.int(0, 999) });
  }),
  addRow('items', 'invalid', 'the same twice', () => undefined),
  changeRow('items', 'invalid', 'an unknown reference', (row, random, _parts, newCode) => {
    const key = random.pick(['orgId', 'processKey', 'categoryId']);
    row[key] = newCode();
  }),
  changeRow('items', 'invalid', 'an unknown form', (row, _random, _parts, newCode) => {
    row.formCodes = [...(row.formCodes as string[]), newCode()];
  }),
  changeRow('documents', 'valid', 'another name', (row, random) => {
    templateOf(row).name = `文书${random.int(1, 9_999)}`;
  }),
  addRow('documents', 'valid', 'a new one', (row, _random, _parts, newCode) => {
    templateOf(row).code = newCode();
  }),
  addRow('documents', 'invalid', 'of no item', (row, _random, _parts, newCode) => {
    row.taskCode = newCode();
  }),
  changeRow('holidays', 'valid', 'another name', (row, random) => {
    if (!String(row.day).startsWith('2026')) return false;
    row.name = `节${random.int(1, 999)}`;
    return true;
  }),
  addRow('holidays', 'valid', 'a new one', (row, random, parts) => {
    const day = `2027-0${random.int(1, 9)}-${random.int(10, 28)}`;
    if (parts.holidays.some((each) => each.day === day)) return false;
    Object.assign(row, { day, kind: 'holiday', name: `节${random.int(1, 999)}` });
    return true;
  }),
  addRow('holidays', 'invalid', 'an invalid day', (row, random) => {
    row.day = random.pick(['2027-02-30', '2027-13-01', 'x', '']);
  }),
  ...(
    [
      'categories',
      'organisations',
      'halls',
      'windows',
      'posts',
      'groups',
      'roles',
      'forms',
      'processes',
      'items',
    ] as const
  ).map(
    (part): OfficeMutation => ({
      part,
      validity: 'invalid',
      name: noRow,
      apply(parts, random) {
        const noObject = random.pick([null, 7, 'x', [], {}, { name: {} }, { code: [[]] }]) as Row;
        parts[part].splice(random.int(0, parts[part].length), 0, noObject);
        return true;
      },
    }),
  ),
];
