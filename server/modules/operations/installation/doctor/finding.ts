import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';

export type FindingState = 'ok' | 'warning' | 'fault';

/** Result of a check of the doctor; a warning or an error also says how to fix the problem. */
export interface DoctorFinding {
  /** Name of the check for programs, such as `database` or `keys`. */
  check: string;
  state: FindingState;
  chinese: string;
  english: string;
}

/** Returns functions that create the findings of one check. */
export function findingsOf(check: string) {
  const as = (state: FindingState) => (chinese: string, english: string) => ({
    check,
    state,
    chinese,
    english,
  });
  return { ok: as('ok'), warning: as('warning'), fault: as('fault') };
}

/** Runs one check; turns an exception into a finding, so that the other checks still run. */
export async function runCheck(
  check: string,
  work: () => Promise<DoctorFinding[]> | DoctorFinding[],
): Promise<DoctorFinding[]> {
  try {
    return await work();
  } catch (error) {
    const { fault: problem } = findingsOf(check);
    if (error instanceof StartupError) return [problem(error.chinese, error.english)];
    // The check of the permissions reports which one is missing and how to grant it.
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
