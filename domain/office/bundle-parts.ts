import { mayParticipateInMatters, Permission } from '../access/actor.ts';

/**
 * The parts of a configuration bundle, in the order of import: each part may refer to records of earlier
 * parts.
 */
export const bundleParts = {
  categories: {
    title: '事项分类',
    permissions: [Permission.publishItem, Permission.manageOrganisation],
  },
  organisations: { title: '机构', permissions: [Permission.manageOrganisation] },
  halls: { title: '大厅', permissions: [Permission.manageOrganisation] },
  windows: { title: '窗口', permissions: [Permission.manageOrganisation] },
  posts: { title: '岗位', permissions: [Permission.manageOrganisation] },
  groups: { title: '用户组', permissions: [Permission.manageOrganisation] },
  roles: { title: '角色', permissions: [Permission.manageRole] },
  rules: { title: '规则', permissions: [Permission.publishRule] },
  elements: { title: '共享要素', permissions: [Permission.publishForm] },
  forms: { title: '表单', permissions: [Permission.publishForm] },
  processes: { title: '流程', permissions: [Permission.publishProcess] },
  items: { title: '事项', permissions: [Permission.publishItem] },
  documents: { title: '文书模板', permissions: [Permission.manageDocuments] },
  archive: { title: '归档设置', permissions: [Permission.manageArchive] },
  holidays: { title: '节假日', permissions: [Permission.manageCalendar] },
} as const satisfies Record<string, { title: string; permissions: readonly Permission[] }>;

export type BundlePart = keyof typeof bundleParts;
export const bundlePartNames = Object.keys(bundleParts) as [BundlePart, ...BundlePart[]];

/** Returns the parts that a person with these permissions may export and import. */
export function permittedParts(permissions: ReadonlySet<Permission>): BundlePart[] {
  return bundlePartNames.filter((name) =>
    bundleParts[name].permissions.some((permission) => permissions.has(permission)),
  );
}

/**
 * Returns the parts that a person with these permissions may export: all of them for an operator, so that one
 * file serves all administrator roles of the other office. A bundle contains configuration, but no people and
 * no matters.
 */
export function exportableParts(permissions: ReadonlySet<Permission>): BundlePart[] {
  const ownParts = permittedParts(permissions);
  return ownParts.length > 0 && !mayParticipateInMatters({ permissions }) ? [...bundlePartNames] : ownParts;
}

export const bundleLimit = {
  bytes: 4 * 1_048_576,
  unpackedBytes: 32 * 1_048_576,
  parts: 40,
  /** Rows of the parts that are spreadsheets. */
  rows: 5_000,
  /**
   * Forms, processes, items and documents, each of which is compiled, and roles and rules, each of which takes many
   * queries to check.
   */
  compiledRecords: 500,
  /**
   * Values of one part, counted before it is read, so that a file of the permitted size does not block the
   * process too long.
   */
  values: 1_000_000,
} as const;

/** Limits of files inside a bundle, in bytes, so that it stays within its own; larger files are left out. */
export const bundleFiles = { maxFiles: 50, maxBytes: 524_288, maxTotalBytes: 2 * 1_048_576 } as const;

const costlyParts: ReadonlySet<BundlePart> = new Set([
  'roles',
  'rules',
  'elements',
  'forms',
  'processes',
  'items',
  'documents',
]);

/**
 * Returns the message about a part with more rows than an import accepts, so that every export can be
 * imported.
 */
export function problemOfRows(part: BundlePart, count: number): string | undefined {
  const max = costlyParts.has(part) ? bundleLimit.compiledRecords : bundleLimit.rows;
  return count > max ? `${bundleParts[part].title}最多 ${max} 个` : undefined;
}
