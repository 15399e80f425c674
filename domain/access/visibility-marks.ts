import type { ActiveSubstitution, Actor } from './actor.ts';

/**
 * Returns a mark for everything that decides which rows a person may see: organisation, roles, posts,
 * permissions, substitutions.
 */
export function visibilityMarks(actor: Actor): string[] {
  const marks = [
    `org:${actor.orgId}`,
    `area:${actor.areaCode}`,
    ...actor.keys,
    ...actor.roles.map((code) => `role:${code}`),
    ...[...actor.permissions].map((code) => `permission:${code}`),
    ...(actor.substitutions ?? []).flatMap(marksOfSubstitution),
  ];
  return [...new Set(marks)].sort();
}

/** Returns the marks of one substitution: its items, its start and each lent key. */
function marksOfSubstitution({ absentPerson, keys, taskCodes, since }: ActiveSubstitution): string[] {
  const from = `for:${absentPerson.staffId}`;
  return [
    `${from}:${taskCodes === null ? '*' : [...taskCodes].sort()}`,
    `${from}:since:${since ?? '*'}`,
    ...keys.map((key) => `${from}:${key}`),
  ];
}

/**
 * Returns the reason why a person may no longer download a file that was made under these marks; undefined if
 * the person still has all of them.
 */
export function problemOfMarks(storedMarks: readonly string[] | null, actor: Actor): string | undefined {
  if (storedMarks === null) return marksMessage.unknown;
  const currentMarks = new Set(visibilityMarks(actor));
  const lost = storedMarks.filter((mark) => !currentMarks.has(mark));
  if (lost.length === 0) return undefined;
  return lost.some((mark) => mark.startsWith('org:')) ? marksMessage.moved : marksMessage.lost;
}

export const marksMessage = {
  moved: '您已调离导出该文件时所在的机构，不能再下载，请按现在的权限重新导出',
  lost: '您导出该文件时的权限、角色、岗位或代理关系已有变动，不能再下载，请按现在的权限重新导出',
  unknown: '该文件是系统升级前导出的，没有登记导出时的权限，请重新导出',
} as const;
