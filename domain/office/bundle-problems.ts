import { type BundlePart, bundleParts } from './bundle-parts.ts';

/** A problem of a bundle, as the preview reports it. */
export interface ReportedProblem {
  part: BundlePart;
  name: string;
  message: string;
}

/** Equal problems of one cause, as one sentence. */
export interface CountedProblem {
  text: string;
  times: number;
}

/** The problems that have one cause: records of one kind that are missing here, or a part with wrong content. */
export interface ProblemGroup {
  title: string;
  count: number;
  said: CountedProblem[];
  /** The part that would bring the missing records; undefined for other causes. */
  bringsIt: BundlePart | undefined;
}

/** The kinds of records that messages name as missing, with the part that contains them. */
const partOfKind: Readonly<Record<string, BundlePart>> = {
  岗位: 'posts',
  窗口: 'windows',
  大厅: 'halls',
  用户组: 'groups',
  角色: 'roles',
  机构: 'organisations',
  部门: 'organisations',
  表单: 'forms',
  流程: 'processes',
  事项: 'items',
  事项分类: 'categories',
};

const missing = [
  /没有编码为“[^”]*”(?:“[^”]*”)*的(\p{Script=Han}+)/u,
  /没有(表单|机构)“/,
  /没有这个(机构|事项)/,
];

/** Returns the kind of record that a message says is missing here. */
function missingKind(message: string): string | undefined {
  for (const pattern of missing) {
    const kind = pattern.exec(message)?.[1];
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** Groups problems by their cause: missing records first, the most frequent cause first; equal sentences become one. */
export function groupProblems(problems: readonly ReportedProblem[]): ProblemGroup[] {
  const groups = new Map<
    string,
    Pick<ProblemGroup, 'title' | 'count' | 'bringsIt'> & { times: Map<string, number> }
  >();
  for (const { part, name, message } of problems) {
    const kind = missingKind(message);
    const title = kind === undefined ? `${bundleParts[part].title}的内容不符合要求` : `缺少${kind}`;
    const bringsIt = kind === undefined ? undefined : partOfKind[kind];
    const group = groups.get(title) ?? { title, count: 0, bringsIt, times: new Map<string, number>() };
    groups.set(title, group);
    group.count += 1;
    const text = `${bundleParts[part].title}${name === '' ? '' : `“${name}”`}：${message}`;
    group.times.set(text, (group.times.get(text) ?? 0) + 1);
  }
  return [...groups.values()]
    .map(({ times, ...group }) => ({
      ...group,
      said: [...times].map(([text, count]) => ({ text, times: count })),
    }))
    .sort(
      (one, other) =>
        Number(one.bringsIt === undefined) - Number(other.bringsIt === undefined) || other.count - one.count,
    );
}
