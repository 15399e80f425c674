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
  /** `wrong` if no row of the bundle may be imported. */
  is: 'fine' | 'wrong';
  name: string;
  /** Returns whether the change could be made to these rows. */
  make(parts: Parts, random: Random, fresh: () => string): boolean;
}

export const noRow = 'what is no row';
export const nameOf = ({ part, name }: OfficeMutation) => `${part}: ${name}`;

export const keyOf: Record<BundlePart, (row: Row) => string> = {
  categories: ({ id }) => String(id),
  organisations: ({ code }) => String(code),
  halls: ({ code }) => String(code),
  windows: ({ code }) => String(code),
  posts: ({ code }) => String(code),
  groups: ({ code }) => String(code),
  roles: ({ code }) => String(code),
  forms: ({ globalConfig }) => String((globalConfig as Row).code),
  processes: ({ key }) => String(key),
  items: ({ taskCode }) => String(taskCode),
  documents: ({ taskCode, document }) => `${taskCode}/${((document as Row).template as Row).code}`,
  archive: ({ kind, orgId, taskCode }) => `${kind} ${orgId ?? taskCode}`,
  holidays: ({ day }) => String(day),
};

/** Returns `false` if the change cannot be made to the row. */
type Change = (row: Row, random: Random, parts: Parts, fresh: () => string) => unknown;

/** Changes a row of the part. */
const change = (part: BundlePart, is: OfficeMutation['is'], name: string, write: Change): OfficeMutation => ({
  part,
  is,
  name,
  make(parts, random, fresh) {
    if (parts[part].length === 0) return false;
    const index = random.int(0, parts[part].length - 1);
    const row = structuredClone(parts[part][index]) as Row;
    if (write(row, random, parts, fresh) === false) return false;
    parts[part][index] = row;
    return true;
  },
});

