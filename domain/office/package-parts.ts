import { mayHaveMatters, Permission } from '../access/actor.ts';

/**
 * The parts of a configuration bundle, in the order of import: each part may refer to records of earlier
 * parts.
 */
export const packageParts = {
  categories: { title: '事项分类', hands: [Permission.publishItem, Permission.manageOrganisation] },
  organisations: { title: '机构', hands: [Permission.manageOrganisation] },
  halls: { title: '大厅', hands: [Permission.manageOrganisation] },
  windows: { title: '窗口', hands: [Permission.manageOrganisation] },
  posts: { title: '岗位', hands: [Permission.manageOrganisation] },
  groups: { title: '用户组', hands: [Permission.manageOrganisation] },
  roles: { title: '角色', hands: [Permission.manageRole] },
  forms: { title: '表单', hands: [Permission.publishForm] },
  processes: { title: '流程', hands: [Permission.publishProcess] },
  items: { title: '事项', hands: [Permission.publishItem] },
  documents: { title: '文书模板', hands: [Permission.manageDocuments] },
  archive: { title: '归档设置', hands: [Permission.manageArchive] },
  holidays: { title: '节假日', hands: [Permission.manageCalendar] },
} as const satisfies Record<string, { title: string; hands: readonly Permission[] }>;

export type PackagePart = keyof typeof packageParts;
export const packagePartNames = Object.keys(packageParts) as [PackagePart, ...PackagePart[]];

/** Returns the parts that a person with these permissions may export and import. */
export function partsOf(permissions: ReadonlySet<Permission>): PackagePart[] {
  return packagePartNames.filter((name) => packageParts[name].hands.some((hand) => permissions.has(hand)));
}

/**
 * Returns the parts that a person with these permissions may export: all of them for an operator, so that one
 * file serves all administrator roles of the other office. A bundle contains configuration, but no people and
 * no matters.
 */
export function partsOut(permissions: ReadonlySet<Permission>): PackagePart[] {
  const own = partsOf(permissions);
  return own.length > 0 && !mayHaveMatters({ permissions }) ? [...packagePartNames] : own;
}

export const packageLimit = {
  bytes: 4 * 1_048_576,
  unpackedBytes: 32 * 1_048_576,
  parts: 40,
  /** Rows of the parts that are spreadsheets. */
  rows: 5_000,
  /**
   * Forms, processes, items and documents, each of which is compiled, and roles, each of which takes many
   * queries to check.
   */
  matters: 500,
  /**
   * Values of one part, counted before it is read, so that a file of the permitted size does not block the
   * process too long.
   */
  values: 1_000_000,
} as const;

const costly: ReadonlySet<PackagePart> = new Set(['roles', 'forms', 'processes', 'items', 'documents']);

/**
 * Returns the message about a part with more rows than an import accepts, so that every export can be
 * imported.
 */
export function problemOfRows(part: PackagePart, count: number): string | undefined {
  const most = costly.has(part) ? packageLimit.matters : packageLimit.rows;
  return count > most ? `${packageParts[part].title}最多 ${most} 个` : undefined;
}
