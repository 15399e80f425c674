import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';

export type FindingState = 'ok' | 'warning' | 'fault';

/** Result of a check of the doctor; a warning or an error says how to mend it. */
export interface DoctorFinding {
  /** Name of the check, for programs: `database`, `keys`. */
  check: string;
  state: FindingState;
  chinese: string;
  english: string;
}

/** Names a finding of one check. */
export function findingsOf(check: string) {
  const as = (state: FindingState) => (chinese: string, english: string) => ({
    check,
    state,
    chinese,
    english,
  });
  return { ok: as('ok'), warning: as('warning'), fault: as('fault') };
}

/** Runs one check; an exception becomes its finding, so that the other checks are still made. */
export async function look(
  check: string,
  work: () => Promise<DoctorFinding[]> | DoctorFinding[],
): Promise<DoctorFinding[]> {
  try {
    return await work();
  } catch (error) {
    const { fault: problem } = findingsOf(check);
    if (error instanceof StartupError) return [problem(error.chinese, error.english)];
    // Which right is missing, with what gives it, is said by the check of the rights.
    if ((error as { code?: unknown } | null)?.code === '42501')
      return [
        problem(
          `数据库角色没有权限，这一项没有检查（${reasonOf(error)}）：缺少的权限见“缺少权限”一项。`,
          `The role of the database may not look (${reasonOf(error)}): see the rights that it lacks.`,
        ),
      ];
    return [problem(`检查时出错：${reasonOf(error)}`, `The check failed: ${reasonOf(error)}`)];
  }
}