/** Adds a row that is like an existing one. */
const another = (
  part: BundlePart,
  is: OfficeMutation['is'],
  name: string,
  write: Change,
): OfficeMutation => ({
  part,
  is,
  name,
  make(parts, random, fresh) {
    if (parts[part].length === 0) return false;
    const row = structuredClone(random.pick(parts[part]));
    if (write(row, random, parts, fresh) === false) return false;
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
const someName = (random: Random) => `${random.pick(nameParts)}${random.int(1, 99)}${random.pick(nameParts)}`;
const badNames = ['', ' ', 'a\nb', '反\u202e向', '\u200b', '长'.repeat(300)];

const isOrganisation = (row: Row) => row.kind === '机构';
const organisation = (parts: Parts, random: Random) =>
  random.pick(parts.organisations.filter(isOrganisation));
const nameOfForm = (row: Row) => row.globalConfig as { code: string; title: string };
const templateOf = (row: Row) => (row.document as { template: { code: string; name: string } }).template;
const named = (row: Row, random: Random) => {
  row.name = someName(random);
};
const badlyNamed = (row: Row, random: Random) => {
  row.name = random.pick(badNames);
};
const coded: Change = (row, random, _parts, fresh) => {
  row.code = fresh();
  row.name = someName(random);
};
/** Copies the steps of a process with another key and name, as a modeller saves a copy. */
const renamedProcess = (row: Row, key: string, name: string) => {
  const { key: was } = row as { key: string };
  row.xml = String(row.xml)
    .replace(new RegExp(`<bpmn:process id="${was}" name="[^"]*"`), `<bpmn:process id="${key}" name="${name}"`)
    .replaceAll(`bpmnElement="${was}"`, `bpmnElement="${key}"`);
  Object.assign(row, { key, name });
};
const plainName = (random: Random) => `流程${random.int(1, 9_999)}`;

const ofSheets = (['halls', 'windows', 'posts', 'groups', 'organisations'] as const).flatMap(
  (part): OfficeMutation[] => [
    change(part, 'fine', 'another name', named),
    change(part, 'fine', 'another order', (row, random) => {
      row.sortBy = random.int(0, 9_999);
    }),
    change(part, 'wrong', 'a name that is none', badlyNamed),
    change(part, 'wrong', 'an order that is none', (row, random) => {
      row.sortBy = random.pick(['x', -1, 1.5, 1e9, { a: 1 }, [['a']]]);
    }),
    another(part, 'wrong', 'a code that is none', (row, random) => {
      row.code = random.pick(['有 空', 'a b', '-a', 'a'.repeat(65), '', null, 'a/b']);
    }),
    another(part, 'wrong', 'the same twice', () => undefined),
  ],
);

export const strokes: readonly OfficeMutation[] = [
  ...ofSheets,
  another(
    'categories',
    'fine',
    'a new one',
    (row, random, _parts, fresh) =>
      Object.assign(row, { id: fresh(), name: `类${random.int(1, 999)}`, sortBy: random.int(0, 99) }) &&
      undefined,
  ),
  another('categories', 'wrong', 'a name that is none', (row, random, _parts, fresh) => {
    Object.assign(row, { id: fresh(), name: random.pick(badNames) });
  }),
  another('organisations', 'fine', 'a new organisation', (row, random, parts, fresh) => {
    const above = organisation(parts, random);
    Object.assign(row, { code: fresh(), name: someName(random), kind: '机构', parent: above.code });
  }),
  another('organisations', 'fine', 'a new department', (row, random, parts, fresh) => {
    const above = organisation(parts, random);
    Object.assign(row, { code: fresh(), name: someName(random), kind: '部门', parent: above.code });
  }),
  another('organisations', 'wrong', 'under a department', (row, random, parts, fresh) => {
    const departments = parts.organisations.filter((each) => !isOrganisation(each));
    if (departments.length === 0) return false;
    Object.assign(row, { code: fresh(), kind: '部门', parent: random.pick(departments).code });
    return true;
  }),
  another('organisations', 'wrong', 'under nothing that is there', (row, _random, _parts, fresh) => {
    Object.assign(row, { code: fresh(), kind: '机构', parent: fresh() });
  }),
  another('organisations', 'wrong', 'under itself', (row, _random, _parts, fresh) => {
    const code = fresh();
    Object.assign(row, { code, kind: '机构', parent: code });
  }),
  {
    part: 'organisations',
    is: 'wrong',
    name: 'a circle',
    make({ organisations }, random, fresh) {
      const codes = Array.from({ length: random.int(2, 5) }, fresh);
      for (const [index, code] of codes.entries()) {
        const row = { ...random.pick(organisations), code, kind: '机构', name: `圈${index}` };
        organisations.push({ ...row, parent: codes[(index + 1) % codes.length] });
      }
      return true;
    },
  },
  {
    part: 'organisations',
    is: 'wrong',
    name: 'deeper than twenty levels',
    make({ organisations }, random, fresh) {
      let above = '10002';
      for (let level = 0; level < 21; level += 1) {
        const code = fresh();
        organisations.splice(random.int(0, organisations.length), 0, {
          ...(organisations[0] as Row),
          code,
          kind: '机构',
          name: `层${level}`,
          parent: above,
        });
        above = code;
      }
      return true;
    },
  },
  another('halls', 'fine', 'a new one', coded),
  another('halls', 'wrong', 'of no organisation', (row, _random, _parts, fresh) => {
    Object.assign(row, { code: fresh(), orgId: fresh() });
  }),
  another('windows', 'fine', 'a new one', (row, random, parts, fresh) => {
    const hall = random.pick(parts.halls);
    Object.assign(row, { code: fresh(), name: someName(random), number: fresh(), hallId: hall.code });
  }),
  another('windows', 'wrong', 'a number that another has', (row, _random, _parts, fresh) => {
    row.code = fresh();
  }),
  another('posts', 'fine', 'a new one', (row, random, parts, fresh) => {
    const orgId = random.chance(0.3) ? null : organisation(parts, random).code;
    Object.assign(row, { code: fresh(), name: someName(random), orgId });
  }),
  another('posts', 'wrong', 'of no organisation', (row, _random, _parts, fresh) => {
    Object.assign(row, { code: fresh(), orgId: fresh() });
  }),
  another('groups', 'fine', 'a new one', coded),
  another('groups', 'wrong', 'for no category', (row, _random, _parts, fresh) => {
    Object.assign(row, { code: fresh(), applications: [fresh()] });
  }),
  another('roles', 'fine', 'a new one', (row, random, parts, fresh) => {
    const matters = parts.roles.find(({ code }) => code === 'handler') as Row;
    Object.assign(row, structuredClone(matters), {
      code: fresh(),
      name: someName(random).replaceAll(';', ''),
    });
  }),
  another('roles', 'wrong', 'a name that a sheet would tear', (row, random, _parts, fresh) => {
    Object.assign(row, {
      code: fresh(),
      name: `${someName(random)}${random.pick(['、', '，', ',', ';', '；'])}乙`,
    });
  }),
  another('roles', 'wrong', 'a permission that is none', (row, _random, _parts, fresh) => {
    Object.assign(row, { code: fresh(), permissions: ['work-order:fly'] });
  }),
  another('roles', 'wrong', 'the same twice', () => undefined),
  change('forms', 'fine', 'another title', (row, random) => {
    nameOfForm(row).title = someName(random);
  }),
  another('forms', 'fine', 'a new one', (row, random, _parts, fresh) => {
    Object.assign(nameOfForm(row), { code: fresh(), title: someName(random) });
  }),
  another('forms', 'wrong', 'the same twice', () => undefined),
  change('forms', 'wrong', 'a field that is none', (row, random) => {
    const { fields } = row.schema as { fields: Row[] };
    fields.push(
      random.pick([{}, { id: 'x' }, { id: 'x', title: 'x', 'x-component': 'rocket' }, null, 7]) as Row,
    );
  }),
  change('processes', 'fine', 'another name', (row, random) =>
    renamedProcess(row, String(row.key), plainName(random)),
  ),
  another('processes', 'fine', 'a new one', (row, random, _parts, fresh) =>
    renamedProcess(row, fresh(), plainName(random)),
  ),
  another('processes', 'wrong', 'the same twice', () => undefined),
  change('processes', 'wrong', 'a file that is none', (row, random) => {
    const xml = String(row.xml);
    row.xml = random.pick([
      xml.slice(0, random.int(1, xml.length - 20)),
      xml.replace('<bpmn:startEvent', '<bpmn:startEvents'),
      xml.replace(/<bpmn:endEvent[\s\S]*?<\/bpmn:endEvent>/, ''),
      '<a/>',
      ' ',
    ]);
  }),
  change('items', 'fine', 'another name', named),
  change('items', 'fine', 'another summary', (row, random) => {
    row.summary = someName(random);
  }),
  another('items', 'fine', 'a new one', (row, random, _parts, fresh) => {
    Object.assign(row, { taskCode: fresh(), name: someName(random), sortBy: random.int(0, 999) });
  }),
  another('items', 'wrong', 'the same twice', () => undefined),
  change('items', 'wrong', 'what names nothing', (row, random, _parts, fresh) => {
    const key = random.pick(['orgId', 'processKey', 'categoryId']);
    row[key] = fresh();
  }),
  change('items', 'wrong', 'a form that is none', (row, _random, _parts, fresh) => {
    row.formCodes = [...(row.formCodes as string[]), fresh()];
  }),
  change('documents', 'fine', 'another name', (row, random) => {
    templateOf(row).name = `文书${random.int(1, 9_999)}`;
  }),
  another('documents', 'fine', 'a new one', (row, _random, _parts, fresh) => {
    templateOf(row).code = fresh();
  }),
  another('documents', 'wrong', 'of no item', (row, _random, _parts, fresh) => {
    row.taskCode = fresh();
  }),
  change('holidays', 'fine', 'another name', (row, random) => {
    if (!String(row.day).startsWith('2026')) return false;
    row.name = `节${random.int(1, 999)}`;
    return true;
  }),
  another('holidays', 'fine', 'a new one', (row, random, parts) => {
    const day = `2027-0${random.int(1, 9)}-${random.int(10, 28)}`;
    if (parts.holidays.some((each) => each.day === day)) return false;
    Object.assign(row, { day, kind: 'holiday', name: `节${random.int(1, 999)}` });
    return true;
  }),
  another('holidays', 'wrong', 'a day that is none', (row, random) => {
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
      is: 'wrong',
      name: noRow,
      make(parts, random) {
        const strange = random.pick([null, 7, 'x', [], {}, { name: {} }, { code: [[]] }]) as Row;
        parts[part].splice(random.int(0, parts[part].length), 0, strange);
        return true;
      },
    }),
  ),
];
