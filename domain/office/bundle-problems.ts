import type { MissingRecord } from '../refusals/missing-record.ts';
import { type BundlePart, bundleParts } from './bundle-parts.ts';

/** A problem of a bundle, as the preview reports it. */
export interface ReportedProblem {
  part: BundlePart;
  name: string;
  message: string;
  missing?: MissingRecord | undefined;
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
  sentences: CountedProblem[];
  /** The part that would bring the missing records; undefined for other causes. */
  partWithRecords: BundlePart | undefined;
}

/** The kinds of records that may be missing, with the part that contains them; people are in none. */
const recordOf: Readonly<Record<MissingRecord, { title: string; part?: BundlePart }>> = {
  staff: { title: '人员' },
  window: { title: '窗口', part: 'windows' },
  position: { title: '岗位', part: 'posts' },
  group: { title: '用户组', part: 'groups' },
  role: { title: '角色', part: 'roles' },
  department: { title: '部门', part: 'organisations' },
  org: { title: '机构', part: 'organisations' },
  hall: { title: '大厅', part: 'halls' },
  application: { title: '业务应用', part: 'categories' },
  category: { title: '事项分类', part: 'categories' },
  form: { title: '表单', part: 'forms' },
  process: { title: '流程', part: 'processes' },
  item: { title: '事项', part: 'items' },
};

/** Groups problems by their cause: missing records first, the most frequent cause first; equal sentences become one. */
export function groupProblems(problems: readonly ReportedProblem[]): ProblemGroup[] {
  const groups = new Map<
    string,
    Pick<ProblemGroup, 'title' | 'count' | 'partWithRecords'> & { times: Map<string, number> }
  >();
  for (const { part, name, message, missing } of problems) {
    const record = missing && recordOf[missing];
    const title = record ? `缺少${record.title}` : `${bundleParts[part].title}的内容不符合要求`;
    const partWithRecords = record?.part;
    const group = groups.get(title) ?? { title, count: 0, partWithRecords, times: new Map<string, number>() };
    groups.set(title, group);
    group.count += 1;
    const text = `${bundleParts[part].title}${name === '' ? '' : `“${name}”`}：${message}`;
    group.times.set(text, (group.times.get(text) ?? 0) + 1);
  }
  return [...groups.values()]
    .map(({ times, ...group }) => ({
      ...group,
      sentences: [...times].map(([text, count]) => ({ text, times: count })),
    }))
    .sort(
      (one, other) =>
        Number(one.partWithRecords === undefined) - Number(other.partWithRecords === undefined) ||
        other.count - one.count,
    );
}
